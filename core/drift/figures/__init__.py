"""The figures of drift: results in, cards out."""
