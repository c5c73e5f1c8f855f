"""The figures of subwords: results in, cards out."""
