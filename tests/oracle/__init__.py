"""Slow reference players, written from the rules alone."""
