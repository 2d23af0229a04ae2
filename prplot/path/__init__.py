"""A sample as one path of cumulative (FP, TP), with its operating points, summaries and variants."""
