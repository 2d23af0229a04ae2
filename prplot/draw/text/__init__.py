"""Texts in figures: names, values, confusion matrices and legends, each placed where there is space."""
