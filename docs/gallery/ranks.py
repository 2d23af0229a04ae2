"""Ranks of the positives.

ER+ and ER- have the same area under ROC, 0.8. ER+ has positives at the very top, and loses others far down; ER- begins
with a mixture, and has all of them earlier. Where positives are rare one reads the top of a list only.
"""

import matplotlib.pyplot as plt

import prplot

paths = {}
for level in ("Excel", "ER+", "ER-", "Rand"):
    paths[level] = prplot.simulate.saito(level).sample(160, prevalence=0.25, rng=2, fixed=True)
figure, ax = plt.subplots(figsize=(7, 2.6), layout="constrained")
prplot.draw.ranks(paths, ax=ax, markersize=4)
ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False)
