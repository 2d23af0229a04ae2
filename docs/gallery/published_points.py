"""Published points beside a curve.

A published confusion matrix becomes a point, drawn at the prevalence of this sample. In cost space
the published matrix is a line.
"""

import matplotlib.pyplot as plt

import prplot

path = prplot.datasets.load("digits").paths()["Naive Bayes"]
studies = {
    "Study A": prplot.Confusion(tp=60, fp=20, fn=40, tn=380),
    "Study B": prplot.Confusion(tp=41, fp=6, fn=9, tn=144),
}
figure, axes = plt.subplots(1, 3, figsize=(13, 4.2), layout="constrained")
for ax, space in zip(axes, ["pr", "roc", "cost"], strict=True):
    curve = path.curve(space)
    curve.plot(ax=ax)
    for name, confusion in studies.items():
        prplot.draw.point(curve, confusion, label=name, ax=ax)
