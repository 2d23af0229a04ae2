"""How far curves and areas move when another sample is drawn, and how often the worse of two looks better.

Examples
--------
>>> import prplot
>>> view = prplot.explore.luck(positives=100)
>>> view.controls["same"].value = True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import prplot.draw
import prplot.simulate
from prplot.widgets.controls.factories import checkbox, dropdown, int_slider
from prplot.widgets.lessons.lesson import Guess, Lesson, Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COUNTS = (10, 20, 50, 100, 500)
POSITIVES: Any = [(str(count), count) for count in COUNTS]


def another_sample(figure: Figure, *, positives: int = 20, draws: int = 100, same: bool = False) -> str:
    # One row in ten is positive. Positives score N(1, 1) by A and N(1.2, 1) by B, negatives N(0, 1) by both.
    a, b = prplot.simulate.binormal(1.0), prplot.simulate.binormal(1.2)
    rows = 10 * positives
    of_a = [a.sample(rows, prevalence=0.1, rng=seed) for seed in range(1, draws + 1)]
    if same:
        # The same rows: what is hard for A is mostly hard for B, with a correlation of 0.8 within each class.
        of_b = []
        for seed, path in enumerate(of_a, 101):
            assert path.sample is not None
            label = path.sample.fg
            own = np.random.default_rng(seed).normal(size=rows)
            of_b.append(prplot.from_labels(label, 1.2 * label + 0.8 * (path.sample.score - label) + 0.6 * own))
    else:
        of_b = [b.sample(rows, prevalence=0.1, rng=100 + seed) for seed in range(1, draws + 1)]
    areas = np.array([[one.pr().area(), other.pr().area()] for one, other in zip(of_a, of_b, strict=True)])
    gaps = areas[:, 1] - areas[:, 0]
    losses = int(np.sum(gaps < 0))

    panels = figure.subplot_mosaic([["fan", "areas"], ["fan", "gap"], ["fan", "lost"]], height_ratios=(2, 1.1, 0.5))
    fan, strip, gap, lost = (panels[name] for name in ("fan", "areas", "gap", "lost"))
    blue, red = "#0072b2", "#d55e00"
    recalls = np.linspace(0, 1, 41)
    for path in of_a[:-1]:
        fan.plot(recalls, path.pr().at(recalls), color=blue, alpha=0.2, linewidth=0.7)
    true = [model.path(0.1).pr(label=f"true {name}") for name, model in (("A", a), ("B", b))]
    last = [path.pr(label=f"last {name}") for name, path in (("A", of_a[-1]), ("B", of_b[-1]))]
    bare: dict[str, Any] = {"iso_f": False, "chance": False, "always_positive": False, "unachievable": False}
    lines = prplot.plot([*last, *true], ax=fan, legend={"title": "Area", "loc": "upper right"}, **bare).lines
    for line, color, style in zip(lines, (blue, red, "black", "black"), ("-", "--", ":", "-"), strict=True):
        line.set(color=color, linewidth=2, linestyle=style)
    fan.set_title("Curves of A, draw after draw", fontsize="medium")

    rng = np.random.default_rng(0)
    jitter = rng.uniform(-0.28, 0.28, draws)
    for y, color in enumerate((red, blue)):
        column = areas[:, 1 - y]
        strip.plot(column, y + jitter, "o", color=color, alpha=0.35, markersize=3, markeredgewidth=0)
        strip.plot(column[-1], y + jitter[-1], "o", color=color, markeredgecolor="black", markersize=6)
        low, high = np.quantile(column, [0.05, 0.95])
        if draws >= 20:
            strip.plot([low, high], [y - 0.42, y - 0.42], "|-", color="black", markersize=7)
        at = true[1 - y].area()
        strip.plot([at, at], [y - 0.35, y + 0.35], color="black", linewidth=2)
    strip.set(xlim=(0, 1), ylim=(-0.6, 1.45), yticks=(0, 1), yticklabels="BA", xlabel="Area")
    strip.set_title("Upright: true; level: 5 to 95 %; ring: last draw", fontsize="medium")
    gap.axvline(0, color="black", linewidth=1)
    gap.plot(gaps, jitter, "o", color="0.35", alpha=0.45, markersize=3, markeredgewidth=0)
    gap.plot(gaps[-1], jitter[-1], "o", color="0.35", markeredgecolor="black", markersize=6)
    gap.set(xlim=(-0.6, 0.6), ylim=(-0.4, 0.4), yticks=[], xlabel="Area of B minus area of A (left of 0: B loses)")
    lost.barh(0, 100 * losses / draws, color="0.7")
    lost.set(xlim=(0, 100), ylim=(-0.5, 0.5), yticks=[], xlabel=f"B loses in {losses} of {draws} (%)")

    low, high = np.quantile(areas[:, 0], [0.05, 0.95])
    ranging = f"lies from {low:.3f} to {high:.3f} in about nine of ten draws"
    if draws < 20:
        ranging = f"was from {areas[:, 0].min():.3f} to {areas[:, 0].max():.3f} so far"
    if draws == 1:
        ranging = "varies, and one draw does not tell how much"
    return (
        f"About {positives} positives in {rows:,} rows per draw: the area of A, in truth {true[0].area():.3f}, "
        f"{ranging}. B is better, in truth {true[1].area():.3f}; tested on "
        f"{'the same rows' if same else 'rows of its own'} it loses in {losses} of {draws} draw{'s' * (draws > 1)}. "
        f"In the last one A has {areas[-1, 0]:.3f} and B {areas[-1, 1]:.3f}: "
        f"{'the worse' if gaps[-1] < 0 else 'the better'} one is ahead."
    )


def gaps_of(positives: int, draws: int, same: bool) -> Any:
    """Return by how much the area of B is above that of A in each draw."""
    a, b = prplot.simulate.binormal(1.0), prplot.simulate.binormal(1.2)
    rows = 10 * positives
    gaps = []
    for seed in range(1, draws + 1):
        one = a.sample(rows, prevalence=0.1, rng=seed)
        other = b.sample(rows, prevalence=0.1, rng=100 + seed)
        if same:
            assert one.sample is not None
            label, own = one.sample.fg, np.random.default_rng(100 + seed).normal(size=rows)
            other = prplot.from_labels(label, 1.2 * label + 0.8 * (one.sample.score - label) + 0.6 * own)
        gaps.append(other.pr().area() - one.pr().area())
    return np.array(gaps)


def lost_with_fifty() -> float:
    """Return in how many of 100 draws B loses, with about 50 positives."""
    return float(np.sum(gaps_of(50, 100, same=False) < 0))


def lacks_fewest(share: float, positives: int, draws: int, same: bool) -> str:
    """Say what keeps the positives from being the fewest with which B loses in a smaller share of the draws."""
    if draws < 100:
        return f"A share of so few draws varies much ({draws}); take all 100."
    losing = np.mean(gaps_of(positives, draws, same) < 0)
    if losing >= share:
        return f"B still loses in {losing:.1%} of the draws."
    fewer = [count for count in COUNTS if count < positives]
    if fewer and np.mean(gaps_of(fewer[-1], draws, same) < 0) < share:
        return f"With {positives} it is {losing:.1%}. Would fewer do?"
    return ""


def lacks_own(*, positives: int, draws: int, same: bool) -> str:
    """Say what keeps a state from the fewest positives for one draw in five, on new rows."""
    if same:
        return "Both are tested on the same rows; the task is about rows of their own."
    return lacks_fewest(0.2, positives, draws, same)


def lacks_same(*, positives: int, draws: int, same: bool) -> str:
    """Say what keeps a state from the fewest positives for one draw in ten, on the same rows."""
    if not same:
        return "Test both on the same rows."
    return lacks_fewest(0.1, positives, draws, same)


def lacks_misled(*, positives: int, draws: int, same: bool) -> str:
    """Say what keeps the last draw from misleading although there are 100 positives."""
    if positives != 100:
        return f"There are about {positives} positives; the task is about 100."
    gap = gaps_of(positives, draws, same)[-1]
    return "" if gap < 0 else f"In the last draw B is ahead by {gap:.3f}."


LUCK = Lesson(
    "Is it better, or lucky?",
    "B is better than A: its true area is 0.363, that of A 0.293. But who has only a sample, with about 20 positives "
    "in 200 rows, sees areas of A from 0.16 to 0.44. Tested on rows of its own, B loses in 37 draws of 100.",
    (9.4, 4.6),
    {
        "positives": dropdown("Positives", POSITIVES),
        "draws": int_slider("Draws so far", 1, 100),
        "same": checkbox("Same rows for both"),
    },
    another_sample,
    Guess(
        "If each draw has about 50 positives in 500 rows, in how many of 100 draws does B lose?",
        lost_with_fifty,
        low=0,
        high=100,
        digits=0,
        at={"positives": 50},
        place=lambda percent: (3, percent, -0.25),
    ),
    (
        Task("Rows of their own: find the fewest positives with which B loses less than one draw in five.", lacks_own),
        Task("Same rows for both: find the fewest with which B loses less than one draw in ten.", lacks_same),
        Task("With about 100 positives, stop at a draw that misleads: B loses in it.", lacks_misled),
    ),
    {
        "One draw": {"draws": 1},
        "Same rows": {"same": True},
        "500 positives": {"positives": 500},
    },
    {"draws": (1, 2, 3, 12, 50, 100)},
)
