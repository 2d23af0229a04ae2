"""Calibration curves, also called reliability diagrams.

Left: of the images with about the same predicted probability, how many are positive? The gray range
shows where the curve of calibrated scores would lie. The curve of the forest leaves this range near
0.15 and 0.6. Right: the confidence band of a tree, which has few distinct scores. The curves are
isotonic regressions, so there are no bins to choose.
"""

import matplotlib.pyplot as plt

import prplot

paths = prplot.datasets.load("digits").paths()
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4.4), layout="constrained")
prplot.draw.calibration(paths["Random forest"], ax=left)
prplot.draw.calibration(paths["Decision tree"], band="confidence", ax=right)
