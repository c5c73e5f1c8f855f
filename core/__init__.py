"""Sense Drift's own mathematics, a room a topic: usable from a notebook, no Streamlit here."""
