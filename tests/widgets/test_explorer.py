"""The explorer: one picture, a dict of controls, what they change, and code that makes the same figure."""

from __future__ import annotations

import asyncio
import datetime as dt
import enum
import json
import logging
import re
import threading
import time
import warnings
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from helpers.explorers import assert_alike, curves, not_painted, offered, picture, set_at_once, set_to, text_of, written
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

import prplot
from prplot.draw.base.axes import REST, repeat_layout
from prplot.widgets import View
from prplot.widgets.face import DPI

DEFAULTS = {field.name: field.default for field in fields(View)}
# Other values of every control; the first changes something of the usual view, or of that of SEEN_WITH.
OTHER = {
    "space": ("prg", "roc", "croc", "cost"),
    "interpolation": ("step", "linear"),
    "weighting": ("hard", "unweighted"),
    "threshold": (0.3,),
    "panels": (("roc",), ("scores", "matrix"), ("cost", "pr"), ()),
    "shown": (("b",),),
    "by": ("recall", "predicted_positive_rate", "threshold", "expected_cost"),
    "recall": (0.6,),
    "predicted_positive_rate": (0.3,),
    "beta": (2.0,),
    "table": (True,),
    "isolines": ("accuracy", "expected_cost", "f_beta_gain"),
    "levels": (0, 7),
    "chance": (False,),
    "always_positive": (False,),
    "unachievable": (False,),
    "band": (True,),
    "interval": (True,),
    "best": (True,),
    "worst": (True,),
    "prg_grid": (True,),
    "hull": (True,),
    "colors": (True,),
    "cut": (0.3,),
    "ties": ("optimistic", "pessimistic"),
    "compare": ("step",),
    "prevalence": (0.7,),
    "between": ((0.1, 0.6),),
    "alpha": (3.0,),
    "kind": ("generalized",),
    "images": (25.0,),
    "cost_fn": (5.0,),
    "cost_fp": (2.0,),
}
SEEN_WITH = {
    "cut": {"weighting": "hard"},
    "threshold": {"by": "threshold"},
    "recall": {"by": "recall"},
    "predicted_positive_rate": {"by": "predicted_positive_rate"},
    "colors": {"shown": ("b",)},
    "alpha": {"space": "croc"},
    "kind": {"space": "risk_coverage"},
    "images": {"space": "froc"},
    "cost_fn": {"by": "expected_cost"},
    "cost_fp": {"by": "expected_cost"},
    "compare": {"interpolation": "linear"},
}
unpainted = pytest.mark.usefixtures("unpainted")


@unpainted
def test_one_control_per_field_and_few_in_sight(several):
    view = prplot.explore(several)
    assert list(view.controls) == list(DEFAULTS)
    assert sorted(DEFAULTS) == sorted(OTHER)
    assert view.view == View()
    in_sight = [name for name, control in offered(view).items() if not control["group"]]
    assert in_sight == ["shown", "panels", "interpolation", "weighting", "prevalence", "threshold", "band"]
    groups = [control["group"] for control in offered(view).values()]
    assert list(dict.fromkeys(groups)) == ["", "Operating point and areas", "Lines and regions", "What if"]
    assert len(view.figure.axes) == 1
    # It opens with an operating point, which is marked and has a confusion matrix.
    assert [str(line.get_label())[:16] for line in view.figure.axes[0].lines[-2:]] == ["_operating point"] * 2
    assert "Confusion matrix at the operating point" in written(view)
    assert view.seen["facts"]["at"] == [
        int(np.argmin(np.abs(path.tp + path.fp - sum(path.optimal("f1").cells[:2])))) for path in several.values()
    ]
    assert repr(view) == "Explorer(2 paths; the usual view)"
    assert repr(prplot.explore(several["a"], space="roc")) == "Explorer(1 path; space='roc')"


@pytest.fixture(scope="module")
def shared(several):
    """One explorer: for tests that leave it as they found it."""
    view = prplot.explore(several)
    yield view
    view.close()


