"""Cross-validation: one panel per fold.

Every fold has a prevalence of its own, hence its own baseline and unachievable region, and areas that
should not be compared between folds as they are.
"""

import numpy as np

import prplot

digits = prplot.datasets.load("digits")
names = ["Random forest", "Decision tree"]
fold = np.arange(len(digits.y_true)) * 6 // len(digits.y_true)

folds = {name: prplot.by_group(fold, digits.y_true, digits.scores[name]) for name in names}
groups = {f"fold {k + 1}": {name: folds[name][k] for name in names} for k in range(6)}
figure = prplot.draw.multiples(groups, "pr").figure
