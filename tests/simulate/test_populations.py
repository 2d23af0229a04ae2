"""Population paths and curves: what they share with the paths and curves of samples, and what they refuse."""

from __future__ import annotations

import math
import subprocess
import sys
from statistics import NormalDist

import mpmath as mp
import numpy as np
import pytest

import prplot
from prplot import simulate
from prplot.metrics import metric
from prplot.path.bounds import minimum_area
from prplot.path.derived import thinned

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
    assert curve.path.expected_accuracy() == pytest.approx(0.09 * (2 * 0.760249938906523 - 1) + 0.5, rel=1e-14)
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
        NORMAL.curve("cube", prevalence=0.1)


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
    ends = thinned(path, np.array([0, len(path) - 1]))
    assert ends.roc().area() == 0.5
    assert ends.pr().interpolation == "continuous"
    assert not hasattr(ends, "model")


def test_gains_are_drawn_from_where_the_space_begins():
    for model in (NORMAL, HARD["improper"]):
        trace = model.curve("prg", prevalence=0.1).trace()
        assert trace.x[0] == pytest.approx(prplot.PRG(0.1).reach, rel=1e-12)
        assert 0.0 in trace.x.round(14)


def test_rates_are_found_from_end_to_end():
    first, last = NORMAL.grid.positions_at("tpr", np.array([0.0, 1.0]))
    assert first == NORMAL.grid.position[0]
    assert NORMAL.tpr(first) < 1e-280
    assert NORMAL.rates_at(np.array([last])).fnr < 1e-260
    found = NORMAL.grid.positions_at("fpr", np.array([0.5, 0.158655253931457]))
    assert found == pytest.approx([0.0, 1.0], abs=1e-14)


@pytest.mark.parametrize("level", [0.001, 0.3, 0.8, 0.999])
@pytest.mark.parametrize(("mu", "sigma"), [(1, 1), (2, 1), (0.5, 1)])
def test_found_thresholds_are_exact(mu, sigma, level):
    """Equal deviations: precision falls as the threshold does, so rates are met exactly; by the standard library."""
    path = simulate.binormal(mu, sigma).path(0.2)
    positives, negatives = NormalDist(mu, sigma), NormalDist(0, 1)
    wanted = {"recall": positives.inv_cdf(1 - level), "fpr": negatives.inv_cdf(1 - level)}
    for rate, threshold in wanted.items():
        found = path.find(**{rate: level})
        assert found.threshold == pytest.approx(threshold, abs=1e-9)
        assert getattr(found, rate) == pytest.approx(level, rel=1e-13)
        assert found == path.at(found.threshold)
    assert path.find(specificity=level).threshold == pytest.approx(negatives.inv_cdf(level), abs=1e-9)
    # Of those that keep to both, the one nearest to the best: where the constraint is met exactly.
    bound = path.optimal("precision", subject_to={"recall": level, "fpr": 0.999})
    assert bound.recall == pytest.approx(level, rel=1e-9)
    bound = path.optimal("recall", subject_to={"lr_positive": 2 + level})
    assert bound.lr_positive == pytest.approx(2 + level, rel=1e-9)
    for rate in ("predicted_positive_rate", "precision", "npv"):
        level = max(level, {"npv": 0.8}.get(rate, 0.2) + level / 10)
        assert getattr(path.find(**{rate: level}), rate) == pytest.approx(level, rel=1e-12)


@pytest.mark.parametrize("prevalence", [0.001, 0.2, 0.4])
@pytest.mark.parametrize(("mu", "sigma"), [(1, 1), (2, 0.5), (1, 2)])
def test_the_best_threshold_is_exact(mu, sigma, prevalence):
    """By maximising with 40 digits; informedness and accuracy also where the weighted densities cross."""
    path = simulate.binormal(mu, sigma).path(prevalence)

    def rates(x):
        return mp.erfc((x - mu) / sigma / mp.sqrt(2)) / 2, mp.erfc(x / mp.sqrt(2)) / 2

    def f1(x):
        tpr, fpr = rates(x)
        return 2 * prevalence * tpr / (prevalence * tpr + (1 - prevalence) * fpr + prevalence)

    def mcc(x):
        tpr, fpr = rates(x)
        share = prevalence * tpr + (1 - prevalence) * fpr
        return (tpr - fpr) * mp.sqrt(mp.mpf(prevalence) * (1 - prevalence) / share / (1 - share))

    for name, value in (("f1", f1), ("mcc", mcc)):
        with mp.workdps(40):
            found = path.optimal(name)
            # The derivative vanishes at the optimum; what is returned is as good to the last digits.
            best = mp.findroot(lambda x, value=value: mp.diff(value, x), found.threshold)
            assert abs(best - found.threshold) < (1e-9 if name == "f1" else 1e-6)
            assert found.measure(name) == pytest.approx(float(value(best)), rel=1e-13)
        assert found == path.at(found.threshold)
    for name, odds in (("informedness", 1.0), ("accuracy", prevalence / (1 - prevalence))):
        found = path.optimal(name)
        # Where foreground is rare accuracy is flat to the last digit.
        if name == "informedness" or prevalence > 0.1:
            ratio = NormalDist(mu, sigma).pdf(found.threshold) / NormalDist(0, 1).pdf(found.threshold)
            assert odds * ratio == pytest.approx(1, rel=1e-11)