@unpainted
@pytest.mark.parametrize("name", OTHER)
def test_every_control_changes_what_is_said_and_back(name, shared):
    start = SEEN_WITH.get(name, {})
    set_at_once(shared, **start)
    assert shared.view == View(**start)
    before = written(shared)
    assert name in offered(shared)
    set_to(shared, **{name: OTHER[name][0]})
    assert written(shared) != before
    assert shared.state == View(**{**start, name: OTHER[name][0]}).state
    assert shared.notes == []
    set_at_once(shared, **{**DEFAULTS, **start})
    assert written(shared) == before
    set_at_once(shared, **DEFAULTS)


# Each value of each control is in one of them, each time with others; bands take long, and are looked at below.
STATES = [
    {
        name: (DEFAULTS[name], *values)[(k + place) % (1 + len(values))]
        for place, (name, values) in enumerate(OTHER.items())
        if name not in ("band", "interval")
    }
    for k in range(1 + max(map(len, OTHER.values())))
]


def redrawn(view, paths):
    """The figure of the code, run where there is nothing but prplot and paths, at the resolution of the picture.

    Where a legend has room depends on the width of its texts, which is another one at another resolution.
    """
    with warnings.catch_warnings(), plt.rc_context({"figure.dpi": DPI}):
        warnings.simplefilter("ignore", prplot.PrplotWarning)
        name = "path" if isinstance(paths, prplot.ConfusionPath) else "paths"
        exec(view.code, {"prplot": prplot, name: paths})
    (number,) = plt.get_fignums()
    return plt.figure(number)


@pytest.mark.parametrize("number", range(len(STATES)))
def test_a_changed_view_is_as_its_code_and_its_state_draw_it(number, several):
    """A path, a mapping and a sequence take turns."""
    paths = [several["b"], several, [several["a"], several["b"]]][number % 3]
    state = {**STATES[number], **({"shown": None} if number % 3 == 0 else {})}
    if number % 3 == 2 and state["shown"]:
        state["shown"] = ("path 2",)
    with not_painted():
        view = prplot.explore(paths, space="roc", panels=("croc", "scores"))
        set_at_once(view, **state)
        assert view.view == View(**state)
        stored = json.loads(json.dumps(view.state))
        assert set(stored) == {name for name, value in state.items() if value != DEFAULTS[name]}
        assert View(**stored) == view.view
        figure = view.figure
        other = redrawn(view, paths)
    for each in (figure, other):
        repeat_layout(each)
    assert_alike(figure, other, 20)


def test_axes_are_where_the_code_puts_them():
    """To four percent of the figure: texts, and so legends outside, take other room at another resolution."""
    paths = prplot.datasets.load("digits").paths()
    view = prplot.explore(paths, panels=("roc",))
    figure = redrawn(view, paths)
    repeat_layout(figure)
    places = [ax.get_position() for ax in view.figure.axes]
    for mine, ax in zip(places, figure.axes, strict=True):
        np.testing.assert_allclose(mine.bounds, ax.get_position().bounds, rtol=0, atol=0.04)
    assert places[0].x1 < places[1].x0
    assert places[0].y1 == pytest.approx(places[1].y1)


def test_a_legend_without_room_within_gets_room_above():
    """The figure grows in height, not in width, its code says how large it is, and it shrinks again."""
    rng = np.random.default_rng(0)
    labels = rng.random(300) < 0.3
    names = [
        f"boosted trees, depth {depth}, learning rate {rate}" for depth in (1, 2, 3, 4) for rate in (0.01, 0.1, 0.3)
    ]
    paths = {
        name: prplot.from_labels(labels, rng.normal(size=300) + labels * (0.5 + k / 6)) for k, name in enumerate(names)
    }
    view = prplot.explore(paths, shown=tuple(paths)[:2])
    wide, low = view.figure.get_size_inches()
    view.controls["shown"].value = None
    assert view.figure.get_figwidth() == wide
    assert view.figure.get_figheight() > low
    legend = view.figure.axes[0].get_legend().get_window_extent()
    assert view.figure.bbox.contains(*legend.min)
    assert view.figure.bbox.contains(*legend.max)
    assert redrawn(view, paths).get_figheight() == pytest.approx(view.figure.get_figheight(), rel=0.05)
    view.controls["shown"].value = tuple(paths)[:2]
    assert view.figure.get_figheight() == low
    assert "figsize" not in view.code


