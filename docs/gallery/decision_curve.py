"""Decision curves: net benefit.

If you treat patients with a probability of at least p, you accept (1 - p) / p false positives per
true positive. The scores of the forest are useful up to p = 0.75, where the blue line is above both
dashed lines. The orange line uses the best threshold on the same images, so this line is
optimistic.
"""

import prplot

path = prplot.datasets.load("digits").paths()["Random forest"]
curves = {"by its own scores": path.net_benefit(), "best threshold": path.net_benefit("best")}
figure = prplot.plot(curves).figure
prplot.draw.band(curves["by its own scores"], n=1000, rng=1)
