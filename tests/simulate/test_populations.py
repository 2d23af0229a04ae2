"""Population paths and curves: what they share with the paths and curves of samples, and what they refuse."""

from __future__ import annotations

import math
import subprocess
import sys

import numpy as np
import pytest

import prplot
from prplot import simulate
from prplot.bounds import minimum_area

NORMAL = simulate.binormal()
HARD = {
    "binormal": NORMAL,
    "improper": simulate.binormal(-1, 2),
    "bibeta": simulate.bibeta(),
    "offset": simulate.offset_uniform(),
    "ER-": simulate.saito("ER-"),
}
SPACES = ("pr", "prg", "roc", "croc", "cost")


@pytest.mark.parametrize("name", HARD)
@pytest.mark.parametrize("prevalence", [0.1, 1e-6])
def test_bounds_are_those_of_boyd(name, prevalence):
    curve = HARD[name].curve("pr", prevalence=prevalence)
    assert curve.best().area() == pytest.approx(1.0, rel=1e-15)
    assert curve.worst().area() == pytest.approx(minimum_area(prevalence), rel=1e-14)
    assert curve.worst().area(0.3, 0.8) == pytest.approx(minimum_area(prevalence, 0.3, 0.8), rel=1e-13)
    assert curve.normalized_area() == pytest.approx(curve.normalized_area(by="skew"), rel=1e-12)
    assert curve.normalized_area(0.2, 0.7) == pytest.approx(curve.normalized_area(0.2, 0.7, by="skew"), rel=1e-11)
    assert not curve.path.soft


def test_normalized_area_in_numbers():
    """(0.292835643513515 - min) / (1 - min) with min = 1 + 9 ln 0.9."""
    least = 1 + 9 * math.log(0.9)
    found = NORMAL.curve("pr", prevalence=0.1).normalized_area()
    assert found == pytest.approx((0.292835643513515 - least) / (1 - least), rel=1e-13)
    # In other spaces the best and worst ROC curve go through the corners.
    assert NORMAL.curve("roc").normalized_area() == pytest.approx(0.760249938906523, rel=1e-14)


@pytest.mark.parametrize("space", SPACES)
def test_chance(space):
    expected = {"pr": 0.1, "prg": 0.0, "roc": 0.5, "croc": 1 / 7 - 1 / math.expm1(7), "cost": 0.25}
    assert NORMAL.curve(space, prevalence=0.1).chance == pytest.approx(expected[space], abs=1e-15)
    assert simulate.saito("Rand").curve(space, prevalence=0.1).area() == pytest.approx(expected[space], abs=1e-15)


def test_summaries_are_exact_too():
    curve = NORMAL.curve("pr", prevalence=0.1)
    gains = NORMAL.curve("prg", prevalence=0.1)
    assert curve.y0 == gains.at(0.0)
    # At recall 0.1 the threshold is 1 + Φ⁻¹(0.9): precision gain is 1 - fpr / 0.1.
    assert curve.y0 == pytest.approx(1 - 0.5 * math.erfc((1 + 1.2815515655446004) / math.sqrt(2)) / 0.1, rel=1e-12)
    pi, area, start = 0.1, 0.801570728059, curve.y0
    total = area + pi * start**2 / 2 + (1 - pi) / 2
    assert curve.expected_f_gain() == pytest.approx(total / (2 * (1 - pi + pi * start)), rel=1e-11)
    assert curve.expected_accuracy() == pytest.approx(0.09 * (2 * 0.760249938906523 - 1) + 0.5, rel=1e-14)
    assert curve.standardized_area() == pytest.approx((1 + (0.292835643513515 - 0.1) / 0.9) / 2, rel=1e-13)


