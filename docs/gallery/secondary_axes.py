"""Secondary axes and axes labels with counts.

PRG shows gains: recall and precision stand besides. CROC magnifies the false positive rate: the
rate itself stands on top. The labels say of how many, and at which prevalence.
"""

import matplotlib.pyplot as plt

import prplot

paths = prplot.datasets.load("digits").paths()
path = paths["Random forest"]

figure, axes = plt.subplots(1, 2, figsize=(9, 4.2), layout="constrained")
for curve, ax in zip([path.prg(), path.croc()], axes, strict=True):
    prplot.plot(paths, curve.space.name, ax)
    prplot.draw.secondary(curve, ax=ax)
    prplot.draw.label_axes(curve, ax=ax)
