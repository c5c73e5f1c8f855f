"""Sense Drift's own mathematics: spaces, projections and what they hide. No Streamlit here."""
