"""How scores become a curve: rows are taken in from the highest score down.

Examples
--------
>>> import prplot
>>> view = prplot.explore.scores(rows="1010")
>>> view.controls["taken"].value = 3
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import prplot.draw
from prplot.widgets.controls.factories import checkbox, dropdown, int_slider, titled
from prplot.widgets.lessons.lesson import Guess, Lesson, Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure


TITLES = {"0110": "0 1 1 0", "1010": "1 0 1 0", "tied": "0 1 1 0, all tied", "forty": "40 rows"}


def row_by_row(figure: Figure, *, taken: int = 2, rows: str = "0110", cubed: bool = False) -> str:
    # Labels from the highest score down, 1 for positive. Rows of one score come in together.
    steps, groups = np.linspace(0.98, 0.6, 20), np.repeat([0.5, 0.4, 0.3, 0.2], 5)
    answers, plain = {
        "0110": ("0110", np.array([0.9, 0.7, 0.5, 0.3])),
        "1010": ("1010", np.array([0.9, 0.7, 0.5, 0.3])),
        "tied": ("0110", np.array([0.6, 0.6, 0.6, 0.6])),
        "forty": ("1110110100101001001000100010000010000000", np.concatenate([steps, groups])),
    }[rows]
    labels, scores = np.array([int(answer) for answer in answers]), plain**3 if cubed else plain
    count, positives = len(labels), int(labels.sum())
    last = min(taken, count) - 1
    threshold = np.inf if taken == 0 else scores[last]
    called, above = scores >= threshold, scores > threshold
    inside, before = int(called.sum()), int(above.sum())
    tp, found = int(labels[called].sum()), int(labels[above].sum())
    fp, negatives = inside - tp, count - positives
    fraction = f"{tp} / ({tp} + {fp})" + (f" = {tp / inside:.3f}" if inside else "")

    places: list[Any] = [["rows", "rows", "matrix"], ["pr", "prg", "roc"]]
    axes = figure.subplot_mosaic(places, height_ratios=[3, 5], gridspec_kw={"wspace": 0.13})
    top, matrix = axes["rows"], axes["matrix"]
    for kind, marker, color, name in ((1, "o", "#0072b2", "positive"), (0, "D", "#d55e00", "negative")):
        for there, filled in ((called, color), (~called, "none")):
            place = np.flatnonzero((labels == kind) & there)
            size = 9 if count < 10 else 5
            top.plot(place + 1, scores[place], marker, color=color, markersize=size, markerfacecolor=filled)
        top.plot([], [], marker, color=color, markersize=6, label=name)
    top.axvspan(0, inside + 0.5, color="0.92", zorder=0)
    # The threshold is drawn between the scores that are in and those that are not.
    cut = (scores[called].min(initial=1.05) + scores[~called].max(initial=0.0)) / 2
    top.axhline(cut, color="black", linestyle="--", linewidth=1.2)
    top.set(xlim=(0.5, count + 0.5), ylim=(-0.05, 1.1), yticks=(0, 0.5, 1), xlabel="Row", ylabel="Score")
    top.set_xticks(range(max(count // 8, 1), count + 1, max(count // 8, 1)))
    top.set_title(f"{inside} of {count} rows are in", loc="left", fontsize="medium")
    top.legend(loc="lower right", bbox_to_anchor=(1, 0.98), ncols=2, frameon=False)

    corners = (
        (0.5, 1.5, "TP", tp),
        (1.5, 1.5, "FN", positives - tp),
        (0.5, 0.5, "FP", fp),
        (1.5, 0.5, "TN", negatives - fp),
    )
    for x, y, name, number in corners:
        matrix.text(x, y, f"{name} {number}", fontsize=17, ha="center", va="center")
    matrix.plot([1, 1, 1, 0, 2], [0, 2, 1, 1, 1], color="0.7", linewidth=0.8)
    matrix.set(xlim=(0, 2), ylim=(0, 2), xticks=(0.5, 1.5), yticks=(0.5, 1.5))
    matrix.set_xticklabels(["in: called\npositive", "not in: called\nnegative"])
    matrix.set_yticklabels(["negative", "positive"])
    matrix.tick_params(length=0, labeltop=True, labelbottom=False)

    whole = prplot.from_labels(labels, scores)
    tps, fps = (counts[1:][whole.thresholds[1:] >= threshold] for counts in (whole.tp, whole.fp))
    precision, recall = tps / (tps + fps), tps / positives
    with np.errstate(divide="ignore"):
        gain, recall_gain = (1 - positives / negatives * (1 / rate - 1) for rate in (precision, recall))
    # With no row in, ROC has a point already, the others have none.
    dots: dict[Any, Any] = {
        "pr": (recall, precision),
        "prg": (recall_gain, gain),
        "roc": (np.append(0, fps) / negatives, np.append(0, recall)),
    }
    bare: dict[str, Any] = dict.fromkeys(("unachievable", "iso_f", "chance", "always_positive", "legend"), False)
    for space, (x, y) in dots.items():
        ax = axes[space]
        prplot.plot(whole.curve(space), ax=ax, line=False, **bare)
        if inside and min(x.max(), y.max()) >= 0:
            trail = prplot.from_labels(labels[called], scores[called], positives=positives, negatives=negatives)
            prplot.plot(trail.curve(space).named(space.upper()), ax=ax, unreached=False, **bare)
        ax.plot(x, y, "o", color="#0072b2", markersize=5, markerfacecolor="white", zorder=4)
        for here in ax.plot(x[-1:], y[-1:], "o", color="black", markersize=8, zorder=5, clip_on=False):
            here.set_in_layout(False)
    outside = " (outside)" if inside and min(recall_gain[-1], gain[-1]) < 0 else ""
    gained = f"Gains: recall {recall_gain[-1]:.2f}, precision {gain[-1]:.2f}{outside}" if inside else "No gains"
    axes["pr"].set_title(f"Precision {fraction}", fontsize="medium")
    axes["prg"].set_title(gained, fontsize="medium")
    axes["roc"].set_title(f"TPR {tp} / {positives}, FPR {fp} / {negatives}", fontsize="medium")

    order = " Cubed scores have the same order: only the threshold moves." if cubed else ""
    if not inside:
        return f"No row is in: nothing is called positive, and precision, 0 / (0 + 0), is undefined.{order}"
    added, pure = inside - before, tp - found
    who = f"Row {inside} came in, and it is {'positive' if pure else 'negative'}"
    if added > 1:
        who = f"Rows {before + 1} to {inside} have the same score and came in together, {pure} of {added} positive"
    if not before:
        return f"{who}: precision is {fraction}, recall {tp} / {positives}.{order}"
    more = pure * before - found * added
    purer, moved = (
        ("as pure as", "stays") if more == 0 else ("purer than", "rose") if more > 0 else ("less pure than", "fell")
    )
    return (
        f"{who}: {purer} what was in ({found} of {before} positive), so precision {moved} "
        f"{'at' if more == 0 else f'from {found / before:.3f} to'} {fraction}. "
        f"Recall {f'rose from {found} / {positives} to' if pure else 'stays at'} {tp} / {positives}.{order}"
    )


def lacks_past(*, taken: int, rows: str, cubed: bool) -> str:  # noqa: ARG001
    """Say what keeps a state from being past the greatest precision of 0110."""
    if rows != "0110":
        return 'Choose "0 1 1 0" under "Rows".'
    if taken == 0:
        return "No row is in yet."
    return "" if taken > 3 else "Up to here no row has lowered precision."


def lacks_tied(*, taken: int, rows: str, cubed: bool) -> str:  # noqa: ARG001
    """Say what keeps a state from one row asked for where all have the same score."""
    if rows != "tied":
        return "These rows have different scores. Choose rows that are all tied."
    if taken == 1:
        return ""
    return f'"Rows taken in" asks for {taken or "none"}; ask for 1.'


def lacks_still(*, taken: int, rows: str, cubed: bool) -> str:  # noqa: ARG001
    """Say what keeps a state from a row of 1010 that lowers precision and leaves recall where it is."""
    if rows != "1010":
        return 'Choose "1 0 1 0" under "Rows".'
    if taken == 0:
        return "No row is in."
    return "" if taken == 2 or taken >= 4 else f"Row {taken} is positive: it raised recall."


SCORES = Lesson(
    "How do scores become a curve?",
    "Rows stand in order, the highest score first; 1 is a positive row, 0 a negative one. The threshold moves down and "
    "takes in row after row, called positive. Precision says how pure these rows are: TP / (TP + FP). Recall says how "
    "many of all positives they hold: TP / (TP + FN).",
    (9.4, 5.4),
    {
        "taken": int_slider("Rows taken in", 0, 40),
        "rows": dropdown("Rows", titled(("0110", "1010", "tied", "forty"), TITLES)),
        "cubed": checkbox("Cube the scores"),
    },
    row_by_row,
    Guess(
        "The first three rows of 0 1 1 0 are called positive. What is the precision?",
        lambda: 2 / 3,
        low=0.0,
        high=1.0,
        digits=3,
        at={"taken": 3},
        place=lambda precision: (2, 1.0, precision),
    ),
    (
        Task("In 0 1 1 0 go past the threshold of greatest precision.", lacks_past),
        Task("Give all four rows one score, and try to take in only one of them.", lacks_tied),
        Task("In 1 0 1 0 find a row that lowers precision and leaves recall where it was.", lacks_still),
    ),
    {
        "1 0 1 0": {"rows": "1010", "taken": 1},
        "All tied": {"rows": "tied", "taken": 0},
        "40 rows": {"rows": "forty", "taken": 20},
    },
    {"taken": (0, 1, 2, 3, 4, 20, 25, 40)},
    {"taken": lambda *, rows, **_: 40 if rows == "forty" else 4},
)