def test_one_figure_and_one_picture_without_gaps(hard):
    """No figure is opened, no setting touched, and no empty picture comes in between: that would flicker."""
    settings, backend = dict(mpl.rcParams), mpl.get_backend()
    view = prplot.explore(hard)
    figure, before = view.figure, picture(view)
    sent = []
    view.observe(lambda change: sent.append(change.new), names="picture")
    for value in ("roc", "prg"):
        set_to(view, space=value)
        assert view.figure is figure
    assert len(set(sent)) == len(sent) >= 2
    assert all(data.startswith(b"\x89PNG") for data in sent)
    set_to(view, space="pr")
    assert picture(view) == before
    assert view.seen["facts"]["size"] == pytest.approx([520, 440])
    assert plt.get_fignums() == []
    assert (dict(mpl.rcParams), mpl.get_backend()) == (settings, backend)


@unpainted
def test_the_operating_point_is_marked_in_every_panel_and_said(several):
    view = prplot.explore(several, threshold=0.4, panels=("prg", "roc", "croc", "cost", "scores", "matrix"))
    panels = view.figure.axes
    assert len(panels) == 5 + 2
    for ax in panels[:5]:
        assert len([line for line in ax.lines if str(line.get_label()).startswith("_operating point")]) == 2
    for ax in panels[5:]:
        assert any(line.get_xdata()[0] == 0.4 for line in ax.lines)
    status = view.sentence
    assert status == view.seen["sentence"]
    assert status.startswith("PR and PR-Gain and ROC and CROC and Cost. a: AUPRC (continuous) ")
    for name, path in several.items():
        at = path.at(0.4)
        area = f"{name}: AUPRC (continuous) {path.pr().area():.4f}"
        assert f"{area}, recall {at.recall:.3g} and precision {at.precision:.3g} at" in status
    at = several["b"].at(0.4)
    assert panels[0].lines[-1].get_xydata()[0] == pytest.approx((at.recall, at.precision))
    assert view.description == " ".join(path.pr(label=name).describe() for name, path in several.items())


@unpainted
def test_the_operating_point_by_other_numbers(soft):
    view = prplot.explore(soft, panels=("roc", "scores"))
    costs = prplot.expected_cost(fn=5, fp=1, prevalence=soft.prevalence)
    for state, at in (
        ({"by": "recall", "recall": 0.6}, soft.find(recall=0.6)),
        ({"by": "predicted_positive_rate", "predicted_positive_rate": 0.2}, soft.find(predicted_positive_rate=0.2)),
        ({"by": "f_beta", "beta": 2.0}, soft.optimal("f2")),
        ({"by": "expected_cost", "cost_fn": 5.0}, soft.optimal(costs)),
    ):
        set_at_once(view, **state)
        assert view.figure.axes[1].lines[-1].get_xydata()[0].tolist() == pytest.approx([at.fpr, at.recall])
        assert view.figure.axes[2].lines[-1].get_xdata()[0] == at.threshold


@unpainted
def test_curves_are_of_the_weighting_the_ties_and_the_prevalence(soft):
    view = prplot.explore(soft, panels=("roc", "scores"))
    histogram = [patch.get_path().vertices.tolist() for patch in view.figure.axes[2].patches]
    for state, path in (
        ({}, soft),
        ({"ties": "optimistic"}, soft.ties("optimistic")),
        ({"ties": "pessimistic"}, soft.ties("pessimistic")),
        ({"prevalence": 0.7}, soft.at_prevalence(0.7)),
        ({"weighting": "hard", "cut": 0.3}, soft.hard(0.3, "total")),
        ({"weighting": "unweighted", "cut": 0.3}, soft.hard(0.3, "unit")),
    ):
        set_at_once(view, **{**DEFAULTS, "panels": ("roc", "scores"), **state})
        (pr,), (roc,) = (curves(ax) for ax in view.figure.axes[:2])
        assert [pr.curve.area(), roc.curve.area()] == pytest.approx([path.pr().area(), path.roc().area()], rel=1e-12)
        assert ("prevalence 0.7" in pr.get_label()) is ("prevalence" in state)
        if "weighting" not in state:
            # Of what is given, whatever ties or prevalence.
            shown = [patch.get_path().vertices.tolist() for patch in view.figure.axes[2].patches]
            assert shown == histogram


