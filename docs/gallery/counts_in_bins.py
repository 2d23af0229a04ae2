"""Scores counted in bins: bounds of the curve.

Monitoring tools often keep only counts of scores, here in twelve bins. Whatever the order of the
rows within a bin, their curve lies in the band. The areas under the two edges of the band are
bounds of the area under the curve.
"""

import matplotlib.pyplot as plt
import numpy as np

import prplot

rng = np.random.default_rng(3)
labels = rng.random(30_000) < 0.08
scores = 1 / (1 + np.exp(2.5 - 1.8 * labels - 1.2 * rng.normal(size=30_000)))
counts = prplot.Counts(np.linspace(0, 1, 13)[1:-1])
for batch in np.array_split(np.arange(30_000), 10):
    counts.update(labels[batch], scores[batch])
paths = [counts.path("12 bins"), prplot.from_labels(labels, scores, name="all scores")]
figure, axes = plt.subplots(1, 2, figsize=(9, 4.2), layout="constrained")
for ax, space in zip(axes, ["pr", "roc"], strict=True):
    artists = prplot.plot(paths, space, ax=ax, bins=False)
    prplot.draw.bin_envelope(artists.lines[0].curve, ax=ax)
