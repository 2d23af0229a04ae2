"""The curve of a path in a space, its areas and intervals, and its description in words."""