@pytest.mark.parametrize("name", HARD)
def test_confusion_matrix_at_any_threshold(name):
    model, path = HARD[name], HARD[name].path(prevalence=0.2)
    for cut in (0.9, 0.123456789, 0.5):
        found = path.at(cut)
        assert (found.tp, found.fp) == pytest.approx((0.2 * model.tpr(cut), 0.8 * model.fpr(cut)), rel=1e-14)
        assert (found.recall, found.fpr) == pytest.approx((float(model.tpr(cut)), float(model.fpr(cut))), rel=1e-13)
        assert found.threshold == cut
    nothing, everything = path.at(np.inf), path.at(-np.inf)
    assert (nothing.tp, nothing.fp, everything.fn, everything.tn) == (0, 0, 0, 0)
    with pytest.raises(ValueError, match="threshold must not be NaN"):
        path.at(float("nan"))


def test_ends_of_soft_thresholds():
    for order in ("good", "permuted", "bad"):
        path = simulate.keilwagen(order).path()
        nothing, everything = path.at(np.inf), path.at(-np.inf)
        assert (nothing.tp, nothing.fp, everything.fn, everything.tn) == (0, 0, 0, 0)


@pytest.mark.parametrize("model", [*HARD.values(), simulate.keilwagen("bad")], ids=lambda model: model.name)
def test_vertices_are_the_model(model):
    path = model.path(**({} if model.soft else {"prevalence": 0.2}))
    cuts = path.thresholds[1:]
    assert np.all(np.diff(cuts) < 0)
    assert path.tp[1:] == pytest.approx(path.positives * model.tpr(cuts), rel=1e-8, abs=1e-14)
    assert path.fp[1:] == pytest.approx(path.negatives * model.fpr(cuts), rel=1e-8, abs=1e-14)
    assert path.positives + path.negatives == pytest.approx(1.0, rel=1e-15)
    assert path.sample is None
    assert len(path) > 200


@pytest.mark.parametrize("space", ["pr", "prg", "roc", "croc", "cost"])
@pytest.mark.parametrize("sigma", [0.5, 2.0])
def test_vertices_have_places_even_in_far_tails(space, sigma):
    curve = simulate.binormal(1, sigma).curve(space, prevalence=0.1)
    assert np.isfinite(curve.x).all()
    assert np.isfinite(curve.y).all()


def test_rates_take_any_shape():
    assert NORMAL.tpr(1.0) == pytest.approx(0.5)
    assert NORMAL.fpr([[0.0, np.inf], [-np.inf, 0.0]]).tolist() == [[0.5, 0.0], [1.0, 0.5]]
    assert simulate.bibeta().tpr([-1.0, 0.0, 1.0, 2.0]).tolist() == [1.0, 1.0, 0.0, 0.0]
    assert simulate.keilwagen("good").tpr(0.0).shape == ()
    assert simulate.keilwagen("good").densities([[0.0], [1.0]]).positives.shape == (2, 1)
    with pytest.raises(ValueError, match="threshold must not hold NaN"):
        NORMAL.tpr([0.0, np.nan])
    with pytest.raises(TypeError, match="threshold must hold real numbers"):
        NORMAL.tpr("high")


@pytest.mark.parametrize("model", [*HARD.values(), simulate.keilwagen("good")], ids=lambda model: model.name)
def test_densities_have_area_one(model):
    x = np.linspace(-12, 14, 20_801)
    for density in model.densities(x):
        assert np.sum(density) * (x[1] - x[0]) == pytest.approx(1.0, abs=4e-3)


def test_constants_have_no_density():
    with pytest.raises(ValueError, match="densities are of continuous scores"):
        simulate.saito("Perf").densities(0.5)


def test_prevalence_may_be_left_out_where_nothing_depends_on_it():
    for space in ("roc", "croc", "cost"):
        assert NORMAL.curve(space).area() == pytest.approx(NORMAL.curve(space, prevalence=0.01).area(), rel=1e-14)
        assert NORMAL.curve(space).path.prevalence == 0.5
    for space in ("pr", "prg"):
        with pytest.raises(TypeError, match="prevalence must be given"):
            NORMAL.curve(space)
    with pytest.raises(ValueError, match="space must be one of"):
        NORMAL.curve("det", prevalence=0.1)


