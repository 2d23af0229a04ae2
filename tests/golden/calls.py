"""Natural wrong calls, and calls that give a warning: what is said to whoever writes them."""

from __future__ import annotations

import re
import warnings
from contextlib import chdir
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import prplot

# One call a line, as somebody would write it who comes from another tool, mistypes, or has other data than they think.
CALLS = """
# Labels
prplot.from_labels([1, 0], s)
prplot.from_labels([], [])
prplot.from_labels(np.array([y]).T, s)
prplot.from_labels([y], s)
prplot.from_labels(np.eye(6), s)
prplot.from_labels(1, 0.5)
prplot.from_labels(None, s)
prplot.from_labels("101001", s)
prplot.from_labels({0: 1}, s)
prplot.from_labels([1, 0, None, 1, 0, 1], s)
prplot.from_labels([1, 0, nan, 1, 0, 1], s)
prplot.from_labels([0, 1, 2, 0, 1, 2], s)
prplot.from_labels([0, 2, 0, 2, 2, 0], s)
prplot.from_labels([1, 2, 1, 2, 2, 1], s)
prplot.from_labels(["no", "yes", "no", "yes", "no", "no"], s)
prplot.from_labels(list("101001"), s)
prplot.from_labels(range(100), range(100))
prplot.from_labels([0.2, 0.7, 1, 0, 0, 1], s)
prplot.from_labels([0, 1, 2 / 3, 0, 1, 1], s)
prplot.from_labels(frame.score.astype("Float64"), s)
prplot.from_labels(list("abaaba"), s, pos_label="z")
prplot.from_labels(list("abaaba"), s, pos_label=["a", "z"])
prplot.from_labels(y, s, pos_label="1")
prplot.from_labels(y, s, pos_label=[])
prplot.from_labels(y, s, pos_label={1: "yes"})
prplot.from_labels(list("abaaba"), s, pos_label=[["a"]])
prplot.from_labels(np.array([{}] * 6), s)
prplot.from_labels([10**400, 0, 1, 1, 0, 0], s)
prplot.from_labels(s, y)
# Scores
prplot.from_labels(y, [0.9, 0.1])
prplot.from_labels(y, np.ones((6, 1)))
prplot.from_labels(y, np.ones((6, 2)))
prplot.from_labels(list("bwwbwb"), np.ones((6, 2)), pos_label="b")
prplot.from_labels(list("bwwbwb"), np.ones((6, 2)), pos_label="w")
prplot.from_labels(y, np.ones((6, 2)), pos_label=0)
prplot.from_labels(y, np.ones((6, 4)))
prplot.from_labels(y, np.ones((6, 1, 1)))
prplot.from_labels(y, frame[["score"]])
prplot.from_labels(y, [[1], [2, 3], 4, 5, 6, 7])
prplot.from_labels(y, ["0.3", "0.2", "0.1", "0.4", "0.5", "0.6"])
prplot.from_labels(y, np.array([0.3, "high", 0.1, 0.2, 0.3, 0.4], dtype=object))
prplot.from_labels(y, [1j, 2, 3, 4, 5, 6])
prplot.from_labels(y, np.array(["2020", "2021", "2022", "2023", "2024", "2025"], dtype="M8[Y]"))
prplot.from_labels(y, {0: 1.5})
prplot.from_labels(y, {1, 2, 3})
prplot.from_labels(y, None)
prplot.from_labels(y, abs)
prplot.from_labels(y, [0.9, None, nan, 0.4, 0.3, 0.2])
prplot.from_labels(y, [0.9, None, 0.2, 0.4, 0.3, 0.2], missing="ignore")
prplot.from_labels(y, s, missing="dropped")
prplot.from_labels(y, [nan] * 6, missing="drop")
prplot.from_labels(y, s, tolerance=-1)
prplot.from_weights(s, fg=y, missing=None)
prplot.from_labels([1], np.array([], str))
prplot.from_labels(np.array([], str), [0.5])
prplot.from_labels(["score"] * 5000, ["score"] * 5000)
# Weights
prplot.from_labels(y, s, sample_weight=[1, 2])
prplot.from_labels(y, s, sample_weight=np.ones((6, 1)))
prplot.from_labels(y, s, sample_weight=[1, -2, 1, 1, 1, 1])
prplot.from_labels(y, s, sample_weight=[1, inf, 1, 1, 1, 1])
prplot.from_labels(y, s, sample_weight=[1, 1, nan, 1, 1, 1])
prplot.from_labels(y, s, sample_weight=[0] * 6)
prplot.from_labels(y, s, sample_weight=list("abcdef"))
prplot.from_labels(y, s, sample_weight={1: 2})
prplot.from_labels(y, s, sample_weight="balanced")
prplot.from_weights(s, fg=[0.1, 1.5, 0, 0, 0, 0])
prplot.from_weights(s, fg=[0.1, 1 + 2**-52, 0, 0, 0, 0])
prplot.from_weights(s, fg=[1, 0, -0.5, 0, 0, 0])
prplot.from_weights(s, fg=[1, None, 0, 0, 0, 0])
prplot.from_weights(s, fg=[1, inf, 0, 0, 0, 0])
prplot.from_weights(s, fg=y, bg=[nan, 1, 1, 1, 1, 1])
prplot.from_weights(s, fg=y, bg=[-1, 1, 1, 1, 1, 1])
prplot.from_weights(s, fg=y, bg=[1] * 4)
prplot.from_weights(s, fg=y, sample_weight=[1] * 4)
prplot.from_weights([], fg=[])
prplot.from_weights(s, fg=[0] * 6, bg=[0] * 6)
prplot.from_weights(s, fg=np.ones((6, 3)))
prplot.from_weights(s, fg=0.5)
prplot.from_weights(s, fg=None)
prplot.from_weights(s, y)
prplot.from_weights(s)
prplot.from_weights(fg=y)
prplot.weights.votes(np.ones((3, 5)), 5)
prplot.weights.votes([1, 0.5], 2)
prplot.weights.votes([1, 2], 2.5)
prplot.weights.votes([3, 1], 2)
prplot.weights.votes([1, 1], 2, per="votes")
prplot.weights.logistic([1, 2], "x")
prplot.weights.logistic([1, 2])
# The call
prplot.from_labels(y, s, [1] * 6)
prplot.from_labels(y, s, sample_weights=[1] * 6)
prplot.from_labels(y, s, weights=[1] * 6)
prplot.from_labels(y, s, label="forest")
prplot.from_labels(y, s, pos_lable=1)
prplot.from_labels(y, y_pred=s)
prplot.from_labels(y, preds=s)
prplot.from_labels(y)
prplot.from_labels(y, s, y_true=y)
prplot.from_estimator("model", s, y)
prplot.from_estimator(object(), np.ones((6, 2)), y)
prplot.Confusion(1, 2, 3, 4)
prplot.Confusion(tp=-1, fp=0, fn=0, tn=0)
prplot.Confusion(tp=1, fp="2", fn=0, tn=0)
prplot.from_confusion(tp=3, fp=6, fn=2, tn=9)
prplot.from_confusion([[9, 6], [2, 3]])
# Counts and points
prplot.from_counts([], [], [])
prplot.from_counts([[3, 2, 1]], [1, 2, 3], [0, 1, 2])
prplot.from_counts([3, 2, 1], [1, 2], [1, 2, 3])
prplot.from_counts([3, 2, 1], [2, 1, 3], [0, 1, 2])
prplot.from_counts([3, 2, 1], [0, 1, 2], [3, 3, 2])
prplot.from_counts([1, 2, 3], [0, 1, 2], [0, 1, 2])
prplot.from_counts([1, 2, 3], [2, 1, 0], [2, 1, 0])
prplot.from_counts([3, 2, 1], [0] * 3, [0] * 3)
prplot.from_counts([3, 2, 1], [1, 2, 3], [0, 1, 2], positives=2)
prplot.from_counts([nan, 2, 1], [1, 2, 3], [0, 1, 2])
prplot.from_points([0.5, 1.2], [0.5, 0.8])
prplot.from_points([0.5, 1.0], [0.5])
prplot.Counts([0, 1, 1])
prplot.Counts(10)
# Frames, files, folds, classes, sources
prplot.from_frame(frame, score="scores", label="truth")
prplot.from_frame(frame, score="score", label="label")
prplot.from_frame(frame, score="score")
prplot.from_frame(frame, score="score", label="truth", fg="weight")
prplot.from_frame(frame, "truth", "score")
prplot.from_frame(frame, y_true="truth", y_score="score")
prplot.from_frame(frame, score="score", label="truth", by="sites")
prplot.from_frame(frame, score=[], label="truth")
prplot.from_frame(frame, score="site", label="truth")
prplot.from_frame(y, score="score", label="truth")
prplot.from_file("nowhere.csv", score="score", label="truth")
prplot.from_file("nowhere*.csv", score="score", label="truth")
prplot.from_file("data.csv", score="scores", label="truth")
prplot.from_file("data.csv", score="site", label="truth")
prplot.from_file("data.csv", "truth", "score")
prplot.from_file("empty.csv", score="score", label="truth")
prplot.from_file(3, score="score", label="truth")
prplot.by_group(y, y, [0.9, 0.1])
prplot.by_group(y_true=y, y_score=s, group=y)
prplot.one_vs_rest(y, s)
prplot.one_vs_rest([0, 1, 2], np.ones((3, 2)))
prplot.one_vs_rest([0, 1, 2], np.ones((3, 3)), classes=["a", "b", "c"])
prplot.multilabel(np.ones((3, 2)), np.ones((3, 3)))
prplot.multilabel(np.ones((3, 2)), np.ones((3, 2)), names=["a"])
prplot.from_cv_results({}, np.ones((6, 2)), y)
prplot.sources.from_run({}, {})
prplot.sources.from_coco(None)
prplot.scorer("prc_auc")
prplot.datasets.load("iris")
prplot.datasets.load()
# Spaces, rules, choices
path.curve("rok")
path.curve("accuracy")
path.curve(None)
path.curve("roc", interpolation="step")
path.pr("cubic")
path.pr("averge precision")
path.pr(interp="step")
path.pr(left="1")
path.pr(ties="optimist")
path.roc(tie="given")
path.roc(prevalence=0)
path.croc(alpha=-1)
path.croc(magnifier="root")
path.prg(clip="yes")
path.ties("best")
path.hard(weights="all")
path.hard(2)
path.at_prevalence(50)
path.net_benefit(decide="mine")
prplot.PR(0)
prplot.PRG(1)
prplot.ROC(1.5)
prplot.PR(nan)
prplot.PR("0.5")
prplot.PR()
prplot.Cost(0.2).forward(0.1, 0.2)
prplot.metrics.gain(0.5, 0)
prplot.metrics.gain(0.5, 1)
prplot.f_beta(-1)
prplot.expected_cost(fn=-5, prevalence=0.1)
prplot.metrics.net_benefit(1.5)
# Areas
curve.area(0.7, 0.2)
curve.area(-0.5, 1)
curve.area(0, 1.0000001)
curve.area(nan, 1)
curve.area("0", 1)
path.prg().area(0, 1.5)
path.roc().area(max_fpr=0.1)
curve.normalized_area(by="prevalence")
curve.at("0.5")
curve.at(10**400)
curve.trace(0)
path.areas()["hull"]
prplot.identify(path, "much")
prplot.identify(path, [0.83])
prplot.identify("0.83", path)
path.bedroc("20")
path.enrichment_factor(0)
path.roc_n(0)
path.log_auc(2)
prplot.bounds.minimum_area(0)
# Operating points and measures
path.at("0.5")
path.at([0.2, 0.5])
path.at(nan)
path.at(recall=0.9)
path.find(0.8)
path.find(recall=1.2)
path.find(recall=0.9, precision=0.9)
path.find(recal=0.8)
path.find(f1=0.5)
path.find()
path.find(recall=0.5, tpr=0.5)
path.find(recall="high")
soft.find(precision=0.99)
prplot.from_labels([0] * 6, s).find(recall=0.5)
path.confusion(99)
path.confusion(-9)
path.confusion(0.5)
path.optimal("f-1")
path.optimal("precisoin")
path.optimal("f1", recall=0.9)
path.optimal("f1", subject_to={"recal": 0.5})
path.optimal("precision", subject_to={"recall": 2})
path.at(1).measure("sensitivty")
path.at(1).measure(1)
path.at(1).f("one")
prplot.metrics.metric("auc")
path.zones(0.9, 0.1)
# Looked for in the wrong place
path.plot()
path.area()
path.auc
path.sensitivity
path.threshold
path.score
path.at(1).nothing_such
curve.auc
curve.plt()
prplot.average_precision_score(y, s)
prplot.roc_curve(y, s)
prplot.precision_recall_curve(y, s)
prplot.f1_score(y, s)
prplot.from_label(y, s)
prplot.PrecisionRecallDisplay
# Several
prplot.compare(path)
prplot.compare(paths["a"], paths["b"])
prplot.compare(paths["a"], paths["b"], "roc")
prplot.compare({"a": path, "b": prplot.from_labels([1, 0], [2, 1])})
prplot.compare(paths, seed=1)
prplot.compare(paths, metric="roc")
prplot.compare(paths, "auprcc")
prplot.compare(paths, level=95)
prplot.compare(paths, method="wilcoxon")
prplot.compare(paths, "pr", method="delong")
prplot.compare(paths, n=0)
prplot.compare({"a": [path, path], "b": [path, path]})
prplot.pool(paths["a"], paths["b"])
prplot.pool([])
prplot.pool([(y, s)])
prplot.pool([path, None])
prplot.mean_area(paths["a"], paths["b"])
prplot.mean_area({"a": [path, path]})
prplot.mean_area({"a": (y, s)})
prplot.mean_area(paths, "ap")
prplot.mean_area(paths, undefined="skip")
prplot.mean_area([path], low="x")
prplot.mean_curve([])
prplot.mean_area([path, prplot.from_labels([0] * 6, s)])
prplot.mean_curve([path.pr(), path.roc()])
prplot.mean_f(paths)
prplot.mean_measure([path, path], "f-1")
prplot.measure_at("precision", recall=0.8)
prplot.measure_at("precision", at={"recal": 0.8})
# How sure
path.interval("auprcc")
path.interval("f1", level=95)
path.roc().interval(ci=0.9)
path.roc().interval(alpha=0.05)
path.roc().interval(method="jackknife")
path.roc().interval(n=1.5)
path.roc().interval(rng="seed")
path.roc().interval(groups=y[:3])
curve.interval(method="delong")
prplot.from_labels([1, 0], [2, 1]).roc().interval(method="delong")
curve.band(kind="simultanous")
curve.band(level=0)
# Models
prplot.simulate.binormal(sigma=0)
prplot.simulate.binormal(std=1)
prplot.simulate.saito("ER")
prplot.simulate.saito("best")
prplot.simulate.keilwagen("god")
prplot.simulate.binormal().sample(100)
prplot.simulate.binormal().sample(-1, prevalence=0.2)
prplot.simulate.binormal().sample(100, prevalence=20)
prplot.simulate.binormal().sample(100, prevalence=0.2, seed=1)
prplot.simulate.binormal().curve("pr")
# Figures
prplot.plot(y, s)
prplot.plot([y, s])
prplot.plot((y, s))
prplot.plot(None)
prplot.plot([])
prplot.plot({})
prplot.plot("forest")
prplot.plot(paths["a"], paths["b"])
prplot.plot({"A": {"one": path, "two": path}})
prplot.plot(path, "prgain")
prplot.plot(path, ["pr", "roc"])
prplot.plot(path, title="Mine")
prplot.plot(path, figsize=(3, 3))
prplot.plot(path, color="red")
prplot.plot(path, ci=True)
prplot.plot(path, seed=1)
prplot.plot(path, interval={"seed": 1})
prplot.plot(path, band={"seed": 1})
prplot.plot(path, band={"level": 95})
prplot.plot(path, bands=True)
prplot.plot(path, ax="left")
prplot.plot(path, ax=plt.figure())
prplot.plot(path, line="red")
prplot.plot(path, line={"colour": "red"})
prplot.plot(path, legend="lower left")
prplot.plot(path, isolines="f1")
prplot.plot(path.roc(), "pr")
curve.plot(color="red")
curve.plot().save()
curve.plot().save("figure.docx")
curve.plot().save("nowhere/figure.pdf")
curve.plot().save("figure.png", quality=3)
curve.plot().save(3)
curve.plot().save(None)
prplot.draw.panel(path, spaces=("roc", "auc"))
prplot.draw.panel(path, spaces=("roc", "rok"))
prplot.draw.panel(path, spaces=())
prplot.draw.multiples(path, columns=0)
prplot.draw.multiples({"a": path}, ncols=2)
prplot.draw.measures(path, "f1", title="Mine")
prplot.draw.measures(path, "f-1")
prplot.draw.measures(path, "f1", against="score")
prplot.draw.baseline("pr")
prplot.draw.isolines(path.pr(), "f-1")
prplot.draw.isolines(path.pr(), "f1", levels="many")
prplot.draw.iso_f(path.pr(), beta=0)
prplot.draw.isolines(path.cost(), "f1")
prplot.draw.operating_point(path.pr(), "best")
prplot.draw.operating_point(prplot.PR(0.2), 0.5)
prplot.draw.operating_region(path.pr(), {"precision": 0.5})
prplot.draw.point(prplot.PR(0.3), (0.5, 1.5))
prplot.draw.point(prplot.PR(0.3), 0.5)
prplot.draw.point(prplot.PR(0.3), (0.5, 0.5, 0.5))
prplot.plot(path, "calibration")
prplot.plot(path, "step")
prplot.draw.threshold_colors(path.pr(), norm="ranks")
prplot.draw.scores(prplot.from_counts([2, 1], [1, 2], [0, 2]))
prplot.draw.scores(path, bins=0)
prplot.draw.scores(path, bins="many")
prplot.style.paper("icmll").__enter__()
prplot.style.paper("icml", columns=3).__enter__()
# The explorer
prplot.explore(None)
prplot.explore(path, spaces="pr")
prplot.explore(path, space="rok")
prplot.explore(path, panels=["pr", "rok"])
prplot.explore(path, prevalence=20)
prplot.explore(path, theshold=0.5)
# Undefined, or done though one should know
prplot.from_labels([1] * 6, s).roc().area()
prplot.from_labels([0] * 6, s).pr().area()
prplot.from_labels([0] * 6, s).prg().area()
prplot.from_labels([1] * 6, s).cost().area()
prplot.from_labels([1] * 6, s).at(1).specificity
prplot.from_labels([1] * 6, s).roc().plot()
path.at(100).precision
path.at(100).precision_gain
prplot.draw.point(prplot.PR(0.3), (0.9, 0.1))
curve.interval(n=200, rng=0)
prplot.compare({"a": path, "b": path}, n=200)
prplot.from_labels(y, s, positives=10).prg().area()
prplot.from_labels(y, s, positives=10).roc().area()
"""
LABELS, SCORES = [1, 0, 1, 0, 0, 1], [0.9, 0.8, 0.7, 0.4, 0.3, 0.2]


