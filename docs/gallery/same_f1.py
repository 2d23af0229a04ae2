"""Three points of the same F1, one of them unachievable.

At a prevalence of 0.33 the F1 line of 0.45 runs on into the unachievable region (Boyd et al. 2012,
Figure 4). Point A lies there, B is hardly better than guessing, and C is precise at a modest recall.
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
