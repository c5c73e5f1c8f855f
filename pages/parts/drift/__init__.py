"""Pieces of the drift page."""
