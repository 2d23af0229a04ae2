"""Rows as given become arrays: scores, labels and weights, read and checked."""
