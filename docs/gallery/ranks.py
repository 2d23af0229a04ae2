"""Ranks of the positives.

ER+ and ER- have the same area under the ROC curve, 0.8. ER+ has positives at the very top and
others far down. ER- has fewer positives at the top, but finds all positives earlier. If positives
are rare, users read only the top of a list.
"""

import matplotlib.pyplot as plt

import prplot

paths = {}
for level in ("Excel", "ER+", "ER-", "Rand"):
    paths[level] = prplot.simulate.saito(level).sample(160, prevalence=0.25, rng=2, fixed=True)
figure, ax = plt.subplots(figsize=(7, 2.6), layout="constrained")
prplot.draw.ranks(paths, ax=ax, markersize=4)
ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False)
