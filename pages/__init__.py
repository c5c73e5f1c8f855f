"""One file a page; what they share is in ``shared``."""