def calls() -> list[str]:
    """Return the calls."""
    return [line for line in CALLS.splitlines() if line and not line.startswith("#")]


@cache
def names() -> dict[str, Any]:
    """Return what the calls speak of."""
    frame = pd.DataFrame({"truth": LABELS, "score": SCORES, "weight": SCORES, "site": list("abcabc")})
    path = prplot.from_labels(LABELS, SCORES, name="mine")
    return {
        "prplot": prplot,
        "np": np,
        "plt": plt,
        "nan": np.nan,
        "inf": np.inf,
        "frame": frame,
        "y": LABELS,
        "s": SCORES,
        "path": path,
        "curve": path.pr(),
        "soft": prplot.from_weights(SCORES, fg=SCORES),
        "paths": {"a": path, "b": prplot.from_labels(LABELS, SCORES[::-1])},
    }


def said(call: str, folder: Path) -> tuple[type, str, str]:
    """Return the class of the error, or of the first warning, of a call, its text, and where it points to."""
    file = folder / "data.csv"
    names()["frame"].to_csv(file, index=False)
    (folder / "empty.csv").touch()
    with chdir(folder), mpl.rc_context(), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            eval(compile(call, "<call>", "eval"), dict(names()))
        except Exception as error:
            return type(error), str(error), "<call>"
        finally:
            plt.close("all")
    assert caught, f"{call} is all right"
    return caught[0].category, str(caught[0].message), caught[0].filename


