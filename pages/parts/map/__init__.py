"""Pieces of the map page."""