@unpainted
def test_a_classifier_keeps_its_color_while_others_are_hidden(hard):
    view = prplot.explore({"a": hard, "b": hard, "c": hard})
    before = {line.curve.label: line.get_color() for line in curves(view.figure.axes[0])}
    for shown in (("b", "c"), ("c",), ("a",)):
        set_to(view, shown=shown)
        colors = {line.curve.label: line.get_color() for line in curves(view.figure.axes[0])}
        assert colors == {name: before[name] for name in shown}


CODE = [
    ("path", {}, "path"),
    (
        "path",
        {"space": "prg", "weighting": "unweighted", "cut": 0.25, "prg_grid": True},
        "path.hard(0.25), space='prg', prg_grid=True",
    ),
    ("path", {"weighting": "hard"}, "path.hard(0.5, weights='total')"),
    ("mapping", {"weighting": "unweighted"}, "{name: path.hard(0.5) for name, path in paths.items()}"),
    ("list", {"weighting": "unweighted"}, "[path.hard(0.5) for path in paths]"),
    ("mapping", {"shown": ("b",)}, "{name: paths[name] for name in ['b']}, line={'color': ['#D55E00']}"),
    ("list", {"shown": ("path 2",)}, "[paths[1]], line={'color': ['#D55E00']}"),
    ("path", {"prevalence": 0.5}, "path.curve('pr', prevalence=0.5)"),
    (
        "mapping",
        {"prevalence": 0.5, "shown": ("a",)},
        "[paths[name].curve('pr', prevalence=0.5, label=name) for name in ['a']]",
    ),
    ("list", {"ties": "optimistic"}, "[path.curve('pr', ties='optimistic') for path in paths]"),
    ("path", {"interpolation": "step"}, "path, interpolation='step'"),
    ("path", {"space": "roc", "interpolation": "step"}, "path, space='roc', iso_f=True"),
    ("path", {"beta": 2.0, "levels": 3}, "path, iso_f={'levels': 3, 'beta': 2.0}"),
]


def test_the_code_is_short(several):
    kinds = {"path": several["a"], "list": list(several.values()), "mapping": several}
    views = {kind: prplot.explore(paths) for kind, paths in kinds.items()}
    for kind, state, call in CODE:
        set_at_once(views[kind], **{**DEFAULTS, "by": "threshold", **state})
        note = f"# path is the one passed to prplot.explore: {several['a'].name!r}\n" if kind == "path" else ""
        assert views[kind].code == f"import prplot\n\n{note}artists = prplot.plot({call})"
    # Every digit of a number is there, and plain numbers of NumPy are.
    for cut in (1 / 3 + 1e-9, several["a"].thresholds[3]):
        text = prplot.explore(several["a"], threshold=cut).code
        assert eval(re.search(r"operating_point\(line.curve, (.*), ax", text)[1], {}) == cut


class Kind(enum.Enum):
    A = 1
    B = 2


class Letter(enum.StrEnum):
    A = "a"
    B = "b"


KEYS = [
    (np.str_("a"), np.str_("b")),
    (1, ("x", np.int64(2))),
    (np.float64(0.1), np.float32(0.1)),
    (dt.date(2026, 1, 1), Path("runs/a.csv")),
    (float("nan"), float("inf")),
    (Kind.A, Letter.B),
    (int, 'a "b"'),
    ("{line}", "it's {}\\"),
    (b"a", None),
]


