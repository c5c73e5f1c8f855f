"""Sections of the evidence page."""
