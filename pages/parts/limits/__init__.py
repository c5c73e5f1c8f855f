"""Pieces of the limits page."""
