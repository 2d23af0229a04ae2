"""The curve of a path in a space, its measures, and both in words."""
