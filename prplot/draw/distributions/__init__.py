"""Distributions of scores, ranks and soft labels."""
