"""The figures of limits: results in, cards out."""