@unpainted
def test_the_code_runs_with_any_keys(several):
    for keys in KEYS:
        paths = dict(zip(keys, several.values(), strict=True))
        view = prplot.explore(paths, shown=(str(keys[1]),), prevalence=np.float64(0.5), threshold=np.float32(0.25))
        assert view.notes == []
        assert json.loads(json.dumps(view.state)) == view.state
        # Two numbers may be called the same.
        both = (curves(figure.axes[0]) for figure in (view.figure, redrawn(view, paths)))
        for mine, theirs in zip(*both, strict=True):
            assert (mine.get_label(), mine.get_color()) == (theirs.get_label(), theirs.get_color())
            np.testing.assert_array_equal(mine.get_xydata(), theirs.get_xydata())
        plt.close("all")


@unpainted
def test_one_threshold_moves_all_where_scores_are_on_one_scale():
    """Elsewhere each classifier has the threshold of its own that predicts as many rows positive, or finds as many."""

    def scored(low, high, **given):
        return prplot.from_labels([1, 0, 1, 0], [high, 0.6 * high + 0.4 * low, 0.3 * high + 0.7 * low, low], **given)

    for by, value, *ranges in (
        ("threshold", 0.7, (0, 1), (0.75, 1)),
        ("predicted_positive_rate", 0.25, (0, 1), (0.76, 1)),
        ("predicted_positive_rate", 0.25, (0, 1), (0.1, 0.9), (0, 100)),
        ("threshold", 0.7, (0, 1), (0.5, 0.5)),
        ("threshold", 1e308, (-1e308, 1e308), (-1.7e308, 1.7e308)),
    ):
        view = prplot.explore([scored(*ends) for ends in ranges])
        view.hear({"point": {"curve": 0, "row": 1}, "number": view.seen["facts"]["number"]})
        assert (view.view.by, view.notes) == (by, [])
        assert view.controls[by].value == pytest.approx(value, rel=0.9)
        assert view.seen["facts"]["at"][0] == 1
    unknown = prplot.explore([scored(0, 1, positives=3), scored(-6, 6, positives=3)])
    unknown.hear({"point": {"curve": 1, "row": 1}, "number": unknown.seen["facts"]["number"]})
    assert unknown.state == {"by": "recall", "recall": 0.3333}
    # Whoever asks for a threshold has it on any scale.
    view = prplot.explore([scored(0, 1), scored(-6, 6)], by="recall")
    set_to(view, threshold=0.5)
    assert view.state == {"by": "threshold", "threshold": 0.5}
    assert prplot.explore(scored(0, 1), threshold=0.5).view.by == "threshold"
    assert prplot.explore(scored(0, 1), threshold=0.5, by="recall").view.by == "recall"


@unpainted
def test_populations_can_be_explored(several):
    for population in (prplot.simulate.saito("ER-").path(0.5), prplot.simulate.binormal().path(0.1)):
        view = prplot.explore(population, panels=("roc", "cost"), table=True)
        assert view.notes == []
        assert [line.area for line in curves(view.figure.axes[0])] == [population.pr().area()]
    before = [len(ax.lines) for ax in view.figure.axes]
    set_at_once(view, best=True, worst=True)
    assert [len(ax.lines) for ax in view.figure.axes] == [count + 2 for count in before]
    set_at_once(view, hull=True, by="f_beta", prevalence=0.6)
    assert f"{population.at_prevalence(0.6).pr().area():.4f}" in written(view)
    for by in ("threshold", "recall", "predicted_positive_rate", "expected_cost"):
        set_at_once(view, by=by, threshold=0.5)
        assert view.notes == []
    set_to(view, weighting="hard")
    assert [text.partition(";")[0] for text in view.notes] == ["hard needs the rows of a sample"]
    beside = prplot.explore({**several, "all": population}, table=True)
    assert beside.notes == []
    assert len(curves(beside.figure.axes[0])) == 3


