"""Three points of the same F1, one of them unachievable.

All three points have F1 0.45, at prevalence 0.33. Point A lies in the unachievable region (Boyd et
al. 2012, Figure 4). Point B is hardly better than chance. Point C has high precision at a moderate
recall.
"""

import warnings

import prplot

space = prplot.PR(0.33)
region = prplot.draw.unachievable(space)
prplot.draw.iso_f(space, [0.2, 0.45, 0.7], beyond=True)
prplot.draw.baseline(space)

with warnings.catch_warnings():
    # That no classifier can be at A is what this figure is about; prplot warns of it.
    warnings.simplefilter("ignore", prplot.PrplotWarning)
    for name, recall in {"A": 0.95, "B": 0.70, "C": 0.32}.items():
        precision = 0.45 * recall / (2 * recall - 0.45)
        prplot.draw.point(space, (recall, precision), label=name)

figure = region.figure
