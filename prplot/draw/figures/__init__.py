"""Whole figures: one space, several spaces, several groups."""