def test_points_of_a_population_do_not_depend_on_its_vertices():
    """Narrow positives: precision is best where tpr / fpr is the ratio of the densities, far from the recall asked."""
    path = simulate.binormal(1, 0.5).path(0.2)
    found = path.find(recall=0.001)
    ratio = NormalDist(1, 0.5).pdf(found.threshold) / NormalDist(0, 1).pdf(found.threshold)
    assert found.recall > 0.05
    assert found.recall / found.fpr == pytest.approx(ratio, rel=1e-10)
    beyond = [path.at(x).precision for x in np.linspace(-2, NormalDist(1, 0.5).inv_cdf(0.999), 2001)]
    assert found.precision >= max(beyond) - 1e-15
    assert path.find(recall=0.9).recall == pytest.approx(0.9, rel=1e-13)
    corners = simulate.offset_uniform().path(0.2)
    assert corners.find(recall=0.8).threshold == pytest.approx(0.7, abs=1e-15)
    assert corners.optimal("f1").threshold == 1
    soft = simulate.keilwagen("good").path()
    assert soft.find(recall=0.37).recall == pytest.approx(0.37, rel=1e-12)


MODELS = {
    "equal": simulate.binormal(),
    "narrow": simulate.binormal(1, 0.5),
    "very narrow": simulate.binormal(2, 0.1),
    "wide": simulate.binormal(1, 2),
    "very wide": simulate.binormal(0, 3),
    "beta": simulate.bibeta(),
    "uniform": simulate.offset_uniform(),
}
BY_COMPLEMENT = [
    ("recall", "fnr"), ("specificity", "fpr"), ("precision", "fdr"), ("npv", "false_omission_rate"),
    ("accuracy", "error_rate"),
]  # fmt: skip


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_a_measure_and_its_complement_are_best_at_one_threshold(model):
    path = model.path(0.1)
    for name, complement in BY_COMPLEMENT:
        one, other = path.optimal(name), path.optimal(complement)
        assert one.threshold == pytest.approx(other.threshold, rel=1e-12, abs=1e-12), name
    # Recall rises as long as scores are left, and everything is predicted positive at -inf only, or where none is left.
    assert path.optimal("recall").fn == 0


@pytest.mark.parametrize("name", ["precision_gain", "recall_gain", "f2_gain", "f1_gain", "lr_positive", "lr_negative"])
@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_infinite_values_do_not_disturb_the_best_one(model, name):
    path = model.path(0.1)
    cuts = np.linspace(-5, 5, 101)
    with np.errstate(divide="ignore"):
        values = np.array([metric(name).of(*path.at(cut).cells) for cut in cuts])
    best = path.optimal(name).measure(name)
    if name == "lr_negative":
        assert best <= np.nanmin(values) * (1 + 1e-14)
    else:
        assert best >= np.nanmax(values) - 1e-14


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_the_ends_reach_their_rates_exactly(model):
    path = model.path(0.1)
    everything, nothing = path.find(recall=1), path.find(fpr=0)
    assert (everything.recall, everything.fn) == (1, 0)
    assert (nothing.fpr, nothing.fp) == (0, 0)
    assert path.find(predicted_positive_rate=0).tp == 0


def test_recall_1_of_normal_scores_takes_all_of_them():
    path = simulate.binormal().path(0.1)
    assert path.find(recall=1).threshold == -np.inf
    assert path.find(fpr=0).threshold == np.inf
    assert path.find(recall=1 - 1e-13).fnr == pytest.approx(1e-13, rel=1e-2)


def test_in_words():
    curve = NORMAL.curve("pr", prevalence=0.1)
    assert repr(NORMAL) == "ScoreModel('binormal', negatives N(0, 1), positives N(1, 1²))"
    assert repr(curve.path) == f"PopulationPath({NORMAL!r}, π=0.1)"
    assert repr(curve).startswith("Curve('binormal', Precision-Recall, area, continuous, π=0.1, ")
    assert "binormal" in curve.path.methods()
    assert f"(prplot {prplot.__version__})" in curve.path.methods()
    for text in (curve.methods(), curve.describe(), simulate.keilwagen("good").path().pr().methods()):
        assert "the population of a score model" in text
        assert "counts" not in text
        assert "missing" not in text
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


@pytest.mark.parametrize(("name", "space"), [(n, s) for n in HARD for s in SPACES if n == "binormal" or s == "pr"])
def test_drawn_with_samples(name, space):
    model = HARD[name]
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


def test_straight_pieces_bend_on_logarithmic_axes():
    """Next to abscissa 1 one threshold is the best, and the cost curve 1 - x: a bend on such axes."""
    curve = simulate.binormal(-1, 2).curve("cost")
    artists = curve.plot()
    artists.ax.set(xscale="log", xlim=(1e-3, 1))
    artists.figure.draw_without_rendering()
    x, y = (np.asarray(data) for data in artists.lines[0].get_data())
    seen = (x[:-1] > 1e-3) & (x[1:] <= 1)
    assert np.count_nonzero(seen) > 50
    middle = np.sqrt(x[:-1] * x[1:])[seen]
    assert curve.at(0.95) == pytest.approx(0.05, rel=1e-12)
    assert np.max(np.abs(curve.at(middle) - (y[1:] + y[:-1])[seen] / 2)) < 1e-3
