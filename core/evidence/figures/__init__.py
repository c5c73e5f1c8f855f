"""The figures of evidence: results in, cards out."""
