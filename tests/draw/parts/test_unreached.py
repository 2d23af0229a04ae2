"""Curves that end early: their ends, and the recalls that no threshold reaches."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from matplotlib.colors import to_hex

import prplot
from prplot.draw import unreached

HITS = (1, 3, 10, 12, 13, 14, 23)
LABEL, SCORE = [rank in HITS for rank in range(1, 25)], np.arange(24, 0, -1)
UNKNOWN = prplot.from_labels(LABEL, SCORE, positives=15, name="detector")
KNOWN = prplot.from_labels(LABEL, SCORE, positives=15, negatives=100, name="detector")
SPACES = ("pr", "prg", "roc", "croc")


def hatched(ax):
    return [patch for patch in ax.patches if patch.get_hatch()]


@pytest.mark.parametrize("space", SPACES)
def test_the_line_ends_in_an_open_mark(space, ax):
    (line,) = prplot.plot(KNOWN, space, ax).lines
    ax.figure.draw_without_rendering()
    curve = KNOWN.curve(space)
    assert (line.get_marker(), list(line.get_markevery())) == ("o", [-1])
    assert to_hex(line.get_markerfacecolor()) == "#ffffff"
    assert [line.get_xdata()[-1], line.get_ydata()[-1]] == pytest.approx([curve.x[-1], curve.y[-1]], abs=1e-12)
    assert any(text.get_text() == "recall 0.47" for text in ax.texts)


@pytest.mark.parametrize("space", SPACES)
def test_what_is_hatched_is_the_recalls_beyond(space, ax):
    """Whatever the space: the inverse of each corner has a recall from that reached up to 1."""
    prplot.plot(KNOWN, space, ax)
    ax.figure.draw_without_rendering()
    (region,) = hatched(ax)
    x, y = region.get_xy().T
    where = KNOWN.curve(space).space
    inside = (x >= 0) & (x <= 1) & (y > 1e-6) & (y <= 1)
    _, tpr = where.inverse(x[inside], y[inside])
    assert tpr.min() == pytest.approx(7 / 15, abs=1e-9)
    assert tpr.max() == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("space", ["pr", "roc"])
def test_where_no_positive_is_returned_all_is_hatched(space, ax):
    prplot.plot(prplot.from_labels([0, 0], [2, 1], positives=3, negatives=9), space, ax)
    ax.figure.draw_without_rendering()
    (region,) = hatched(ax)
    for corner in ([0.02, 0.02], [0.02, 0.98], [0.98, 0.02], [0.98, 0.98]):
        assert region.get_path().contains_point(corner), corner


def test_the_legend_says_how_far(ax):
    legend = prplot.plot(KNOWN, ax=ax).legend
    ax.figure.draw_without_rendering()
    assert legend.get_texts()[0].get_text() == "detector  0.214, recall to 0.47"


def test_without_negatives_only_f_lines_surround_it(ax):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        artists = prplot.plot(UNKNOWN, ax=ax)
        ax.figure.draw_without_rendering()
    assert set(artists.surroundings) == {"iso_f", "unreached"}
    assert len(artists.surroundings["iso_f"].lines) == 4
    for line, level in zip(artists.surroundings["iso_f"].lines, (0.2, 0.4, 0.6, 0.8), strict=True):
        recall, precision = line.get_data()
        np.testing.assert_allclose(2 / (1 / recall + 1 / precision), level, rtol=1e-6)
        assert precision.max() == pytest.approx(1, abs=1e-6)
        assert recall.max() == pytest.approx(1, abs=1e-6)


def test_several_are_hatched_beyond_the_farthest(ax):
    far = prplot.from_labels(LABEL, SCORE, positives=10, name="far")
    prplot.plot([UNKNOWN, far], ax=ax)
    ax.figure.draw_without_rendering()
    (region,) = hatched(ax)
    assert region.get_xy()[:, 0].min() == pytest.approx(0.7)
    assert {text.get_text() for text in ax.texts} >= {"recall 0.47", "recall 0.7"}


def test_one_by_one_they_give_the_same_figure(ax, pixels):
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    far = prplot.from_labels(LABEL, SCORE, positives=10, name="far")
    prplot.plot([UNKNOWN, far], ax=ax)
    figure = Figure(figsize=(5.2, 4.4), layout="constrained")
    FigureCanvasAgg(figure)
    beside = figure.add_subplot()
    prplot.plot(UNKNOWN, ax=beside)
    prplot.plot(far, ax=beside)
    assert np.array_equal(pixels(ax.figure), pixels(figure))


def test_beside_a_curve_that_ends_nowhere_nothing_is_hatched(ax, hard):
    prplot.plot([KNOWN, hard], ax=ax)
    assert not hatched(ax)
    assert [line.get_marker() for line in ax.lines if line.get_label().startswith("hard")] == ["None"]


def test_closed_paths_look_as_before(ax, hard):
    artists = prplot.plot(hard, ax=ax)
    assert "unreached" not in artists.surroundings
    assert artists.lines[0].get_marker() == "None"
    assert "recall" not in artists.legend.get_texts()[0].get_text()
    assert not unreached(hard, ax=ax).artists


def test_it_can_be_left_out_and_styled(ax):
    assert "unreached" not in prplot.plot(UNKNOWN, ax=ax, unreached=False).surroundings
    assert not hatched(ax)
    assert not [text for text in ax.texts if text.get_text().startswith("recall ")]
    fills = prplot.plot(UNKNOWN, ax=ax, unreached={"hatch": ".."})
    assert [fill.get_hatch() for fill in fills.surroundings["unreached"].fills] == [".."]
    with pytest.raises(prplot.PrplotTypeError, match="unreached must be a dict"):
        prplot.plot(UNKNOWN, ax=ax, unreached="no")
    with pytest.raises(prplot.PrplotTypeError, match="nonsense"):
        prplot.plot(UNKNOWN, ax=ax, unreached={"nonsense": 1})


def test_the_callers_marker_is_the_callers(ax):
    (line,) = prplot.plot(UNKNOWN, ax=ax, line={"marker": "s"}).lines
    assert line.get_marker() == "s"
    assert line.get_markevery() is None


def test_nothing_returned_is_an_empty_line_with_a_note(ax):
    with pytest.warns(prplot.PrplotWarning, match="is an empty line: no threshold returns anything"):
        artists = prplot.plot(prplot.from_labels([], [], positives=3, name="idle"), ax=ax)
    ax.figure.draw_without_rendering()
    assert artists.legend.get_texts()[0].get_text() == "idle  0.000, recall to 0.00"


def test_cost_curves_end_nowhere(ax):
    artists = prplot.plot(KNOWN, "cost", ax)
    assert not hatched(ax)
    assert artists.lines[0].get_marker() == "None"


def test_what_needs_the_negatives_is_not_drawn(ax):
    with pytest.warns(prplot.PrplotWarning, match="negatives is unknown"):
        artists = prplot.plot(UNKNOWN, "roc", ax)
    assert artists.surroundings == {}
    ax.figure.draw_without_rendering()
