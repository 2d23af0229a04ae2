"""Errors: their family, and what holds of those of every call; the texts are in tests/golden."""

import copy
import inspect
import pickle
import traceback

import numpy as np
import pandas as pd
import pytest
from matplotlib.scale import ScaleBase

import prplot
from prplot import PrplotError, PrplotTypeError, PrplotValueError, PrplotWarning, from_labels

Y, S = [1, 0, 1], [3, 2, 1]
PATH = from_labels(Y, S)


def test_the_family():
    assert issubclass(PrplotValueError, PrplotError)
    assert issubclass(PrplotValueError, ValueError)
    assert issubclass(PrplotTypeError, PrplotError)
    assert issubclass(PrplotTypeError, TypeError)
    assert issubclass(PrplotWarning, UserWarning)
    assert not issubclass(PrplotWarning, PrplotError)


@pytest.mark.parametrize(
    ("argument", "call"),
    [
        ("level", lambda: PATH.pr().interval(level=2)),
        ("rng", lambda: PATH.pr().interval(rng="x")),
        ("method", lambda: PATH.pr().interval(method="delong")),
        ("stratify", lambda: PATH.pr().interval(groups=[1, 2, 2], stratify=True)),
        ("space", lambda: PATH.curve("rock")),
        ("y_true", lambda: from_labels(["a", "b"], [2, 1])),
        ("", lambda: from_labels(Y)),
    ],
)
def test_errors_know_their_argument(argument, call):
    with pytest.raises(PrplotError) as caught:
        call()
    assert caught.value.argument == pickle.loads(pickle.dumps(caught.value)).argument == argument
    assert str(caught.value).startswith(argument)


def test_warnings_know_why_something_is_undefined():
    with pytest.warns(PrplotWarning) as caught:
        from_labels([0, 0], [2, 1]).pr().area()
    (warning,) = caught
    assert warning.message.reason
    assert str(warning.message).endswith(f": {warning.message.reason}. NaN is returned.")


SCALARS = {
    "threshold": lambda v: PATH.at(v),
    "recall": lambda v: PATH.find(recall=v),
    "low": lambda v: PATH.pr().area(v, 1),
    "high": lambda v: PATH.pr().area(0, v),
    "tolerance": lambda v: PATH.pr().trace(v),
    "prevalence": prplot.PR,
    "cut": lambda v: prplot.weights.logistic([1, 2], v),
    "slope": lambda v: prplot.weights.logistic([1, 2], 0, v),
}


@pytest.mark.parametrize("value", ["x", "0.5", 1j, [0.5], [0.2, 0.5], {}], ids=repr)
@pytest.mark.parametrize(("argument", "call"), SCALARS.items(), ids=SCALARS)
def test_where_one_number_is_asked_the_value_is_named_as_given(argument, call, value):
    with pytest.raises(PrplotError, match=f"{argument} must ") as caught:
        call(value)
    assert isinstance(caught.value, ValueError | TypeError)
    assert f"{type(value).__name__} {value!r}" in str(caught.value)
    assert "predict_proba" not in str(caught.value)


@pytest.mark.parametrize("value", [np.float32(0.5), np.float64(0.5), np.int64(1), np.array(0.5), True], ids=repr)
def test_where_one_number_is_asked_numpy_numbers_will_do(value):
    PATH.at(value)
    PATH.find(recall=value)
    PATH.pr().area(0, value)
    prplot.weights.logistic([1, 2], value, value)


def test_what_is_only_a_little_alike_is_not_called_nearest():
    with pytest.raises(PrplotValueError, match=r"got 'iris'\.$"):
        prplot.datasets.load("iris")


def test_what_a_path_does_not_have_is_not_there():
    assert not hasattr(PATH, "plot")
    with pytest.raises(AttributeError, match=r"no attribute 'aera'$"):
        PATH.aera  # noqa: B018


def public():
    """Every public function, class and method, by name; results that nobody makes, and what matplotlib calls, apart."""
    names = (*prplot.__all__, "bounds", "results", "sources", "uncertainty")
    modules = [prplot, *(getattr(prplot, name) for name in names if inspect.ismodule(getattr(prplot, name)))]
    for module in [*modules, prplot.areas]:
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.isfunction(thing):
                yield f"{module.__name__}.{name}", thing
            elif inspect.isclass(thing) and not issubclass(thing, BaseException | ScaleBase):
                for method in dir(thing):
                    member = inspect.getattr_static(thing, method)
                    if inspect.isfunction(member) and not method.startswith("_"):
                        yield f"{name}.{method}", member


def test_an_argument_that_nothing_has_is_an_error_of_prplot_everywhere():
    tried = 0
    for name, thing in public():
        parameters = inspect.signature(thing).parameters.values()
        if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
            continue
        needed = [p for p in parameters if p.default is p.empty]
        given = [None for p in needed if p.kind is not p.KEYWORD_ONLY]
        with pytest.raises(PrplotError, match="no_such_argument"):
            thing(*given, **{p.name: None for p in needed if p.kind is p.KEYWORD_ONLY}, no_such_argument=name)
        tried += 1
    assert tried > 150


