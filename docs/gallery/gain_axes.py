"""PR curves on gain axes.

The scale `gain` spaces precision and recall in the same way as precision gain and recall gain. The
PR curve then has the shape of the PRG curve beside it. The ticks still show precision and recall.
"""

import matplotlib.pyplot as plt

import prplot
import prplot.draw  # registers the scale

path = prplot.datasets.load("digits").paths()["Random forest"]

figure, (left, right) = plt.subplots(1, 2, figsize=(8, 4), layout="constrained")
left.set_xscale("gain", prevalence=path.prevalence)
left.set_yscale("gain", prevalence=path.prevalence)
path.pr().plot(left)
path.prg().plot(right)
