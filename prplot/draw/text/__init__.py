"""Texts in figures: names, values, matrices and legends, each placed where there is space."""