def test_another_prevalence():
    path = NORMAL.path(prevalence=0.5)
    moved = path.at_prevalence(0.1)
    assert moved.pr().area() == NORMAL.curve("pr", prevalence=0.1).area()
    seen = path.pr(prevalence=0.1)
    assert (seen.area(), seen.label) == (moved.pr().area(), "binormal, at π 0.1")


def test_options_of_spaces_and_labels():
    curve = NORMAL.curve("croc", alpha=3.0, magnifier="logarithm", label="three")
    assert (curve.space.alpha, curve.space.magnifier, curve.label) == (3.0, "logarithm", "three")
    with pytest.raises(TypeError, match="takes no options of its own"):
        NORMAL.curve("roc", alpha=3.0)


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"interpolation": "step"}, "interpolation must be 'continuous' for a population.*got 'step'.*sample"),
        ({"left": "one"}, "left must be 'limit' for a population"),
    ],
)
def test_there_are_no_thresholds_to_join(options, match):
    with pytest.raises(ValueError, match=match):
        NORMAL.curve("pr", prevalence=0.1, **options)


def test_what_needs_rows_says_so():
    path = NORMAL.path(prevalence=0.1)
    with pytest.raises(ValueError, match=r"hard needs the rows of a sample; this is a population\. Use model.sample"):
        path.hard()
    with pytest.raises(ValueError, match="areas compares what tools print for a sample"):
        path.areas()


def test_ties_change_nothing():
    path = NORMAL.path(prevalence=0.1)
    for how in ("optimistic", "pessimistic"):
        assert path.pr(ties=how).area() == path.pr().area()
    with pytest.raises(ValueError, match="ties must be one of"):
        path.ties("never")


def test_ranges_are_checked_as_ever():
    curve = NORMAL.curve("pr", prevalence=0.1)
    with pytest.raises(ValueError, match=r"high must lie in the domain \[0, 1\]"):
        curve.area(0.0, 1.5)
    assert np.isnan(curve.at([-0.1, 1.1])).all()
    assert curve.at([[0.2, 0.4]]).shape == (1, 2)


def test_hull_and_pareto():
    """The ROC curve of equal spreads is concave, so it is its own hull."""
    curve = NORMAL.curve("roc")
    assert curve.hull().area() == pytest.approx(curve.area(), abs=1e-5)
    improper = simulate.binormal(1, 3).curve("roc")
    # The hull cuts off what is worse than chance at low scores.
    assert improper.hull().area() > improper.area() + 0.01
    assert improper.hull().area() < 1
    assert len(curve.pareto().x) > 200


def test_other_vertices_are_an_ordinary_path():
    path = NORMAL.path(prevalence=0.1)
    ends = path.at_rows(np.array([0, len(path) - 1]))
    assert ends.roc().area() == 0.5
    assert ends.pr().interpolation == "continuous"
    assert not hasattr(ends, "model")


def test_gains_are_drawn_from_where_the_space_begins():
    for model in (NORMAL, HARD["improper"]):
        trace = model.curve("prg", prevalence=0.1).trace()
        assert trace.x[0] == pytest.approx(prplot.PRG(0.1).reach, rel=1e-12)
        assert 0.0 in trace.x.round(14)


def test_rates_are_found_from_end_to_end():
    first, last = NORMAL.positions("tpr", np.array([0.0, 1.0]))
    assert first == NORMAL.grid.position[0]
    assert NORMAL.tpr(first) < 1e-280
    assert NORMAL.rates_at(np.array([last])).fnr < 1e-260
    found = NORMAL.positions("fpr", np.array([0.5, 0.158655253931457]))
    assert found == pytest.approx([0.0, 1.0], abs=1e-14)


def test_found_thresholds_are_near():
    path = NORMAL.path(prevalence=0.1)
    found = path.find(recall=0.8)
    assert found.recall == pytest.approx(0.8, abs=0.01)
    assert found.recall == pytest.approx(float(NORMAL.tpr(found.threshold)), rel=1e-12)


