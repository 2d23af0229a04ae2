"""Confidence regions of operating points.

The figure shows 95 % confidence regions of two thresholds that were fixed before the data were
seen. Each region combines Wilson's intervals of both rates. In PR space the prevalence is taken as
known. The gray band is the confidence band of the whole curve.
"""

import matplotlib.pyplot as plt

import prplot

path = prplot.datasets.load("digits").paths()["Random forest"]
figure, axes = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
for ax, curve in zip(axes, [path.pr(), path.roc()], strict=True):
    curve.plot(ax=ax, interval=True)
    prplot.draw.band(curve, kind="simultaneous", ax=ax, color="0.5", edge=False)
    for threshold in (0.2, 0.5):
        prplot.draw.operating_region(curve, threshold, ax=ax)
        prplot.draw.operating_point(curve, threshold, label=f"{threshold}", ax=ax)
