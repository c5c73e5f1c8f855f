"""The figures of context: results in, cards out."""
