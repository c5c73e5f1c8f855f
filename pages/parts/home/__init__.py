"""Pieces of the front door."""
