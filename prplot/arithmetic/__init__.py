"""Sums, numbers and lines to the last digit: what everything else computes with."""
