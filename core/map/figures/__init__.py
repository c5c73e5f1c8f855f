"""The figures of map: results in, cards out."""
