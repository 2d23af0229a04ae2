"""Calibration curves in figures: what is drawn where, bands by their names, legends, panels, pages, the explorer."""

from __future__ import annotations

import io

import numpy as np
import pytest
from helpers.explorers import offered

import prplot
from prplot.draw.base.drawn import owner_of
from prplot.draw.page.places import picture_facts

# Case A of the theory: isotonic frequencies 1/4 up to .4, and 1 from .5 on.
A = prplot.from_labels([0, 0, 0, 1, 1, 1], [0.4, 0.3, 0.2, 0.1, 0.5, 0.9], name="A")
SOFT = prplot.from_weights([0.25, 0.5, 0.75], fg=[0.25, 0.5, 0.75])
FIFTHS = prplot.from_labels(
    np.repeat([1, 0, 1, 0], [20, 80, 80, 20]), np.repeat([0.2, 0.2, 0.8, 0.8], [20, 80, 80, 20])
)

LOG_ODDS = prplot.from_labels([0, 1], [-1, 2])


def sample(n=400, seed=1, power=1.0, scale=1.0):
    rng = np.random.default_rng(seed)
    scores = scale * rng.beta(1, 3, n)
    return prplot.from_labels(rng.random(n) < scores**power, scores)


def words(legend):
    return [legend.get_title().get_text(), *(text.get_text() for text in legend.get_texts())]


def test_pieces_over_pools_dots_at_scores_and_thin_lines_between(ax):
    drawn = prplot.draw.calibration(A, band=False, ax=ax)
    (line,) = drawn.lines
    x, y = line.get_data()
    np.testing.assert_array_equal(x, [0.1, 0.2, 0.3, 0.4, np.nan, 0.5, 0.9])
    np.testing.assert_array_equal(y, [0.25, 0.25, 0.25, 0.25, np.nan, 1.0, 1.0])
    assert line.get_marker() == "o"
    np.testing.assert_array_equal(line.joint.get_xydata(), [[0.1, 0.25], [0.4, 0.25], [0.5, 1.0], [0.9, 1.0]])
    assert line.joint in ax.lines
    assert line.joint.get_linewidth() < line.get_linewidth()
    # The MCB of the case is 61/600, and the legend has it.
    assert words(drawn.legend) == [
        "miscalibration",
        f"A  {61 / 600:.3f} (rough: 3 negatives)",
        "negatives (density)",
        "positives (density)",
    ]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("Predicted probability", "Observed frequency")


def test_of_many_scores_only_the_ends_of_pools_are_drawn(ax):
    path = sample(6000)
    (line,) = prplot.draw.calibration(path, band=False, ax=ax).lines
    pools = len(np.unique(path.calibration().y))
    assert pools <= np.isfinite(line.get_xdata()).sum() <= 2 * pools


@pytest.mark.parametrize(
    ("options", "label", "kind"),
    [
        (None, "expected range if calibrated (95 %, pointwise)", "consistency"),
        ({"level": 0.9, "n": 200}, "expected range if calibrated (90 %, pointwise)", "consistency"),
        ("confidence", "95 % confidence band of the curve (pointwise)", "confidence"),
        (
            {"kind": "confidence", "level": 0.99, "alpha": 0.4},
            "99 % confidence band of the curve (pointwise)",
            "confidence",
        ),
    ],
)
def test_bands_have_their_whole_name_and_the_limits_of_the_band(options, label, kind, ax):
    path = sample(200)
    drawn = prplot.draw.calibration(path, band=options, ax=ax)
    (fill,) = drawn.band.fills
    assert label in [text.replace("\n", " ") for text in words(drawn.legend)]
    inside = {name: value for name, value in (options if isinstance(options, dict) else {}).items() if name != "alpha"}
    band = path.calibration().band(**({"kind": kind} | inside))
    # Between two scores the outline is as wide as the band is there.
    outline = fill.get_path()
    for x in (band.x[20:-20:40] + band.x[21:-19:40]) / 2:
        low, high = band.at(x)
        within, beyond = [(x, low + 1e-6), (x, high - 1e-6)], [(x, low - 1e-6), (x, high + 1e-6)]
        assert outline.contains_points(within).all()
        assert not outline.contains_points(beyond).any()
    assert fill.get_alpha() == (0.4 if label.startswith("99") else 0.2)


