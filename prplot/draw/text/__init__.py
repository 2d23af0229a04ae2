"""Texts in figures: names, values, matrices and legends, each where there is room."""
