"""Samples and curves in words: what a methods section must state is stated, and is true."""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import prplot

CASES = {
    case["name"].split()[0]: case
    for case in json.loads((Path(__file__).parents[1] / "data" / "theory_checks.json").read_text())
}
# How the sentence starts, the area, its column, and what else must be said.
SPACES = {
    "pr": ("Precision-Recall curve", "AUPRC (continuous)", "cont", "continuously"),
    "prg": ("Precision-Recall-Gain curve", "AUPRG", "auprg", "straight"),
    "roc": ("ROC curve", "AUROC", "roc", "straight"),
    "croc": ("CROC curve", "area under CROC", "croc7", "doi:10.1093/bioinformatics/btq140"),
    "cost": ("Cost curve", "area under cost curve", "cost", "lower envelope"),
}
AREA_NAMES = {
    "continuous": "AUPRC (continuous)",
    "discrete-tp": "AUPRC (Davis-Goadrich)",
    "discrete-fp": "AUPRC (discrete FP)",
    "linear": "AUPRC (linear)",
    "upper-trapezoid": "AUPRC (upper trapezoid)",
    "step": "AP",
    "max-interpolated": "AP (interpolated)",
}
# Column of the reference numbers, and what the sentence must say of the rule and of its source.
RULES = {
    "continuous": ("cont", "continuously", "Keilwagen et al. 2014, doi:10.1371/journal.pone.0092209"),
    "discrete-tp": ("dtp", "true positives", "Davis and Goadrich 2006, doi:10.1145/1143844.1143874"),
    "discrete-fp": ("dfp", "false positives", "Keilwagen et al. 2014, doi:10.1371/journal.pone.0092209"),
    "linear": ("lt_limit", "lower trapezoids", "Boyd et al. 2013, doi:10.1007/978-3-642-40994-3_29"),
    "upper-trapezoid": ("ut_limit", "upper trapezoids", "Boyd et al. 2013, doi:10.1007/978-3-642-40994-3_29"),
    "step": ("ap", "steps", "average precision"),
    "max-interpolated": ("envap", "steps", "largest precision"),
}


def three_digits(case, column):
    """A reference number as a caption prints it."""
    return f"{float(Fraction(CASES[case][column].split('=')[0].strip())):.3f}"


def path_of(case, **options):
    given = CASES[case]
    return prplot.from_weights(given["scores"], fg=given["w_fg"], bg=given["w_bg"], **options)


def numbers_of(text):
    """What is said of the sample: n, P, N and the prevalence."""
    number = r"\d[\d.]*(?:e[+-]\d+)?(?<!\.)"
    found = re.search(
        rf"(?:n = (?P<n>\d+), )?P = (?P<P>{number}), N = (?P<N>{number}), (?:at )?prevalence (?P<pi>{number})", text
    )
    return {name: float(value) for name, value in found.groupdict().items() if value is not None}


def is_a_sentence(text):
    assert text == text.strip()
    assert text[0].isupper()
    assert text.endswith(".")
    for trace in ("\n", "  ", "$", "\\", "nan", "None", "{", "[", " ;", " ,", ",,", ".."):
        assert trace not in text
    assert text.count("(") == text.count(")")
    return text


@pytest.fixture
def mine():
    return prplot.from_labels([1, 0, 1, 0, 0], [0.9, 0.8, 0.4, 0.4, 0.1], name="mine")


# A sample in a methods section ----------------------------------------------------------------------------------


def test_a_sample_in_one_sentence(mine):
    text = is_a_sentence(mine.methods())
    assert text.startswith("Scores of mine were evaluated against hard labels (")
    assert numbers_of(text) == {"n": 5, "P": 2, "N": 3, "pi": 0.4}
    assert "no score was missing" in text
    assert text.endswith(f"(prplot {prplot.__version__}).")
    assert text.count(". ") == 0
    assert prplot.from_labels([1, 0], [2, 1]).methods().startswith("Scores were evaluated")
    assert "Scores of {0} %s <b> were" in prplot.from_labels([1, 0], [2, 1], name="{0} %s <b>").methods()
    weighted = prplot.from_labels([1, 0], [2, 1], sample_weight=[1234567, 8765432])
    assert numbers_of(weighted.methods()) == {"n": 2, "P": 1234567, "N": 8765432, "pi": 0.123}
    told = is_a_sentence(mine.describe())
    assert told.startswith("The sample of mine: hard labels, n = 5, P = 2, N = 3, prevalence 0.4; ")
    assert "4 distinct scores, from 0.9 down to 0.1" in told
    infinite = prplot.from_labels([1, 0, 1], [math.inf, math.inf, 1])
    assert "2 distinct scores, from inf down to 1" in infinite.ties("optimistic").describe()


def labels_of(path):
    return re.search(r"evaluated against (.*?) \((?:n|P) = ", path.methods())[1]


LOGISTIC = prplot.weights.logistic(np.linspace(-3, 3, 50), cut=0.3)
HARD = prplot.from_labels([1, 0, 1], [3, 2, 1])
SOFT = prplot.from_weights([3, 2], fg=[0.9, 0.4])
BOTH = "a positive and a negative weight per row"