def test_one_curve_has_a_band_beside_what_is_expected_and_several_have_none(ax, new_axes):
    path = sample(900)
    one = prplot.draw.calibration(path, ax=ax)
    found = path.calibration()
    text, number, mean = words(one.legend)[1].replace("(", "").split()[:3]
    assert (text, words(one.legend)[1][-15:]) == ("miscalibration", " if calibrated)")
    assert [float(number), float(mean)] == pytest.approx(
        [found.miscalibration, found.expected_miscalibration], abs=6e-4
    )
    several = prplot.draw.calibration({"one": path, "other": sample(900, 2)}, ax=new_axes())
    assert several.band.fills == ()
    assert len(several.histogram) == 2
    with_bands = prplot.draw.calibration({"one": path, "other": sample(900, 2)}, band="confidence", ax=new_axes())
    # Pages hide what belongs to a curve together with it.
    for drawn in (*with_bands.band.fills, *with_bands.histogram):
        owners = [owner_of(drawn)[0].path is line.curve.path for line in with_bands.lines]
        assert sum(owners) == 1
    assert [owner_of(bars)[0].label for bars in with_bands.histogram] == ["one", "other"]
    colors = [tuple(fill.get_facecolor()[:3]) for fill in with_bands.band.fills]
    assert len(set(colors)) == 2
    assert words(with_bands.legend)[0] == "miscalibration\n95 % confidence band of the curve (pointwise)"


@pytest.mark.parametrize("path", [A, SOFT, FIFTHS])
def test_scores_are_in_the_lowest_part_of_the_axes_whatever_their_limits(path, ax):
    drawn = prplot.draw.calibration(path, band=False, ax=ax)
    ax.set_ylim(-3, 7)
    boxes = [bars.get_path().get_extents(bars.get_transform() - ax.transAxes) for bars in drawn.histogram]
    assert (min(box.y0 for box in boxes), max(box.y1 for box in boxes)) == (0.0, pytest.approx(0.15))
    for bars in drawn.histogram:
        assert 0 <= bars.get_data().edges.min() < bars.get_data().edges.max() <= 1
    names = ["positive weight", "negative weight"] if path is SOFT else ["positives (density)", "negatives (density)"]
    assert [bars.get_label() for bars in drawn.histogram] == names[::-1]


@pytest.mark.parametrize("paths", [A, SOFT, {"one": A, "other": FIFTHS}])
def test_the_look_of_the_histogram_is_the_callers(paths, ax):
    drawn = prplot.draw.calibration(paths, band=False, histogram={"zorder": 3.5, "lw": 2.5}, ax=ax)
    assert {(bars.get_zorder(), bars.get_linewidth()) for bars in drawn.histogram} == {(3.5, 2.5)}


def test_of_rare_positives_the_view_ends_at_the_scores_and_limits_of_the_caller_are_kept(ax, new_axes):
    prplot.draw.calibration(sample(2000, scale=0.05), band=False, ax=ax)
    assert ax.get_xlim()[1] < 0.3
    assert ax.get_xlim()[1] == pytest.approx(ax.get_ylim()[1], rel=0.05)
    own = new_axes()
    own.set(xlim=(0, 0.5), xlabel="risk")
    prplot.draw.calibration(A, band=False, ax=own)
    assert (own.get_xlim(), own.get_xlabel()) == ((0, 0.5), "risk")


def test_a_second_call_adds_a_curve_and_other_spaces_are_refused(ax):
    A.calibration().plot(ax, band=False)
    lines = len(ax.lines)
    both = prplot.draw.calibration({"B": FIFTHS}, band=False, ax=ax)
    # The new curve and its thin line, and no second diagonal.
    assert len(ax.lines) == lines + 2
    assert words(both.legend)[1].startswith("A ")
    assert words(both.legend)[2].startswith("B ")
    with pytest.raises(prplot.PrplotValueError, match="it shows calibration already"):
        A.roc().plot(ax)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (
            lambda: prplot.draw.calibration(LOG_ODDS),
            ValueError,
            "scores must be probabilities",
        ),
        (lambda: prplot.draw.calibration(prplot.from_labels([1, 1], [0.1, 0.2])), ValueError, "hold both classes"),
        (
            lambda: prplot.draw.calibration(A, band="pointwise"),
            ValueError,
            "band must be one of 'consistency', 'confidence'",
        ),
        (
            lambda: prplot.draw.calibration(A, band={"colour": "red"}),
            TypeError,
            r"band\['colour'\] must be one of kind",
        ),
        (lambda: prplot.draw.calibration(A, band={"kind": "confidence", "n": 10}), ValueError, "n must be left out"),
        (lambda: prplot.draw.calibration(A, band={"level": 95}), ValueError, "level must lie strictly between 0 and 1"),
        (lambda: prplot.draw.calibration(A, histogram={"colour": "red"}), TypeError, "colour must be a keyword"),
        (lambda: prplot.draw.calibration([]), ValueError, "paths must be a path"),
        (lambda: prplot.draw.panel(A, ["calibration", "reliability diagram"]), ValueError, "one or more different"),
    ],
)
def test_what_cannot_be_drawn(call, error, text):
    with pytest.raises(error, match=text):
        call()


