"""Compare two interpolations.

The filled region lies between the continuous curve and the straight chords that many tools draw. No
mixture of two thresholds can reach this region.
"""

import prplot

path = prplot.from_counts([3, 2, 1], tp=[5, 10, 20], fp=[5, 300, 400])
curve = path.pr()
figure = curve.plot(iso_f=False).figure
prplot.draw.difference(curve, "linear", facecolor="#D55E00", alpha=0.3, ax=figure.axes[0])