def kind(category: type) -> str:
    """Return the public classes that an error or a warning is of."""
    public = (prplot.PrplotError, prplot.PrplotWarning, ValueError, TypeError, AttributeError)
    return ", ".join(each.__name__ for each in public if issubclass(category, each))


# Quoted names, calls, keywords, places, dotted or joined names, and numbers.
CODE = re.compile(
    r"(?<!\w)'[^']*'|[\w.]+\([^)]*\)|\w+=[^\s,;]+|\w+\[[^]]*\]|[\[(][-\d., inf]+[\])]|\w+(?:[._]\w+)+|-?\d[\w.]*"
)
MESSAGE = re.compile(r"(?P<argument>.*?) must (?P<rule>.*?); got (?P<got>.*?)\.(?: (?P<way_out>[A-Z].*))?$")


def words(text: str) -> list[str]:
    """Return what matters of a message: the argument, and of each part what looks like code, else the whole part."""
    # Which endings there are depends on versions.
    text = re.sub(r"(?<=end in one of) .*(?=; got)", "", text)
    text = re.sub(r"(?<=The call must )be (\w+)\(.*\)(?=\.$)", r"be \1", text)
    found = MESSAGE.match(re.sub(r"(?<=the call must )be (\w+)\(.*?\)(?=; got )", r"be \1", text))
    parts = found.groups("") if found else [text]
    matter = [word for part in parts for word in (CODE.findall(part)[:5] or [part])]
    return list(dict.fromkeys(word.rstrip(".,") for word in matter if word))


def record() -> dict[str, object]:
    """Return for each call the public classes of its error or warning, and the words that must occur."""
    with TemporaryDirectory() as folder:
        heard = {call: said(call, Path(folder)) for call in calls()}
    return {"calls.json": {call: [kind(category), *words(text)] for call, (category, text, _) in heard.items()}}
