"""Measure every space: ``python -m scripts.evaluate``."""

from scripts.evaluate.run import main

main()
