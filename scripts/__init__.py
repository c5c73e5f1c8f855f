"""Builds of what ships, measurements of every claim, and timings of the product."""
