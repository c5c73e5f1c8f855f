"""What measures each claim."""
