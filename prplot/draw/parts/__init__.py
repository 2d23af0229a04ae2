"""The functions that draw the parts of a figure, one function for each part."""
