"""Calibration curves, also called reliability diagrams.

Left: of the images to which the forest gives about the same probability, how many are positive? The grey range is where
the curve of calibrated scores would lie; the forest leaves it near 0.15 and 0.6. Right: a confidence band of the
curve of a tree, which has few distinct scores. Frequencies are those of isotonic regression, so there are no bins.
"""

import matplotlib.pyplot as plt

import prplot

paths = prplot.datasets.load("digits").paths()
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4.4), layout="constrained")
prplot.draw.calibration(paths["Random forest"], ax=left)
prplot.draw.calibration(paths["Decision tree"], band="confidence", ax=right)