CURVE, OTHER = PATH.pr(), from_labels(Y, S[::-1])
# Calls that people try, and what the error must say first of how to call it.
INSTEAD = [
    (lambda: prplot.plot(PATH, colors=["red"]), "line={'color': [...]}"),
    (lambda: prplot.plot(PATH, linewidths=[1]), "line={'linewidth': [...]}"),
    (lambda: prplot.plot(PATH, lw=2), "line={'lw': ...}"),
    (lambda: prplot.plot(PATH, labels=["mine"]), "prplot.plot({'name': path})"),
    (lambda: prplot.by_group(Y, [0.9, 0.8, 0.1], ["a", "b", "b"]), "prplot.by_group(groups, y_true, y_score)"),
    (lambda: PATH.net_benefit(0.2), "path.net_benefit().at(0.2)"),
    (lambda: prplot.draw.small_multiples, "prplot.draw.multiples("),
    (lambda: prplot.draw.facet, "prplot.draw.multiples("),
    (lambda: prplot.draw.grid, "prplot.draw.multiples("),
    (lambda: prplot.facet, "prplot.draw.multiples("),
    (lambda: prplot.panel, "prplot.draw.panel("),
    (lambda: prplot.draw.roc, "prplot.plot(path, 'roc')"),
    (lambda: prplot.from_predictions, "prplot.from_labels(y_true, y_score)"),
    (lambda: prplot.from_dataframe, "prplot.from_frame("),
    (lambda: prplot.from_csv, "prplot.from_file("),
    (lambda: prplot.PrecisionRecallDisplay, "prplot.plot(path)"),
    (lambda: prplot.RocCurveDisplay, "prplot.plot(path, 'roc')"),
    (lambda: PATH.threshold, "path.thresholds"),
    (lambda: PATH.hull, "path.roc().hull()"),
    (lambda: PATH + OTHER, "prplot.pool([path, other])"),
    (lambda: sum([PATH, OTHER]), "prplot.pool([path, other])"),
    (lambda: PATH[0], "path.table()"),
    (lambda: setattr(PATH, "name", "mine"), "path.named('mine')"),
    (lambda: setattr(CURVE, "label", "mine"), "curve.named('mine')"),
    (lambda: setattr(prplot.simulate.binormal().path(0.5), "name", "mine"), "path.named('mine')"),
    (lambda: setattr(PATH, "anything", 3), "anything is read-only"),
    (lambda: prplot.explore(), "prplot.explore(path)"),
    (lambda: prplot.explore.score(), "The nearest is 'scores'"),
    (lambda: prplot.draw.operating_point(CURVE), "operating_point(curve, threshold, "),
    (lambda: PATH.interval(lambda: 1), "a function that takes a path"),
    (lambda: prplot.compare([PATH, OTHER], lambda: 1), "a function that takes a path"),
    (lambda: prplot.draw.threshold_colors(CURVE, cmap="nope"), "cmap must be the name of a color map"),
    (lambda: prplot.draw.isolines(CURVE, "auc"), "use path.roc().area()"),
    (lambda: PATH.optimal("auc"), "use path.roc().area()"),
    (lambda: PATH.optimal("eer"), "path.eer() has the equal error rate"),
    (lambda: PATH.optimal("break-even"), "path.break_even()"),
    (lambda: PATH.find(fnmr=0.05), "recall=0.95."),
    (lambda: PATH.find(fnr=0.1), "recall=0.9."),
    (lambda: PATH.find(frr=1), "recall=0."),
    (lambda: PATH.find(false_omission_rate=0.2), "npv=0.8."),
    (lambda: prplot.measure_at("f1", at={"miss_rate": 0.3}), "take recall 0.7."),
    (lambda: PATH.find(coverage=0.1), "'predicted_positive_rate' here"),
    (lambda: PATH.act_dcf, "path.min_dcf(0.01, threshold='bayes')"),
    (lambda: PATH.aurc, "path.risk_coverage().area()"),
    (lambda: PATH.augrc, "path.risk_coverage(kind='generalized').area()"),
    (lambda: PATH.gini, "2 * path.roc().area() - 1"),
    (lambda: PATH.froc_score, "path.mean_recall(images=100)"),
    (lambda: PATH.ks, "path.optimal('ks').measure('ks')"),
    (lambda: prplot.report(PATH, "roc").to_html, "table.to_frame().to_html()"),
    (lambda: prplot.report({"LR": [PATH, PATH]}), "or one path of all folds"),
    (lambda: PATH.interval("nothing"), "'bedroc', 'log_auc', 'rie', 'enrichment_factor'"),
    (lambda: prplot.from_points([], []), "recall must hold at least one point; got none"),
]


