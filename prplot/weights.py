"""The public module ``prplot.weights``: soft labels by `logistic` and `votes`."""

import sys

from prplot.rows import soft_labels

# ``import prplot.weights`` must return the same module as the attribute ``prplot.weights``.
sys.modules[__name__] = soft_labels
