"""How far curves and areas move when another sample is drawn, and how often the worse of two looks better.

Examples
--------
>>> import prplot
>>> view = prplot.explore.luck(positives=100)
>>> view.controls["same"].value = True
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np

import prplot.draw
import prplot.simulate
from prplot.widgets.fields import flag, numeric
from prplot.widgets.lessons.lesson import BARE, Guess, Lesson, LessonStep

COUNTS = (10, 20, 50, 100, 500)


def paths_of(positives: int, draws: int, same: bool) -> Any:
    # One row in ten is positive. Positives score N(1, 1) by A and N(1.2, 1) by B, negatives N(0, 1) by both.
    a, b = prplot.simulate.binormal(1.0), prplot.simulate.binormal(1.2)
    rows = 10 * positives
    of_a: Any = [a.sample(rows, prevalence=0.1, rng=seed) for seed in range(1, draws + 1)]
    if not same:
        return of_a, [b.sample(rows, prevalence=0.1, rng=100 + seed) for seed in range(1, draws + 1)]
    of_b = []
    for seed, path in enumerate(of_a, 101):
        # Both score the same rows. Rows that are hard for A are mostly hard for B, with a correlation of 0.8 within
        # each class.
        label, own = path.sample.fg, np.random.default_rng(seed).normal(size=rows)
        of_b.append(prplot.from_labels(label, 1.2 * label + 0.8 * (path.sample.score - label) + 0.6 * own))
    return of_a, of_b


def another_sample(axes: Any, *, positives: int = 20, draws: int = 100, same: bool = False) -> str:
    of_a, of_b = paths_of(positives, draws, same)
    areas = np.array([[path.pr().area() for path in paths] for paths in (of_a, of_b)]).T
    gaps = areas[:, 1] - areas[:, 0]
    losses = np.sum(gaps < 0)

    fan, *more = axes
    blue, red = "#0072b2", "#d55e00"
    recalls = np.linspace(0, 1, 101)
    heights = [path.pr().at(recalls) for path in of_a]
    fan.fill_between(recalls, *np.quantile(heights, [0.05, 0.95], axis=0), color=blue, alpha=0.12, linewidth=0)
    true = [prplot.simulate.binormal(by).path(0.1).pr(label=f"true {name}") for name, by in (("A", 1.0), ("B", 1.2))]
    last = [path.pr(label=name) for name, path in (("A", of_a[-1]), ("B", of_b[-1]))]
    line = {"color": [blue, red, blue, red], "linestyle": ["-", "-", ":", ":"]}
    prplot.plot([*last, *true], ax=fan, line=line, **BARE)
    prplot.draw.direct_labels(fan)
    fan.set_title(f"Draw {draws}; band: 90 % of A so far" if draws > 1 else "Draw 1", fontsize="medium")

    jitter = np.random.default_rng(0).uniform(-0.28, 0.28, draws)

    def draw_dots(ax: Any, values: Any, color: str, y: int) -> None:
        ax.plot(values, y + jitter, "o", color=color, alpha=0.4, markersize=4, markeredgewidth=0)
        ax.plot(values[-1], y + jitter[-1], "o", color=color, markeredgecolor="black", markersize=6)

    for ax in more[:1]:
        draw_dots(ax, areas[:, 0], blue, 1)
        draw_dots(ax, areas[:, 1], red, 0)
        for y, curve in enumerate(true[::-1]):
            ax.plot([curve.area()] * 2, [y - 0.4, y + 0.4], color="black", linewidth=2)
            ax.annotate("true", (curve.area(), y + 0.4), (0, 2), textcoords="offset points", ha="center")
        ax.set(xlim=(0, 1), ylim=(-0.6, 1.65), yticks=(0, 1), yticklabels="BA", xlabel="Area", box_aspect=1)
        ax.set_title("One dot per draw; black edge: the last", fontsize="medium")
    for ax in more[1:]:
        draw_dots(ax, gaps, "0.35", 0)
        ax.axvline(0, color="black", linewidth=1)
        ax.text(-0.55, 0.5, "B loses")
        ax.text(0.55, 0.5, "B wins", ha="right")
        ax.set(xlim=(-0.6, 0.6), ylim=(-0.6, 0.65), yticks=[], xlabel="Area of B minus area of A", box_aspect=1)
        ax.set_title(f"B loses {losses} of {draws}", fontsize="medium")

    sentence = (
        f"In draw {draws} the area of A is {areas[-1, 0]:.3f}, that of B {areas[-1, 1]:.3f}: the "
        f"{'worse' if gaps[-1] < 0 else 'better'} classifier is ahead."
    )
    low, high = np.quantile(areas[:, 0], [0.05, 0.95])
    if len(more) == 1:
        sentence += f" Nine of ten areas of A lie from {low:.3f} to {high:.3f}."
    return sentence + (f" B loses in {losses} of {draws} draws." if len(more) == 2 else "")


@cache
def gaps_of(positives: int, draws: int, same: bool) -> Any:
    """Return, for each draw, the area of B minus the area of A."""
    of_a, of_b = paths_of(positives, draws, same)
    return np.array([b.pr().area() - a.pr().area() for a, b in zip(of_a, of_b, strict=True)])


def lacks_fewest(share: float, same: bool, positives: int) -> str:
    """Return why this is not the least number of positives with which B loses in a small enough share of 100 draws.

    The share must be below ``share``. The result is empty if the task is done.
    """
    losing, *fewer = (
        np.mean(gaps_of(count, 100, same) < 0) for count in (positives, *(c for c in COUNTS if c < positives))
    )
    if losing < share <= min(fewer, default=1):
        return ""
    return f"B loses in {losing:.0%} of the draws.{' Would fewer positives do?' * bool(losing < share)}"


def lacks_misled(positives: int, draws: int) -> str:
    """Return why the last draw is not misleading (B is not behind); empty if it is."""
    return "" if gaps_of(positives, draws, same=False)[-1] < 0 else "In this draw B is ahead."


LUCK = Lesson(
    "Is it better, or lucky?",
    {
        "positives": numeric("Positives", (10, 500)),
        "draws": numeric("Draws so far", (1, 100)),
        "same": flag("Same rows for both"),
    },
    another_sample,
    (
        LessonStep(
            "B is better than A: its true area is 0.363, that of A 0.293. A single sample, with about 20 positives "
            "in 200 rows, shows you the solid lines instead. Dotted: the true curves.",
            "draws",
            (*range(1, 11), 20, 50, 100),
            {"draws": 1},
            panels=1,
            task="Stop at a draw in which A, the worse one, is ahead.",
            missing=partial(lacks_misled, 20),
        ),
        LessonStep(
            "Each draw gives one area of A and one of B. The more positives a sample has, the closer the areas lie to "
            "the true ones.",
            "positives",
            COUNTS,
        ),
        LessonStep(
            "A and B are tested on rows of their own. B loses where its sample was unlucky, or that of A lucky.",
            "positives",
            COUNTS,
            panels=3,
            guess=Guess(
                "With about 50 positives in each sample, in how many of 100 draws does B lose?",
                lambda: np.sum(gaps_of(50, 100, same=False) < 0),
                high=100.0,
                digits=0,
                at=50,
            ),
        ),
        LessonStep(
            "How many positives does it take to see which one is better? That depends on how often you accept a wrong "
            "answer.",
            "positives",
            COUNTS,
            panels=3,
            task="Find the fewest positives with which B loses less than one draw in five.",
            missing=partial(lacks_fewest, 0.2, False),
        ),
        LessonStep(
            "Now both are tested on the same rows. A row that is hard for A is mostly hard for B. Much of the "
            "luck therefore cancels in the difference.",
            "positives",
            COUNTS,
            {"same": True},
            panels=3,
            task="Find the fewest positives with which B loses less than one draw in ten.",
            missing=partial(lacks_fewest, 0.1, True),
        ),
        LessonStep(
            "Again each has rows of its own, with about 100 positives in each sample. Whoever sees a single draw "
            "cannot know whether it misleads.",
            "draws",
            tuple(range(1, 13)),
            {"positives": 100, "draws": 1},
            panels=3,
            task="Stop at a draw that misleads: B loses in it.",
            missing=partial(lacks_misled, 100),
        ),
    ),
    helpers=(paths_of,),
)