@pytest.mark.parametrize(("call", "text"), INSTEAD)
def test_the_error_names_the_call_that_was_meant(call, text):
    with pytest.raises(PrplotError) as caught:
        call()
    said = str(caught.value)
    # It comes within the first two lines or so.
    assert 0 <= said.find(text) < 250
    assert "'bac'" not in said


@pytest.mark.parametrize(
    ("call", "cure"),
    [
        (lambda: prplot.plot(PATH, color="red"), "line={'color': ...}"),
        (lambda: prplot.plot(PATH, bands=True), "'band'"),
        (lambda: PATH.find(recal=0.5), "'recall'"),
        (lambda: from_labels(Y, S, pos_lable=1), "'pos_label'"),
        (lambda: prplot.explore(PATH, theshold=1), "'threshold'"),
    ],
)
def test_the_cure_of_an_unknown_keyword_comes_before_the_signature(call, cure):
    with pytest.raises(PrplotTypeError) as caught:
        call()
    said = str(caught.value)
    signature = "Besides paths it takes" if "explore" in said else "The call must be"
    assert 0 < said.index(cure) < said.index(signature)


@pytest.mark.parametrize(
    ("call", "option"), [(PATH.roc, "prevalance"), (PATH.pr, "interpolaton"), (PATH.croc, "alhpa")]
)
def test_the_options_that_are_listed_hold_the_nearest(call, option):
    with pytest.raises(PrplotTypeError) as caught:
        call(**{option: 1})
    said = str(caught.value)
    nearest = said.split("The nearest is '")[1].split("'")[0]
    assert nearest in said.split(";")[0]


@pytest.mark.parametrize("scores", [list, tuple, np.array, pd.DataFrame], ids=lambda make: make.__name__)
@pytest.mark.parametrize(("label", "column"), [("a", 0), ("b", 1)])
def test_of_two_columns_that_of_the_positive_label_is_named_and_the_advice_works(scores, label, column):
    labels, rows = ["a", "b", "a", "b"], [[0.8, 0.2], [0.3, 0.7], [0.6, 0.4], [0.1, 0.9]]
    y_score = scores(rows)
    with pytest.raises(PrplotValueError, match=f"Pass the column of '{label}', ") as caught:
        from_labels(labels, y_score, pos_label=label)
    advice = str(caught.value).split(f"Pass the column of '{label}', ")[1].split(", if")[0]
    chosen = eval(advice, {"numpy": np, "y_score": y_score})
    assert list(chosen) == [row[column] for row in rows]
    assert from_labels(labels, chosen, pos_label=label).roc().area() == 1


@pytest.mark.parametrize("name", ["none.csv", "none*.csv", "none.parquet"])
def test_a_missing_file_is_one_for_python_too(name, tmp_path):
    with pytest.raises(FileNotFoundError, match="cannot be read") as caught:
        prplot.from_file(tmp_path / name, score="s", label="y")
    assert isinstance(caught.value, PrplotValueError)


def test_many_groups_of_single_rows_are_told():
    labels, scores = [1, 0] * 30, np.arange(60.0)
    with pytest.warns(PrplotWarning, match="each of the 60 groups has a single row"):
        prplot.by_group(np.arange(60), labels, scores)
    assert len(prplot.by_group(np.arange(60) // 2, labels, scores)) == 30


@pytest.mark.parametrize(
    "call", [lambda: PATH.find(recall=5), lambda: PATH.at("x"), lambda: PATH.optimal("x"), lambda: PATH.ties("x")]
)
def test_tracebacks_show_one_frame_of_the_checks_of_calls(call):
    with pytest.raises(PrplotError) as caught:
        call()
    frames = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert frames.count("checked") == 1


def test_a_path_under_another_name():
    named = PATH.named("mine")
    assert (named.name, PATH.name, named.named(None).name) == ("mine", None, None)
    assert np.array_equal([named.tp, named.fp], [PATH.tp, PATH.fp])
    assert named.sample is PATH.sample
    assert prplot.simulate.binormal().path(0.3).named("model").pr().label == "model"
    assert pickle.loads(pickle.dumps(named)).name == copy.deepcopy(named).name == "mine"
    with pytest.raises(PrplotTypeError, match="name must be a string or None; got int 3"):
        PATH.named(3)


def test_paths_are_single_items_of_arrays_and_frames():
    assert np.array([PATH, OTHER]).tolist() == [PATH, OTHER]
    assert np.asarray(PATH).item() is PATH
    assert pd.Series([PATH, OTHER])[1] is OTHER
    assert len(prplot.plot(np.array([PATH, OTHER]), "roc").lines) == 2


def test_help_of_columns_does_not_speak_of_comparisons():
    assert "comparison" not in inspect.getdoc(PATH.zones([2]).columns)