def test_without_a_band_a_curve_says_why(ax):
    with pytest.warns(prplot.PrplotWarning, match="drawn without a band: .*soft labels"):
        drawn = prplot.draw.calibration(SOFT, band="confidence", ax=ax)
    assert (len(drawn.lines), drawn.band.fills) == (1, ())


def test_rows_in_groups_have_no_confidence_band(ax):
    groups = np.repeat(np.arange(50), 2)
    path = prplot.from_labels(np.arange(100) % 3 == 0, np.linspace(0.1, 0.6, 100), groups=groups)
    with pytest.warns(prplot.PrplotWarning, match="drawn without a band: groups must be left out"):
        assert prplot.draw.calibration(path, band="confidence", ax=ax).band.fills == ()


def test_one_score_is_one_dot_within_a_square_view(ax):
    drawn = prplot.draw.calibration(prplot.from_labels(np.arange(10) < 3, np.full(10, 0.3)), band=False, ax=ax)
    assert drawn.lines[0].get_xydata().tolist() == [[0.3, 0.3]]
    assert ax.get_xlim()[1] == pytest.approx(ax.get_ylim()[1], rel=0.05)


@pytest.mark.parametrize("score", ["brier", "log_loss"])
def test_the_triptych_has_the_terms_of_the_score_in_its_table(score):
    paths = {"A": A, "C": FIFTHS}
    panels = prplot.draw.triptych(paths, score=score)
    assert list(panels.axes) == ["calibration", "roc", "murphy"]
    for text, path in zip(panels.legend.get_texts()[1:], paths.values(), strict=True):
        wanted = getattr(path, score)()
        numbers = [path.roc().area(), wanted.value, wanted.miscalibration, wanted.discrimination]
        assert [float(word) for word in text.get_text().split()[1:]] == pytest.approx(numbers, abs=6e-4)
    colors = [[line.get_color() for line in drawn.lines] for drawn in panels.plotted.values()]
    assert colors[0] == colors[1] == colors[2]
    with_bands = prplot.draw.triptych(paths, score=score, band="confidence").plotted["calibration"]
    assert len(with_bands.band.fills) == 2


def test_a_panel_has_a_column_of_miscalibration_and_sorts_by_it():
    panels = prplot.draw.panel({"A": A, "C": FIFTHS}, ["calibration", "pr"], sort=True, thresholds="f1")
    head, *rows = (text.get_text() for text in panels.legend.get_texts())
    assert head.split()[0] == "miscalibration"
    assert [row.split()[0] for row in rows] == ["C", "A"]
    assert [row.group for row in panels.table.rows] == ["pr", "pr"]
    # The grey range of a single curve has its name below.
    one = prplot.draw.panel(A, "calibration").legend.get_texts()
    assert one[-1].get_text() == "expected range if calibrated (95 %, pointwise)"


def test_files_say_what_is_shown_and_pages_point_at_scores(ax):
    drawn = prplot.draw.calibration({"A": A, "C": FIFTHS}, ax=ax)
    assert drawn.alt_text().startswith(
        "Calibration curve of A: the frequency of positives is 0.25 at the least score, 0.1,"
    )
    drawn.save(file := io.StringIO(), format="svg")
    assert "Calibration curves of A, C" in file.getvalue()
    assert "doi:10.1073/pnas.2016191118" in file.getvalue()
    ax.figure.draw_without_rendering()
    facts, _ = picture_facts(ax.figure, 100)
    (panel,) = facts["panels"]
    back = ax.transAxes + ax.transData.inverted()
    # The first threshold is above all scores, and has no place.
    assert (panel["lines"][0]["x"][0], facts["curves"][0]["threshold"][0]) == (None, "above all")
    places = back.transform(np.column_stack([panel["lines"][0][side][1:] for side in "xy"]))
    read = dict(facts["curves"][0]["more"])
    assert (read["predicted probability"][1], read["observed frequency"][1]) == ("0.9", "1")
    np.testing.assert_allclose(places, np.column_stack([A.thresholds[1:], [1, 1, 0.25, 0.25, 0.25, 0.25]]), atol=1e-4)


def test_the_explorer_has_a_calibration_panel_for_probabilities_alone():
    paths = {"A": A, "C": FIFTHS}
    view = prplot.explore(paths, panels=["calibration"], prevalence=0.3)
    assert len(view.figure.axes) == 2
    exec(view.code, {"paths": paths})
    assert "prplot.draw.calibration(" in view.code
    wanted = A.at_prevalence(0.3).calibration()
    line = next(line for line in view.figure.axes[1].get_lines() if line.get_marker() == "o")
    np.testing.assert_allclose(sorted(line.get_xdata()[np.isfinite(line.get_xdata())]), wanted.x)

    options = [dict(offered(prplot.explore(path))["panels"]["options"]) for path in (A, LOG_ODDS)]
    assert ["calibration" in panels for panels in options] == [True, False]
