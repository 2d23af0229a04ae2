"""What hard labels cannot see: three classifiers that differ on soft labels only.

Examples
--------
>>> import prplot
>>> view = prplot.explore.weights(order="bad")
>>> view.controls["cut"].value = 0.3
"""

from __future__ import annotations

from typing import Any

import prplot.draw
import prplot.simulate
from prplot.widgets.fields import choice, even, numeric
from prplot.widgets.lessons.lesson import Guess, Lesson, LessonStep


def hidden_in_labels(axes: Any, *, order: str = "good", cut: float = 0.5, sample: int = 1) -> str:
    # For all three, rows with labels above 1/2 have scores from one distribution, the other rows from another. Within
    # each of these two classes the scores follow the labels, ignore them, or go against them.
    names: dict[Any, str] = {"good": "A", "permuted": "B", "bad": "C"}
    soft = {names[model]: prplot.simulate.keilwagen(model).sample(2000, rng=sample) for model in names}
    hard = {name: path.hard(cut) for name, path in soft.items()}
    rows: Any = soft[names[order]].sample
    share = rows.fg / (rows.fg + rows.bg)

    left, *more = axes
    # Every fourth row is enough to see where the rows lie.
    left.plot(rows.score[::4], share[::4], ".", color="0.3", markersize=2.5, markeredgewidth=0)
    left.axhspan(cut, 1.02, color="#d5e5f0", zorder=0)
    left.axhline(cut, color="black", linewidth=0.8, linestyle="--")
    for name, away in (("positive", 4), ("negative", -11)):
        left.annotate(name, (-4.8, cut), (0, away), textcoords="offset points", fontsize="small")
    left.set(xlabel="Score", ylabel="Soft label", xlim=(-5, 6), ylim=(-0.02, 1.02), box_aspect=1)
    left.set_title(f"{names[order]}: labels and scores", fontsize="medium")
    # All three have the same labels, so the best order is one for all.
    best = soft["A"].pr().best().area()
    titled = ((hard, f"Hard labels, cut at {cut:.2f}"), (soft, f"Soft labels, at most {best:.3f}"))
    for ax, (paths, title) in zip(more, titled, strict=False):
        line = {"linestyle": ["-", "--", ":"]}
        plotted = prplot.plot(paths, ax=ax, line=line, iso_f=False, always_positive=False, legend=False)
        # Curves go everywhere, so their names and areas are above the axes.
        values = [f"{name} {path.pr().area():.3f}" for name, path in paths.items()]
        look: dict[str, Any] = {"ncols": 3, "fontsize": "small", "handlelength": 1.2, "frameon": False}
        place: Any = {"loc": "lower center", "bbox_to_anchor": (0.5, 0.98), "columnspacing": 0.8}
        ax.legend(plotted.lines, values, title=title, **look, **place)

    positive = hard[names[order]].prevalence
    sentence = (
        f"Cut at {cut:.2f}, {positive:.1%} of the rows are positive. All soft labels have mean {share.mean():.1%}."
    )
    for kind, paths in (("hard", hard), ("soft", soft))[: len(more)]:
        areas = ", ".join(f"{name} {path.pr().area():.3f}" for name, path in paths.items())
        sentence += f" Areas with {kind} labels: {areas}."
    return sentence


def lacks_cut(cut: float) -> str:
    """Return why a cut does not make as many rows positive as their labels sum up to; empty if it does."""
    path = prplot.simulate.keilwagen("good").sample(2000, rng=1)
    hard, soft = path.hard(cut).prevalence, path.prevalence
    return "" if abs(hard - soft) <= 0.04 else f"Here {hard:.1%} are positive, {'more' if hard > soft else 'fewer'}."


CUTS = even(0.1, 0.9, 0.1)
WEIGHTS = Lesson(
    "What do hard labels hide?",
    {
        "order": choice("Classifier", {"good": "A", "permuted": "B", "bad": "C"}),
        "cut": numeric("Cut", (0.05, 0.95)),
        "sample": numeric("Sample", (1, 50)),
    },
    hidden_in_labels,
    (
        LessonStep(
            "A soft label says how sure it is that a row is positive. Three classifiers have the same scores to give "
            "to rows with labels above 0.5. They give them to different rows; below 0.5 too.",
            "order",
            ("good", "permuted", "bad"),
            panels=1,
            task="Show the classifier whose scores go against the labels, on either side of the cut.",
            missing={
                "good": "These scores follow the labels.",
                "permuted": "These scores do not depend on the labels.",
                "bad": "",
            }.__getitem__,
        ),
        LessonStep(
            "A cut makes labels hard: those above it are positive. At 0.5 the three curves are one. At another cut "
            "they differ, and so do all areas.",
            "cut",
            CUTS,
            guess=Guess(
                "What is the area of A if the labels are cut at 0.4 instead of 0.5?",
                lambda: prplot.simulate.keilwagen("good").sample(2000, rng=1).hard(0.4).pr().area(),
                at=0.4,
            ),
        ),
        LessonStep(
            "The cut decides how many rows are positive. The soft labels say how many there should be: their mean.",
            "cut",
            CUTS,
            task="Find a cut at which about as many rows are positive as the mean of the soft labels says.",
            missing=lacks_cut,
        ),
        LessonStep(
            "With soft labels no cut is needed: each row is in part a true and in part a false positive. The three "
            "classifiers are far apart. Gray: out of reach for any order. At most: the best order.",
            "cut",
            CUTS,
            panels=3,
        ),
        LessonStep(
            "Is it the luck of one sample? Other samples give other areas, but soft labels put the three classifiers "
            "in the same order.",
            "sample",
            (1, 2, 3, 4, 5),
            panels=3,
        ),
    ),
)
