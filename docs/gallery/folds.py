"""Cross-validation: one panel per fold.

Each fold has its own prevalence, and therefore its own chance line and unachievable region. So do
not compare raw PR areas between folds.
"""

import numpy as np

import prplot

digits = prplot.datasets.load("digits")
names = ["Random forest", "Decision tree"]
fold = np.arange(len(digits.y_true)) * 6 // len(digits.y_true)

folds = {name: prplot.by_group(fold, digits.y_true, digits.scores[name]) for name in names}
groups = {f"fold {k + 1}": {name: folds[name][k] for name in names} for k in range(6)}
figure = prplot.draw.multiples(groups, "pr").figure
