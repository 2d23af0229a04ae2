"""Curves that end early: their ends, and the recalls that no threshold reaches."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

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
    assert {text.get_text() for text in ax.texts} >= {"recall 0.47", "recall 0.70"}


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


# Without negatives that anyone counts.

FOLLOW = {
    "operating_point": lambda curve, ax: prplot.draw.operating_point(curve, [0.45, "f1", curve.path.at(0.2)], ax=ax),
    "matrix": lambda curve, ax: prplot.draw.operating_point(curve, "f1", matrix=True, ax=ax),
    "point": lambda curve, ax: prplot.draw.point(curve, curve.path.at(0.45), ax=ax, label="there"),
    "point by place": lambda curve, ax: prplot.draw.point(curve, (0.3, 0.6), ax=ax),
    "threshold_ticks": lambda curve, ax: prplot.draw.threshold_ticks(curve, [0.8, 0.3], ax=ax),
    "hull": lambda curve, ax: prplot.draw.hull(curve, ax=ax),
    "best": lambda curve, ax: prplot.draw.best(curve, ax=ax),
    "worst": lambda curve, ax: prplot.draw.worst(curve, ax=ax),
    "non_dominated": lambda curve, ax: prplot.draw.non_dominated(curve, ax=ax),
    "difference": lambda curve, ax: prplot.draw.difference(curve, "linear", ax=ax),
    "tie_envelope": lambda curve, ax: prplot.draw.tie_envelope(curve, ax=ax),
    "random_band": lambda curve, ax: prplot.draw.random_band(curve, rankings=40, ax=ax),
}


@pytest.mark.parametrize("part", FOLLOW.values(), ids=FOLLOW)
def test_what_follows_a_curve_is_where_it_is_with_any_number_of_negatives(part):
    labels, scores = [1, 0, 1, 1, 0, 0, 1, 0], [0.9, 0.8, 0.7, 0.5, 0.5, 0.4, 0.3, 0.1]
    found = []
    for negatives in (None, 4, 10_000):
        path = prplot.from_labels(labels, scores, positives=7, negatives=negatives)
        ax = Figure().add_subplot()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            drawn = part(path.pr(), ax)
        ax.figure.draw_without_rendering()
        places = [line.get_xydata() for line in drawn.lines] + [fill.get_xy() for fill in drawn.fills]
        assert places
        found.append(places)
    for places in found[1:]:
        for one, other in zip(found[0], places, strict=True):
            np.testing.assert_allclose(one, other, atol=1e-9)


def test_isolines_that_need_no_negatives(ax):
    """At precision p and recall r: F_2 is 5 p r / (4 p + r), the Jaccard index 1 / (1 / p + 1 / r - 1)."""
    curve = UNKNOWN.pr()
    measures = {0.4: lambda r, p: 5 * p * r / (4 * p + r), 0.3: lambda r, p: 1 / (1 / p + 1 / r - 1)}
    drawn = [prplot.draw.iso_f(curve, 0.4, beta=2, ax=ax), prplot.draw.isolines(curve, "jaccard", 0.3, ax=ax)]
    ax.figure.draw_without_rendering()
    for (level, measure), isolines in zip(measures.items(), drawn, strict=True):
        (line,) = isolines.lines
        assert measure(*line.get_data()) == pytest.approx(np.full(len(line.get_xdata()), level), rel=1e-9)
        assert np.ptp(line.get_xdata()) > 0.5


@pytest.mark.parametrize(
    "part",
    [prplot.draw.unachievable, prplot.draw.baseline, lambda curve: prplot.draw.isolines(curve, "accuracy")],
    ids=["unachievable", "chance", "accuracy"],
)
def test_what_needs_negatives_says_that_nobody_counts_them(part):
    curve = prplot.from_labels([1, 0, 1], [3, 2, 1], positives=4).pr()
    with pytest.warns(prplot.PrplotWarning, match=r"is not drawn .*: the number of negatives is unknown\. Say it"):
        assert part(curve).artists == ()


def test_random_rankings_end_where_the_path_ends(ax):
    path = prplot.from_labels([1, 0, 1, 0, 1, 0], [6, 5, 4, 3, 2, 1], positives=5, negatives=30)
    band = prplot.draw.random_band(path, rankings=50, ax=ax)
    assert np.isfinite(band.fills[0].get_xy()).all()
    assert band.fills[0].get_xy()[:, 0].max() == pytest.approx(0.6)
    # The last threshold returns all rows, in any order of them.
    assert band.lines[0].get_ydata()[-1] == pytest.approx(0.5)


def test_a_matrix_leaves_open_what_nobody_counts(ax):
    (text,) = prplot.draw.operating_point(UNKNOWN.pr(), 12, matrix=True, ax=ax).texts
    ax.figure.draw_without_rendering()
    assert text.get_text().splitlines() == ["threshold 12", "TP 5  FP 8", "FN 10  TN n/a"]


def test_what_is_undefined_does_not_stand_against_hatching(ax):
    nothing = prplot.from_labels([0, 0], [2, 1], positives=0, name="no object")
    with pytest.warns(prplot.PrplotWarning, match="no foreground"):
        prplot.plot([UNKNOWN, nothing], ax=ax)
    assert len(hatched(ax)) == 1


def test_areas_stand_in_one_column_with_the_recall_beside(ax):
    full = prplot.from_labels([1, 0, 1], [3, 2, 1], name="full")
    artists = prplot.plot([UNKNOWN, full], ax=ax)
    ax.figure.draw_without_rendering()
    area = f"{UNKNOWN.pr().area():.3f}"
    said = [text.get_text() for text in artists.legend.get_texts()]
    assert said == ["full  0.797", f"detector  {area}, recall to 0.47"]
    one, other = (entry.cells for entry in artists.legend.get_texts())
    assert (one[1].part(), other[1].part(), other[3].part()) == ("0.797", area, "recall to 0.47")
    assert one[1].get_window_extent().x1 == pytest.approx(other[1].get_window_extent().x1, abs=0.01)
    artists.lines[0].set_label("renamed")
    ax.figure.draw_without_rendering()
    assert artists.legend.get_texts()[1].get_text() == f"renamed  {area}, recall to 0.47"


def test_nothing_found_needs_no_warning_of_negatives(tmp_path):
    """Precision is 0/0 there, whatever the number of negatives."""
    path = prplot.from_labels([0, 0], [2, 1], positives=3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        path.pr().plot().save(tmp_path / "figure.svg")
    assert "No threshold finds any foreground." in path.pr().describe()
    with pytest.warns(prplot.PrplotWarning, match=r"precision of .* is 0/0"):
        assert np.isnan(path.at(5).precision)
    with pytest.warns(prplot.PrplotWarning, match=r"fpr of .* needs the true negatives"):
        assert np.isnan(path.at(1).measure("fpr"))
