"""What makes each file in ``assets/``."""
