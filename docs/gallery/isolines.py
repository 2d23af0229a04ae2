"""Lines of equal MCC in four spaces.

The panels show lines of equal MCC (Matthews correlation coefficient) in four spaces. prplot draws
such lines for any metric, in every space except cost, net benefit and Murphy space. In ROC space
the lines of most metrics are straight; the lines of MCC are curved.
"""

import matplotlib.pyplot as plt

import prplot

path = prplot.datasets.load("digits").paths()["Naive Bayes"]
figure, axes = plt.subplots(2, 2, figsize=(9, 8), layout="constrained")
for ax, space in zip(axes.flat, ["pr", "prg", "roc", "croc"], strict=True):
    curve = path.curve(space)
    prplot.draw.isolines(curve, "mcc", values="on", ax=ax)
    curve.plot(ax=ax, iso_f=False, always_positive=False)
