"""What times the product."""
