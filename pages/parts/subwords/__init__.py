"""Pieces of the subwords page."""
