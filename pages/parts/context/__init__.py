"""Pieces of the context page."""