@unpainted
def test_any_error_is_noted_and_the_log_says_where_it_is_from(soft, monkeypatch, caplog):
    def fails(*_, **__):
        raise ZeroDivisionError("name must be short; got '<b>'.")

    view = prplot.explore(soft)
    with monkeypatch.context() as patch:
        patch.setattr(Figure, "add_subplot", fails)
        set_to(view, space="roc")
    assert view.notes == view.seen["notes"] == ["ZeroDivisionError: name must be short; got '<b>'."]
    # No picture of another state may pass for this one.
    assert (view.picture, view.figure.axes) == (b"", [])
    assert "<table" not in written(view)
    with pytest.raises(prplot.PrplotValueError, match="its note says what is wrong"):
        view.save("nothing.pdf")
    assert [(record.levelno, record.exc_info[0]) for record in caplog.records] == [(logging.ERROR, ZeroDivisionError)]
    set_to(view, levels=2)
    assert (view.notes, len(view.figure.axes)) == ([], 1)


WRONG = [
    ({"space": "cube"}, prplot.PrplotValueError, "space must be one of"),
    (
        {"colour": "red"},
        prplot.PrplotTypeError,
        "explore has no argument 'colour'. The nearest is 'colors'. Besides paths",
    ),
    (
        {"weighting": "unit"},
        prplot.PrplotValueError,
        "weighting must be one of 'soft', 'hard', 'unweighted'; got 'unit'.",
    ),
    ({"cut": 0}, prplot.PrplotValueError, "cut must lie in [0.001, 1]; got 0."),
    ({"cut": float("nan")}, prplot.PrplotValueError, "cut must lie in [0.001, 1]; got nan."),
    ({"levels": 10}, prplot.PrplotValueError, "levels must lie in [0, 9]; got 10."),
    ({"chance": 1}, prplot.PrplotTypeError, "chance must be True or False; got int 1."),
    ({"threshold": float("nan")}, prplot.PrplotValueError, "threshold must not be NaN; got nan. Use None"),
    ({"panels": "roc"}, prplot.PrplotTypeError, "panels must be a sequence of names; got str 'roc'."),
    ({"panels": ("cube",)}, prplot.PrplotValueError, "panels must be one of 'pr', 'prg'"),
    ({"shown": (1,)}, prplot.PrplotTypeError, "shown must hold names; got int 1."),
    ({"shown": ("b",)}, prplot.PrplotValueError, "shown must name classifiers; got 'b'. They are"),
    ({"by": "luck"}, prplot.PrplotValueError, "by must be one of 'f_beta', 'threshold', 'recall'"),
    ({"recall": 1.2}, prplot.PrplotValueError, "recall must lie in [0, 1]; got 1.2."),
    ({"beta": 0}, prplot.PrplotValueError, "beta must be finite and greater than 0; got 0."),
    ({"prevalence": 1}, prplot.PrplotValueError, "prevalence must lie strictly between 0 and 1; got 1."),
    ({"between": (0.5, 0.5)}, prplot.PrplotValueError, "between must rise and lie in [0, 1]; got (0.5, 0.5)."),
    ({"between": 0.5}, prplot.PrplotTypeError, "between must be two numbers; got float 0.5."),
    ({"cost_fn": -1}, prplot.PrplotValueError, "cost_fn must be finite and greater than 0"),
]
WRONG_PATHS = [
    ([], prplot.PrplotValueError, "paths must be a path, a sequence or a mapping of paths; got none."),
    (None, prplot.PrplotTypeError, "paths must be a path, a sequence or a mapping of paths; got NoneType None."),
    ("path", prplot.PrplotTypeError, "got str 'path'."),
    ([[1, 0], [0.2, 0.1]], prplot.PrplotTypeError, "got list [1, 0]."),
    ({"a": 3}, prplot.PrplotTypeError, "got int 3."),
    (prplot.from_labels([1, 0], [2, 1]).pr(), prplot.PrplotTypeError, "paths must be a path"),
]


def test_wrong_input(soft):
    for state, error, text in WRONG:
        with pytest.raises(error, match=re.escape(text)):
            prplot.explore(soft, **state)
    for paths, error, text in WRONG_PATHS:
        with pytest.raises(error, match=re.escape(text)):
            prplot.explore(paths)
    with pytest.raises(FrozenInstanceError):
        View().space = "roc"
    assert hash(View()) == hash(View(space="pr"))


