"""Secondary axes and axes labels with counts.

Secondary axes show a second scale. The PRG panel has recall and precision beside the gains. The
CROC panel has the false positive rate beside its magnified scale. The axis labels give counts and
the prevalence.
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
