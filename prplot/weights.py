"""Soft labels: `logistic` and `votes`."""

import sys

from prplot.rows import soft_labels

# ``import prplot.weights`` finds what ``prplot.weights`` is.
sys.modules[__name__] = soft_labels
