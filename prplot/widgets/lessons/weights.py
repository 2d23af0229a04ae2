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
from prplot.widgets.lessons.lesson import Guess, Lesson, Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure


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
        for line, style in zip(artists.lines, ("-", "--", ":"), strict=True):
            line.set(linestyle=style)
        artists.lines[list(paths).index(order)].set(linewidth=3, zorder=2.1)
        ax.set_title(title, fontsize="medium")

    areas = {name: (hard[name].pr().area(), path.pr().area()) for name, path in paths.items()}
    positive = hard["good"].prevalence
    return (
        f"Cut at {cut:.2f}, {positive:.1%} of the rows are called positive; the soft labels of all rows add up to "
        f"{share.mean():.1%}. Area under PR, hard and soft: "
        + "; ".join(f"{name} {one:.3f} and {other:.3f}" for name, (one, other) in areas.items())
        + f". The hard areas are those of this cut; the soft ones need none, and reach at most "
        f"{paths[order].best().pr().area():.3f}, the area of the best order (grey is out of reach)."
    )


def good_at_a_low_cut() -> float:
    """Return the area under PR of the good one, with hard labels cut at 0.4."""
    return float(prplot.simulate.keilwagen("good").sample(2000, rng=1).hard(0.4).pr().area())


def lacks_cut(*, order: str, cut: float, sample: int) -> str:  # noqa: ARG001
    """Say what keeps a cut from calling as many rows positive as their labels add up to."""
    path = prplot.simulate.keilwagen("good").sample(2000, rng=sample)
    hard, soft = path.hard(cut).prevalence, path.prevalence
    if abs(hard - soft) <= 0.04:
        return ""
    return f"Here {hard:.1%} are called positive, {'more' if hard > soft else 'fewer'} than {soft:.1%}."


def lacks_against(*, order: str, cut: float, sample: int) -> str:  # noqa: ARG001
    """Say whether the scores that are shown follow the labels."""
    said = {
        "good": "These scores follow the labels, on either side of the cut at 0.5.",
        "permuted": "On either side of the cut at 0.5 these scores do not depend on the labels.",
        "bad": "",
    }
    return said[order]


WEIGHTS = Lesson(
    "What do hard labels hide?",
    "Each row has a soft label: how sure it is that the row is positive. Three classifiers rank them: on either side "
    "of 0.5 one follows the labels, one does not care, one goes against them. Cut at 0.5, the labels become hard, and "
    "the three are one. With the soft labels they are far apart.",
    (11.5, 3.9),
    {
        "order": dropdown("Shown left", titled(("good", "permuted", "bad"))),
        "cut": slider("Cut", 0.05, 0.95, 0.05),
        "sample": int_slider("Sample", 1, 50),
    },
    hidden_in_labels,
    Guess(
        "If the labels are cut at 0.4 instead of 0.5, what is the area of the good one?",
        good_at_a_low_cut,
        low=0.0,
        high=1.0,
        digits=3,
        at={"cut": 0.4},
    ),
    (
        Task(
            "Find a cut at which about as many rows are called positive as the soft labels of all rows add up to.",
            lacks_cut,
        ),
        Task("Show left whose scores go against the labels, on either side of the cut at 0.5.", lacks_against),
    ),
    {
        "Cut at 0.4": {"cut": 0.4},
        "Cut at 0.7": {"cut": 0.7},
        "Permuted": {"order": "permuted"},
    },
    {"cut": (0.1, 0.3, 0.4, 0.5, 0.7), "sample": (1,)},
)
