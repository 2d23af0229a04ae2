"""One small panel per fold.

Every fold has a prevalence of its own, hence its own baseline and unachievable region, and areas that
should not be compared between folds as they are.
"""

import numpy as np

import prplot

digits = prplot.datasets.load("digits")
names = ["Random forest", "Decision tree"]
fold = np.arange(len(digits.y_true)) * 6 // len(digits.y_true)

groups = {}
for k in range(6):
    rows = fold == k
    groups[f"fold {k + 1}"] = {
        name: prplot.from_labels(digits.y_true[rows], digits.scores[name][rows]) for name in names
    }
figure = prplot.draw.multiples(groups, "pr").figure
