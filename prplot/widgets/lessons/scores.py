"""How scores become a curve: rows are predicted positive from the highest score down.

Examples
--------
>>> import prplot
>>> view = prplot.explore.scores(rows="1010")
>>> view.controls["taken"].value = 3
"""

from __future__ import annotations

from typing import Any

import numpy as np

import prplot.draw
from prplot.widgets.fields import choice, flag, numeric
from prplot.widgets.lessons.lesson import BARE, Guess, Lesson, LessonStep


def row_by_row(axes: Any, *, taken: int = 2, rows: str = "0110", cubed: bool = False) -> str:
    # Labels from the highest score down, 1 for positive.
    steps, groups = np.linspace(0.98, 0.6, 15), np.repeat([0.5, 0.4, 0.3, 0.2, 0.1], 5)
    answers, plain = {
        "0110": ("0110", np.array([0.9, 0.7, 0.5, 0.3])),
        "1010": ("1010", np.array([0.9, 0.7, 0.5, 0.3])),
        "tied": ("0110", np.array([0.6, 0.6, 0.6, 0.6])),
        "forty": ("1110110100101001001000100010000010000000", np.concatenate([steps, groups])),
    }[rows]
    labels, scores = np.array([int(answer) for answer in answers]), plain**3 if cubed else plain
    count, positives = len(labels), int(labels.sum())
    # Rows of one score are predicted positive together.
    threshold = scores[min(taken, count) - 1] if taken else np.inf
    chosen, above = scores >= threshold, scores > threshold
    inside, before, tp, tp_before = (
        int(number) for number in (chosen.sum(), above.sum(), labels @ chosen, labels @ above)
    )
    fp, negatives = inside - tp, count - positives

    strip, *curves = axes
    looks = ((1, "o", "#0072b2", "positive", (0, 9)), (0, "D", "#d55e00", "negative", (0, -17)))
    for kind, marker, color, name, away in looks:
        for mask, filled in ((chosen, color), (~chosen, "none")):
            positions = np.flatnonzero((labels == kind) & mask) + 1
            size = 9 if count < 10 else 5
            strip.plot(positions, scores[positions - 1], marker, color=color, markersize=size, markerfacecolor=filled)
        row = np.flatnonzero(labels == kind)[0 if kind else -1]
        side = "left" if row == 0 else "right" if row == count - 1 else "center"
        box = {"facecolor": "white", "edgecolor": "none", "pad": 1, "alpha": 0.8}
        strip.annotate(name, (row + 1, scores[row]), away, textcoords="offset points", color=color, ha=side, bbox=box)
    strip.axvspan(0, inside + 0.5, color="0.92", zorder=0)
    # The threshold is drawn between the scores on its two sides.
    cut = scores[chosen].min(initial=1.05)
    strip.axhline(cut, color="black", linestyle="--", linewidth=1.2)
    strip.set(xlim=(0.5, count + 0.5), ylim=(-0.15, 1.15), yticks=(0, 0.5, 1), xlabel="Row", ylabel="Score")
    strip.set_xticks(range(max(count // 8, 1), count + 1, max(count // 8, 1)))
    strip.set_title(f"TP {tp}, FP {fp}, FN {positives - tp}, TN {negatives - fp}", fontsize="medium")

    whole = prplot.from_labels(labels, scores)
    for ax, curve in zip(curves, (whole.pr(), whole.roc()), strict=False):
        space = curve.space.name
        prplot.plot(curve, ax=ax, line=False, **BARE)
        if inside:
            trail = prplot.from_labels(labels[chosen], scores[chosen], positives=positives, negatives=negatives)
            prplot.plot(trail.curve(space), ax=ax, unreached=False, **BARE)
            # With no row predicted positive, precision is not defined.
            x, y = (coordinates[1 if space == "pr" else 0 :] for coordinates in trail.curve(space)._vertices)
            ax.plot(x, y, "o", color="#0072b2", markersize=5, markerfacecolor="white", zorder=4)
            ax.plot(x[-1], y[-1], "o", color="black", markersize=8, zorder=5, clip_on=False)
        ax.set_title(f"{space.upper()} curve", fontsize="medium")

    if not inside:
        return f"No row is predicted positive: precision, 0 / 0, is not defined, and recall is 0 / {positives}."
    who = f"row {inside} is {'positive' if tp > tp_before else 'negative'}"
    if inside - before > 1:
        who = f"rows {before + 1} to {inside} share this score, {tp - tp_before} positive among them"
    change = tp * before - tp_before * inside
    moved = "is" if not before else "rises to" if change > 0 else "falls to" if change < 0 else "stays at"
    held = "is" if not before else "rises to" if tp > tp_before else "stays at"
    return (
        f"Threshold {threshold:.3g}: {who}. Precision {moved} {tp} / {inside} = {tp / inside:.3f}, recall {held} "
        f"{tp} / {positives} = {tp / positives:.3f}."
    )


FOUR = (0, 1, 2, 3, 4)
SCORES = Lesson(
    "How do scores become a curve?",
    {
        "taken": numeric("Rows taken in", (0, 40)),
        "rows": choice("Rows", {"0110": "0 1 1 0", "1010": "1 0 1 0", "tied": "0 1 1 0, all tied", "forty": "40 rows"}),
        "cubed": flag("Cube the scores"),
    },
    row_by_row,
    (
        LessonStep(
            "Rows are sorted by score, the highest first. Rows in the gray band are predicted positive. Precision is "
            "the share of positives among them; recall is the share of all positives that they contain.",
            "taken",
            (0, 1, 2, 3),
            guess=Guess(
                "If the first three rows are predicted positive, what is the precision?",
                lambda: 2 / 3,
                at=3,
            ),
        ),
        LessonStep(
            "The threshold moves down and takes in row after row. A positive row raises recall. A negative row leaves "
            "recall where it was, and no negative row raises precision.",
            "taken",
            FOUR,
            {"taken": 1},
            task="Go past the threshold of greatest precision.",
            missing=lambda taken: "" if taken > 3 else "Up to here no row has lowered precision.",
        ),
        LessonStep(
            "All four rows have the same score. No threshold separates them, so they are predicted positive together.",
            "taken",
            FOUR,
            {"rows": "tied", "taken": 0},
            task="Ask for one row, and see how many rows you get.",
            missing=lambda taken: "" if taken == 1 else f"You asked for {taken} rows; ask for 1.",
        ),
        LessonStep(
            "Now the order is positive, negative, positive, negative. Recall never falls while the threshold moves "
            "down; precision may fall and rise again.",
            "taken",
            FOUR,
            {"rows": "1010", "taken": 1},
            task="Find a row that lowers precision and leaves recall where it was.",
            missing=lambda taken: "" if taken == 2 or taken > 3 else "Here recall rises, or is 0.",
        ),
        LessonStep(
            "Forty rows make a longer curve. The ROC curve plots the same recall, there called true positive rate, "
            "against the share of negatives predicted positive.",
            "taken",
            (*range(16), 20, 25, 30, 35, 40),
            {"rows": "forty", "taken": 20},
            panels=3,
        ),
        LessonStep(
            "Cubing changes every score, but not the order of the rows. Curves depend on the order alone: only scores "
            "and threshold change.",
            "cubed",
            (False, True),
            {"rows": "forty", "taken": 12},
            panels=3,
        ),
    ),
)
