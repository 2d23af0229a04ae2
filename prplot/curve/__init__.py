"""A path seen in a space: the curve, its measures, and both in words."""