def test_names_are_escaped(soft):
    view = prplot.explore({"it's <b>": soft, "c": soft}, shown=("it's <b>",), table=True)
    assert view.seen["code"] == view.code
    assert "<b>" not in view.seen["tables"]
    assert text_of(view.seen["tables"]).count("it's <b>") == 2


# How sure curves are is first drawn of few replicates while an event loop runs, and of all when nobody waits.


@unpainted
def test_bands_and_intervals_are_those_of_all_replicates(several):
    view = prplot.explore(several, shown=("a",), band=True, interval=True)
    band, interval = several["a"].pr().band(), several["a"].pr().interval()
    assert "interval=True, band=True" in view.code

    def drawn():
        (line,) = curves(view.figure.axes[0])
        np.testing.assert_array_equal(line.band.low, band.low)
        np.testing.assert_array_equal(line.band.high, band.high)
        assert f"[{interval.low:.2f}, {interval.high:.2f}]" in line.get_label()

    drawn()
    (other,) = curves(redrawn(view, several).axes[0])
    assert other.get_label() == curves(view.figure.axes[0])[0].get_label()
    np.testing.assert_array_equal(other.band.low, band.low)

    async def change():
        set_to(view, space="roc")
        await asyncio.sleep(0.03)
        set_to(view, space="pr")
        await asyncio.sleep(0.03)
        drawn()

    asyncio.run(change())


@unpainted
def test_all_replicates_are_computed_beside_the_loop_until_the_view_changes(monkeypatch):
    began, ended = [], []

    def endless(_curve, _what, _options, progress):
        began.append(threading.current_thread())
        try:
            while True:
                progress(0, 2000)
                time.sleep(0.001)
        finally:
            ended.append(threading.current_thread())

    monkeypatch.setattr("prplot.widgets.explorer.kept", endless)

    async def change():
        view = prplot.explore(prplot.from_labels([1, 0] * 20, range(40)), band=True)
        for times in (1, 2):
            while len(began) < times:
                await asyncio.sleep(0.01)
            assert view.seen["hint"].startswith("Working")
            set_to(view, levels=2 * times)
        view.close()

    # Its end waits for all threads.
    asyncio.run(change())
    assert began == ended != []
    assert threading.main_thread() not in began


@unpainted
def test_who_has_no_band_is_drawn_without(hard):
    few = prplot.from_labels([1, 0, 0, 0], [4, 3, 2, 1])
    view = prplot.explore({"few": few, "hard": hard}, band=True, interval=True)
    assert any("few: drawn without band" in text for text in view.notes)
    assert [line.band is None for line in curves(view.figure.axes[0])] == [True, False]
    population = prplot.simulate.binormal().path(0.1)
    for paths, off in ((population, True), ([population, few], False)):
        assert ({"band", "interval"} & set(offered(prplot.explore(paths))) == set()) is off


@unpainted
def test_a_refusal_is_said_until_something_changes(hard):
    """Also when the picture is drawn anew meanwhile, as confidence intervals become those of all replicates."""

    async def change():
        view = prplot.explore(hard, band=True)
        view.hear({"set": {"beta": "x"}})
        while view.seen["hint"].startswith("Working"):
            await asyncio.sleep(0.02)
        assert view.notes == view.seen["notes"] == ["β must be a number; got 'x'."]
        set_to(view, levels=2)
        assert view.notes == []

    asyncio.run(change())


# A picture whose axes stand as before is not laid out anew.


def test_a_picture_without_a_new_layout_is_that_of_a_new_explorer(several, monkeypatch):
    layouts, execute = [], ConstrainedLayoutEngine.execute
    monkeypatch.setattr(ConstrainedLayoutEngine, "execute", lambda *given: layouts.append(1) or execute(*given))
    view = prplot.explore(several, panels=("roc", "scores"), threshold=0.3)
    assert len(layouts) > 1
    for state, least, most in (
        # The first change moves what is inside the axes, the second what is beside them, the third makes new ones, and
        # the last brings back those of before.
        ({"threshold": 0.4}, 0, 0),
        ({"space": "lift"}, 1, 2),
        ({"panels": ("roc",)}, 2, 9),
        ({"panels": ("roc", "scores")}, 0, 1),
    ):
        layouts.clear()
        set_at_once(view, **state)
        assert least <= len(layouts) <= most, state
        other = prplot.explore(several, **view.state)
        places = [[ax.get_position().bounds for ax in each.figure.axes] for each in (view, other)]
        np.testing.assert_allclose(*places, rtol=0, atol=REST)
        if not most:
            assert picture(view) == picture(other)


