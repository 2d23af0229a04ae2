"""What hard labels cannot see: three classifiers that differ on soft labels only.

Examples
--------
>>> import prplot
>>> view = prplot.explore.weights(order="bad")
>>> view.controls["cut"].value = 0.3
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import prplot.draw
import prplot.simulate
from prplot.widgets.controls.factories import dropdown, int_slider, slider, titled
from prplot.widgets.lessons.lesson import Lesson

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["WEIGHTS"]


def hidden_in_labels(figure: Figure, *, order: str = "good", cut: float = 0.5, sample: int = 1) -> str:
    # Rows with labels above 1/2 have scores from one distribution, the others from another, for all
    # three; within each of these classes the scores follow the labels, do not, or go against them.
    paths = {name: prplot.simulate.keilwagen(name).sample(2000, rng=sample) for name in ("good", "permuted", "bad")}
    hard = {name: path.hard(cut) for name, path in paths.items()}

    left, middle, right = figure.subplots(1, 3)
    rows = paths[order].sample
    assert rows is not None
    share = rows.fg / (rows.fg + rows.bg)
    left.scatter(rows.score, share, s=4, color=np.where(share >= cut, "0.15", "0.65"))
    left.axhline(cut, color="black", linewidth=0.8, linestyle="--")
    left.set(xlabel="Score", ylabel="Soft label", ylim=(-0.02, 1.02), box_aspect=1)
    left.set_title(f"{order}: labels and scores", fontsize="medium")
    for ax, labels, title in ((middle, hard, f"Hard labels, cut at {cut:.2f}"), (right, paths, "Soft labels")):
        artists = prplot.plot(labels, ax=ax, iso_f=False, always_positive=False, legend={"title": None})
        artists.lines[list(paths).index(order)].set(linewidth=3, zorder=2.9)
        ax.set_title(title, fontsize="medium")

    areas = {name: (hard[name].pr().area(), path.pr().area()) for name, path in paths.items()}
    return (
        "Area under PR, hard and soft: "
        + "; ".join(f"{name} {one:.3f} and {other:.3f}" for name, (one, other) in areas.items())
        + ". With soft labels no ranking reaches precision 1 everywhere: grey is out of reach."
    )


WEIGHTS = Lesson(
    "What do hard labels hide?",
    (
        "With the cut at 0.5 the three classifiers are the same on hard labels, and far apart on soft ones.",
        "Move the cut away from 0.5: the hard curves come apart, in the order that the soft ones had all along.",
        "Draw other samples: how stable is the order of the three, by hard and by soft labels?",
    ),
    (11.5, 3.9),
    {
        "order": dropdown("Shown left", titled(("good", "permuted", "bad"))),
        "cut": slider("Cut", 0.05, 0.95, 0.05),
        "sample": int_slider("Sample", 1, 50),
    },
    hidden_in_labels,
)
