"""The curve of a path in a space, its areas and intervals, and reports in words."""
