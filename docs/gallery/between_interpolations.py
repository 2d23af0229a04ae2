"""Compare two interpolations.

The filled sliver lies between the continuous curve and the straight chords that many tools draw: it is
area that no mixture of two thresholds can reach.
"""

import prplot

path = prplot.from_counts([3, 2, 1], tp=[5, 10, 20], fp=[5, 300, 400])
curve = path.pr()
figure = curve.plot(iso_f=False).figure
prplot.draw.difference(curve, "linear", facecolor="#D55E00", alpha=0.3, ax=figure.axes[0])
