"""The picture beside the controls."""