@unpainted
def test_a_single_path_needs_no_name(soft):
    path = prplot.from_weights(soft.sample.score, fg=soft.sample.fg, bg=soft.sample.bg)
    for paths in (path, [path]):
        view = prplot.explore(paths, panels=("scores",), table=True)
        assert view.sentence.startswith(f"PR. AUPRC (continuous) {path.pr().area():.4f}, recall ")
        assert "path 1" not in written(view)
        assert "set_title" not in view.code
    both = prplot.explore([path, path], panels=("scores",))
    assert [f"path {number}: " in both.sentence for number in (1, 2, 3)] == [True, True, False]
    assert [ax.get_title() for ax in both.figure.axes[1:]] == ["path 1", "path 2"]


@unpainted
def test_legends_say_the_prevalence_only_where_it_moves_curves(several):
    view = prplot.explore(several, panels=("prg", "roc", "croc"), prevalence=0.005)
    labels = [[line.curve.label for line in curves(ax)] for ax in view.figure.axes]
    moved = ["a at prevalence 0.005", "b at prevalence 0.005"]
    assert labels == [moved, moved, ["a", "b"], ["a", "b"]]
    # It is one classifier in all panels all the same, whose entries in all legends hide it.
    facts = view.seen["facts"]
    assert [[line["curve"] for line in panel["lines"]] for panel in facts["panels"]] == [[0, 1]] * 4
    assert sorted(entry["curve"] for entry in facts["entries"]) == [0] * 4 + [1] * 4


@unpainted
def test_what_is_read_is_the_same_while_pointing_and_after(hard):
    other = prplot.from_labels(hard.sample.fg > 0, 1000 * hard.sample.score[::-1] + 5000)
    # On one scale by a threshold, on two scales by a rate.
    for paths in (hard, [hard, other]):
        view = prplot.explore(paths)
        for row in range(1, len(view.seen["facts"]["curves"][0]["tp"]) - 1, 6):
            facts = view.seen["facts"]
            pointed = [facts["curves"][0][name][row] for name in ("threshold", "tp", "fp")]
            view.hear({"point": {"curve": 0, "row": row}, "number": facts["number"]})
            facts = view.seen["facts"]
            read = [facts["curves"][0][name][facts["at"][0]] for name in ("threshold", "tp", "fp")]
            assert (facts["at"][0], read) == (row, pointed)
            # The page reads this row, and no other point beside it.
            assert facts["exact"][0] is None
        assert view.view.by == ("threshold" if paths is hard else "predicted_positive_rate")


@unpainted
def test_numbers_are_typed_with_a_decimal_point_or_comma(several):
    view = prplot.explore(several)
    for asked, state in (
        ({"threshold": "0,25"}, {"threshold": 0.25, "by": "threshold"}),
        ({"threshold": ""}, {"by": "threshold"}),
        ({"between": ["0,1", " .5 "]}, {"by": "threshold", "between": [0.1, 0.5]}),
        ({"levels": "3"}, {"by": "threshold", "between": [0.1, 0.5], "levels": 3}),
    ):
        view.hear({"set": asked})
        assert (view.notes, view.state) == ([], state)
    for asked, note in (
        ({"between": ["", 1]}, "Area between must be a number; got nothing."),
        ({"beta": ""}, "β must be a number; got nothing."),
        ({"threshold": "12,345"}, "Threshold must be a number; got '12,345', which can be read in two ways"),
    ):
        view.hear({"set": asked})
        assert view.notes[0].startswith(note)
        assert "None" not in view.notes[0]
