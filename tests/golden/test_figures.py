"""Figures show the lines and say the words that they did; and legends and texts keep out of each other's way."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from golden import figures
from golden.recorders import golden
from golden.seen import distances

# Of the axes: several times what is lost in the recording of a line.
CLOSE = 2e-4
# What today does otherwise: π at the corner where two secondary axes meet.
OVERLAP = {"secondary axes"}
LINES, TEXTS = golden("figures-lines.json"), golden("figures-texts.json")
# All that is asked of a figure follows one another, so that one process draws it once.
every_figure = pytest.mark.parametrize("name", figures.NAMES, scope="module")


def of(entries: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in entries.items() if key.startswith(f"{name} | ")}


def recorded(lines: list[list[int]]) -> list[np.ndarray]:
    return [np.reshape(line, (-1, 2)) * figures.UNIT for line in lines]


def segments(lines: list[np.ndarray]) -> np.ndarray:
    """All segments of lines; a point is one without a length."""
    return np.concatenate(
        [np.stack([line[: max(len(line) - 1, 1)], line[-max(len(line) - 1, 1) :]], 1) for line in lines]
    )


def points_along(pieces: np.ndarray, step: float = 0.01) -> np.ndarray:
    ends = np.unique(pieces.reshape(-1, 2), axis=0)
    counts = (np.hypot(*(pieces[:, 1] - pieces[:, 0]).T) / step).astype(int)
    which = np.repeat(np.arange(len(pieces)), counts)
    share = (np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts) + 0.5) / counts[which]
    return np.concatenate([ends, pieces[which, 0] + share[:, None] * (pieces[which, 1] - pieces[which, 0])])


def apart(some: list[np.ndarray], other: list[np.ndarray]) -> float:
    """How far any point of some lines is from the nearest of the others, either way."""
    one, two = segments(some), segments(other)
    return max(distances(points_along(one), two).max(), distances(points_along(two), one).max())


@every_figure
def test_lines_fills_and_marks_are_where_they_were(name: str) -> None:
    before, now = of(LINES, name), figures.lines_of(name)
    assert sorted(now) == sorted(before)
    for key in now:
        if key.endswith(" | axes"):
            for axis in "xy":
                (scale, *limits), (old_scale, *old_limits) = now[key][axis], before[key][axis]
                assert (key, scale) == (key, old_scale)
                assert limits == pytest.approx(old_limits, rel=1e-3, abs=1e-3 * np.ptp(old_limits)), f"{key}, {axis}"
        else:
            written = figures.written_lines(name, key, now[key])
            close = figures.RANDOM_CLOSE if figures.is_random(name, key) else CLOSE
            assert written == before[key] or apart(recorded(written), recorded(before[key])) < close, key


@every_figure
def test_texts_are_those_that_were_there(name: str) -> None:
    assert figures.texts_of(name) == of(TEXTS, name)


def test_sentences_are_those_that_were_said() -> None:
    found = figures.sentences()
    assert found == {key: TEXTS.get(key) for key in found}


def test_nothing_else_is_recorded() -> None:
    names = {key.split(" | ")[0] for key in (*LINES, *TEXTS)} - {key.split(" | ")[0] for key in figures.sentences()}
    assert names == set(figures.NAMES)


# Layout, of which nothing is recorded.


@every_figure
def test_no_text_is_cut_by_the_edge(name: str) -> None:
    box = figures.seen(name).figure_box.padded(1)
    cut = [
        text
        for text, where in figures.seen(name).text_boxes
        if not (box.contains(*where.min) and box.contains(*where.max))
    ]
    assert not cut


@every_figure
def test_no_texts_overlap(name: str) -> None:
    boxes = figures.seen(name).text_boxes
    over = [(one, two) for (one, a), (two, b) in combinations(boxes, 2) if a.overlaps(b)]
    assert not over or name in OVERLAP


@every_figure
def test_no_legend_covers_what_it_names(name: str) -> None:
    for legend, lines in figures.seen(name).legends:
        for line in lines:
            places = points_along(segments([line]))
            assert not ((places > legend.min) & (places < legend.max)).all(axis=1).any()
