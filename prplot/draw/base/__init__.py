"""The basis of all drawing: axes, scales, checks of keywords, results and saving."""
