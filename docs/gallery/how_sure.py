"""Confidence intervals and bands.

Intervals and bands come from 2,000 resamples. At each recall the band holds the middle 95 % of the
resampled curves. The edges of each band have their own dashes, so that overlapping bands also
differ in a grayscale print.
"""

import prplot

paths = prplot.datasets.load("digits").paths()
three = {name: paths[name] for name in ["Random forest", "Logistic regression", "Decision tree"]}
figure = prplot.plot(three, interval=True, band=True).figure
