"""Figure builders: a result in, a Plotly figure out. Nothing is computed here."""
