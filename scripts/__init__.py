"""Builds of what ships (``build_*``) and measurements of the product (``bench_*``)."""
