"""Scores and weights as given: rows, groups of equal scores, ways to make soft labels."""
