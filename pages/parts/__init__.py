"""Pieces of one page each, where the page would be too long to read in one go."""