def test_in_words():
    curve = NORMAL.curve("pr", prevalence=0.1)
    assert repr(NORMAL) == "ScoreModel('binormal', negatives N(0, 1), positives N(1, 1²))"
    assert repr(curve.path) == f"PopulationPath({NORMAL!r}, π=0.1)"
    assert repr(curve).startswith("Curve('binormal', Precision-Recall, area, continuous, π=0.1, ")
    assert "binormal" in curve.path.methods()
    assert "N(1, 1²)" in curve.path.describe()
    assert "computed exactly from the score model" in curve.methods()
    assert repr(simulate.saito("ER-")) == "ScoreModel('ER-', negatives Beta(1, 1), positives Beta(4, 1))"


def test_models_are_values():
    assert simulate.binormal(1, 2) == simulate.binormal(1.0, 2.0) != simulate.binormal(1, 3)
    assert len({simulate.bibeta(), simulate.bibeta(), simulate.bibeta(positives=(2, 2))}) == 2
    with pytest.raises(AttributeError):
        NORMAL.mu = 3.0
    for array in (NORMAL.curve("pr", prevalence=0.1).x, NORMAL.path(prevalence=0.1).tp):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1.0


def test_nothing_heavy_is_loaded():
    code = (
        "import sys; from prplot import simulate; "
        "[m.curve('pr', prevalence=.1).area() for m in (simulate.binormal(), simulate.bibeta())]; "
        "simulate.keilwagen('good').curve('cost').area(); simulate.keilwagen('bad').sample(9); "
        "print([m for m in ('scipy', 'mpmath', 'matplotlib', 'ipywidgets') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


# Drawn.


def legend(artists):
    return [text.get_text() for text in artists.legend.get_texts()]


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("model", HARD.values(), ids=HARD)
def test_drawn_with_samples(model, space):
    samples = [model.sample(100, prevalence=0.1, rng=seed, fixed=True, name="sample") for seed in range(2)]
    true = model.curve(space, prevalence=0.1, label="truth")
    artists = prplot.plot([true, *(path.curve(space) for path in samples)])
    assert len(artists.lines) == 3
    assert sum("truth" in text for text in legend(artists)) == 1
    # Labels are hard: nothing is said of a best ranking.
    assert not any(" of " in text for text in legend(artists))
    x, y = artists.lines[0].get_data()
    inside = (x > 0.02) & (x < 0.98)
    assert np.median(np.abs(true.at(x[inside]) - y[inside])) < 1e-4


@pytest.mark.parametrize("space", SPACES)
def test_perfect_scores_drawn(space):
    model = simulate.saito("Perf")
    artists = prplot.plot([model.curve(space, prevalence=0.1), model.sample(20, prevalence=0.5, rng=1).curve(space)])
    x, y = artists.lines[0].get_data()
    seen = x >= 0
    assert np.all((y[seen] == (0.0 if space == "cost" else 1.0)) | np.isin(x[seen], (0.0, 1.0)))


def test_legend_of_a_soft_population():
    artists = prplot.plot(simulate.keilwagen("good").path())
    assert [part in legend(artists)[0] for part in ("good", "0.556", "0.637")] == [True] * 3


def test_drawn_curve_follows_the_view():
    """Zoomed in, the line is traced from the model as finely as the view needs."""
    curve = NORMAL.curve("pr", prevalence=0.1)
    artists = curve.plot()
    artists.ax.set(xlim=(0.5, 0.5001), ylim=(0.2593, 0.2594))
    artists.figure.draw_without_rendering()
    x, y = (np.asarray(data) for data in artists.lines[0].get_data())
    middle = (x[1:] + x[:-1]) / 2
    seen = (middle > 0.4999) & (middle < 0.5002)
    assert seen.any()
    assert np.max(np.abs(curve.at(middle[seen]) - (y[1:] + y[:-1])[seen] / 2)) < 1e-7
