"""A sample as one path of cumulative (FP, TP), and what paths are turned into."""