LABELS = [
    (HARD, "hard labels"),
    (prplot.from_labels([1, 0], [2, 1], sample_weight=[0.1, 0.1]), "hard labels"),
    (prplot.from_labels([1, 0], [2, 1], sample_weight=[1, 2]), "hard labels with sample weights"),
    (HARD.hard(0.7), "hard labels"),
    (SOFT, "soft labels"),
    (SOFT.at_prevalence(0.1).at_prevalence(0.3), "soft labels"),
    (prplot.from_weights(range(50), fg=np.linspace(0, 1, 50), sample_weight=[0.1] * 50), "soft labels"),
    (prplot.from_weights(range(50), fg=LOGISTIC[0], bg=LOGISTIC[1]), "soft labels"),
    (prplot.from_weights([2, 1], fg=[2, 1], bg=[0, 4]).at_prevalence(0.2), BOTH),
    (prplot.from_weights([2, 1], fg=[1e308, 1], bg=[1e308, 1]), BOTH),
    (prplot.from_counts([2, 1], [1, 2], [0, 2]), "cumulative counts"),
    (SOFT.hard(0.4).hard(0.9), "hard labels (soft labels cut at 0.4)"),
]


def test_what_the_labels_are():
    for path, said in LABELS:
        assert labels_of(path) == said


def test_what_was_done_to_the_sample(mine):
    """Said once, by samples and curves alike, and not where it was not done."""
    missing = prplot.from_labels([1, 0, 1, 0], [3, None, 1, math.nan], missing="drop")
    lowest = prplot.from_labels([1, 0, 1], [3, None, 1], missing="lowest")
    near = prplot.from_labels([1, 0, 1], [3, 3 - 1e-12, 1], tolerance=1e-9)
    for path, said in (
        (mine, "tied scores were mixed evenly"),
        (mine.ties("optimistic"), "within tied scores positives came first"),
        (mine.ties("optimistic").ties("pessimistic"), "within tied scores positives came first"),
        (mine.ties("pessimistic"), "within tied scores negatives came first"),
        (missing, "2 rows without a score were left out"),
        (lowest, "1 row without a score was ranked last"),
        (near, "scores within 1e-09 of each other were taken as tied"),
        (mine.at_prevalence(0.1).at_prevalence(0.7), "the negatives were re-weighted from prevalence 0.4"),
        (mine.best(), "the best order"),
        (mine.worst(), "the worst order"),
    ):
        for text in (path.methods(), path.describe(), path.roc().methods()):
            assert text.count(said) == 1, said
            assert (said in mine.methods()) == (path is mine)
    assert numbers_of(mine.at_prevalence(0.1).methods()) == {"n": 5, "P": 2, "N": 3, "pi": 0.1}
    # Rows are cut from the weights as they were given.
    assert "re-weighted" not in mine.at_prevalence(0.1).hard().methods()


# A curve in a caption -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("interpolation", RULES)
def test_interpolation_source_and_area(interpolation):
    column, how, source = RULES[interpolation]
    path = path_of("12", name="mine")
    text = is_a_sentence(path.pr(interpolation).methods())
    assert text.startswith("Precision-Recall curve of mine for hard labels (")
    assert how in text
    assert source in text
    assert f"; {AREA_NAMES[interpolation]} {three_digits('12', column)};" in text
    assert "(0, 1)" not in text
    told = is_a_sentence(path.pr(interpolation).describe())
    assert f"The {AREA_NAMES[interpolation]} is {three_digits('12', column)}." in told
    # 13 of the first 16 are among the 16 positives.
    cut = sorted(CASES["12"]["scores"])[-16]
    assert f"The largest F1 is 0.81, at threshold {cut:g}, with recall 0.81 and precision 0.81." in told


@pytest.mark.parametrize("space", SPACES)
def test_every_space_and_its_area(space):
    title, kind, column, said = SPACES[space]
    for case, labels in (("4", "hard labels"), ("14", "soft labels")):
        path = path_of(case)
        text = is_a_sentence(path.curve(space).methods())
        assert text.startswith(f"{title} for {labels} (")
        assert f"; {kind} {three_digits(case, column)}; " in text
        assert said in text
        assert ("Keilwagen" in text) == (space == "pr")
        found = {"n": len(path.sample), "P": path.positives, "N": path.negatives, "pi": path.prevalence}
        assert numbers_of(text) == pytest.approx(found, rel=2e-3)


# Where there is nothing to say ----------------------------------------------------------------------------------


@pytest.mark.parametrize("labels", [[0, 0], [1, 1]], ids=["no foreground", "no background"])
def test_one_class_is_undefined_and_silent(labels):
    path = prplot.from_labels(labels, [2, 1], name="one")
    is_a_sentence(path.methods())
    is_a_sentence(path.describe())
    side = "negative weight (N = 0)" if labels[0] else "positive weight (P = 0)"
    for curve in [*map(path.curve, SPACES), *map(path.pr, RULES)]:
        text, told = is_a_sentence(curve.methods()), is_a_sentence(curve.describe())
        if curve.space.name == "pr" and labels[0]:
            assert f"; {AREA_NAMES[curve.interpolation]} 1.000;" in text
            assert "1 at recall 0.25" in told
        else:
            assert f"; {curve.area_name} undefined;" in text
            assert told.endswith(f"It is undefined: the sample has no {side}.")
