"""Confidence intervals and bands.

Rows are drawn again, 2,000 times. The band holds at each recall the middle 95 % of what the curves have there; its
edges are dashed in turn, so that bands that overlap are told apart in grey too.
"""

import prplot

paths = prplot.datasets.load("digits").paths()
three = {name: paths[name] for name in ["Random forest", "Logistic regression", "Decision tree"]}
figure = prplot.plot(three, interval=True, band=True).figure
