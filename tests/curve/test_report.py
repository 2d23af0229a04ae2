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
from prplot.sample.sample import Missing, Treatment

CASES = {
    case["name"].split()[0]: case
    for case in json.loads((Path(__file__).parents[1] / "data" / "theory_checks.json").read_text())
}
SPACES = ("pr", "prg", "roc", "croc", "cost")
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
        rf"(?:n = (?P<n>\d+), )?P = (?P<P>{number}), N = (?P<N>{number}), prevalence (?P<pi>{number})", text
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
    assert "tied scores were mixed evenly" in text
    assert "no score was missing" in text
    assert text.endswith(f"(prplot {prplot.__version__}).")
    assert text.count(". ") == 0


def test_without_a_name():
    text = prplot.from_labels([1, 0], [2, 1]).methods()
    assert text.startswith("Scores were evaluated")


def test_names_are_said_as_they_are():
    text = prplot.from_labels([1, 0], [2, 1], name="{0} %s <b>").methods()
    assert "Scores of {0} %s <b> were" in text


def test_numbers_of_weights():
    text = path_of("14").methods()
    assert numbers_of(text) == {"n": 6, "P": 2.87, "N": 3.13, "pi": 0.478}
    text = prplot.from_labels([1, 0], [2, 1], sample_weight=[1234567, 8765432]).methods()
    assert numbers_of(text) == {"n": 2, "P": 1234567, "N": 8765432, "pi": 0.123}


def labels_of(path):
    return re.search(r"evaluated against (.*?) \((?:n|P) = ", path.methods())[1]


LOGISTIC = prplot.weights.logistic(np.linspace(-3, 3, 50), cut=0.3)
BOTH = "a foreground and a background weight per row"


@pytest.mark.parametrize(
    ("path", "said"),
    [
        pytest.param(prplot.from_labels([1, 0, 1], [3, 2, 1]), "hard labels", id="hard"),
        pytest.param(prplot.from_weights([3, 2, 1], fg=[1, 0, 1]), "hard labels", id="hard as weights"),
        pytest.param(
            prplot.from_labels([1, 0], [2, 1], sample_weight=[1, 2]), "hard labels with sample weights", id="weighted"
        ),
        pytest.param(
            prplot.from_labels([1, 0, 1], [3, 2, 1], sample_weight=[1, 0, 1]),
            "hard labels with sample weights",
            id="selected",
        ),
        pytest.param(prplot.from_labels([1, 0], [2, 1], sample_weight=[0.1, 0.1]), "hard labels", id="all weigh 0.1"),
        pytest.param(prplot.from_weights([3, 2], fg=[0.9, 0.4]), "soft labels", id="soft"),
        pytest.param(
            prplot.from_weights(range(50), fg=np.linspace(0, 1, 50), sample_weight=[0.1] * 50),
            "soft labels",
            id="soft, all weigh 0.1",
        ),
        pytest.param(prplot.from_weights(range(50), fg=LOGISTIC[0], bg=LOGISTIC[1]), "soft labels", id="logistic"),
        pytest.param(
            prplot.from_weights([2, 1], fg=[0.9, 0.4], sample_weight=[1, 2]), BOTH, id="soft with sample weights"
        ),
        pytest.param(prplot.from_weights([2, 1], fg=[2, 1], bg=[0, 4]), BOTH, id="multiplicities"),
        pytest.param(prplot.from_weights([2, 1], fg=[1e308, 1], bg=[1e308, 1]), BOTH, id="weights that overflow"),
        pytest.param(prplot.from_counts([2, 1], [1, 2], [0, 2]), "cumulative counts", id="counts"),
        pytest.param(
            prplot.from_confusion(prplot.Confusion(tp=3, fp=6, fn=2, tn=9)), "cumulative counts", id="confusion"
        ),
        pytest.param(
            prplot.from_weights([3, 2], fg=[0.9, 0.4]).hard(0.4), "hard labels (soft labels cut at 0.4)", id="cut"
        ),
        pytest.param(
            prplot.from_weights([3, 2], fg=[2, 4], bg=[0.5, 1]).hard(weights="total"),
            "hard labels (soft labels cut at 0.5) with sample weights",
            id="cut, total weights",
        ),
    ],
)  # fmt: skip
def test_what_the_labels_are(path, said):
    assert labels_of(path) == said


def test_labels_that_were_hard_already_were_not_cut(mine):
    assert mine.hard(0.7).treatment.cut is None
    assert labels_of(mine.hard(0.7)) == "hard labels"
    soft = prplot.from_weights([3, 2], fg=[0.9, 0.4])
    assert labels_of(soft.hard(0.4).hard(0.9)) == "hard labels (soft labels cut at 0.4)"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        pytest.param({"sample_weight": [1, 2, 3]}, "hard labels with sample weights", id="weighted"),
        pytest.param({}, "hard labels", id="plain"),
    ],
)
def test_another_prevalence_does_not_change_what_the_labels_are(given, said):
    path = prplot.from_labels([1, 0, 1], [3, 2, 1], **given)
    assert labels_of(path.at_prevalence(0.2)) == labels_of(path) == said
    assert labels_of(prplot.from_weights([2, 1], fg=[2, 1], bg=[0, 4]).at_prevalence(0.2)) == BOTH
    assert labels_of(path_of("14").at_prevalence(0.1).at_prevalence(0.3)) == "soft labels"


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("average", "tied scores were mixed evenly"),
        ("optimistic", "within tied scores foreground came first"),
        ("pessimistic", "within tied scores background came first"),
    ],
)
def test_what_happened_within_ties(mine, how, said):
    for text in (mine.ties(how).methods(), mine.ties(how).describe(), mine.roc(ties=how).methods()):
        assert said in text
        assert len(re.findall(r"tied scores", text)) == 1


def test_ties_that_were_split_stay_so(mine):
    """Nothing is left to split a second time."""
    twice = mine.ties("optimistic").ties("pessimistic")
    assert twice.tp.tolist() == mine.ties("optimistic").tp.tolist()
    assert "foreground came first" in twice.methods()
    assert "foreground came first" in mine.ties("optimistic").roc().methods()


@pytest.mark.parametrize(
    ("missing", "scores", "n", "said"),
    [
        ("raise", [3, 2, 1], 3, "no score was missing"),
        ("drop", [3, 2, 1], 3, "no score was missing"),
        ("lowest", [3, 2, 1], 3, "no score was missing"),
        ("drop", [3, None, 1, math.nan], 2, "2 rows without a score were left out"),
        ("lowest", [3, None, 1, math.nan], 4, "2 rows without a score were ranked last"),
        ("drop", [3, None, 1], 2, "1 row without a score was left out"),
        ("lowest", [3, None, 1], 3, "1 row without a score was ranked last"),
    ],
)
def test_what_happened_to_missing_scores(missing, scores, n, said):
    path = prplot.from_labels([1, 0, 1, 0][: len(scores)], scores, missing=missing)
    for text in (path.methods(), path.describe(), path.pr().methods(), path.ties("optimistic").methods()):
        assert said in text
        assert text.count("score was missing") + text.count("without a score") == 1
        assert numbers_of(text)["n"] == n
    assert path.missing == path.treatment.missing == Missing(missing, scores.count(None) + sum(s != s for s in scores))


def test_near_ties_are_said():
    path = prplot.from_labels([1, 0, 1], [3, 3 - 1e-12, 1], tolerance=1e-9)
    for text in (path.methods(), path.describe(), path.pr().methods(), path.ties("optimistic").methods()):
        assert "scores within 1e-09 of each other were taken as tied" in text
    assert "within 1e-09" not in prplot.from_labels([1, 0, 1], [3, 3 - 1e-12, 1]).methods()


def test_another_prevalence_is_said(mine):
    for text in (
        mine.at_prevalence(0.1).methods(),
        mine.pr(prevalence=0.1).methods(),
        mine.at_prevalence(0.1).describe(),
    ):
        assert "the background was re-weighted from prevalence 0.4" in text
        assert numbers_of(text) == {"n": 5, "P": 2, "N": 18, "pi": 0.1}
    assert "re-weighted" not in mine.methods()
    # From the first prevalence, however many steps it took.
    assert "re-weighted from prevalence 0.4" in mine.at_prevalence(0.1).at_prevalence(0.7).methods()


def test_everything_at_once():
    scores = [9, 9 - 1e-7, 5, 4, None, 2]
    path = prplot.from_weights(scores, fg=[0.9, 0.8, 0.3, 0.6, 0.5, 0.1], missing="drop", tolerance=1e-6, name="all")
    path = path.hard(0.5).at_prevalence(0.25).ties("pessimistic")
    text = is_a_sentence(path.methods())
    for said in (
        "Scores of all",
        "hard labels (soft labels cut at 0.5)",
        "n = 5, P = 3, N = 9, prevalence 0.25",
        "background came first",
        "within 1e-06",
        "1 row without a score was left out",
        "re-weighted from prevalence 0.6",
    ):
        assert said in text


# What a path remembers ------------------------------------------------------------------------------------------


def test_treatment_is_carried_along():
    path = prplot.from_weights([3, 3, 2, None], fg=[0.9, 0.4, 0.2, 0.5], missing="lowest", tolerance=0.5)
    start = Treatment(Missing("lowest", 1), 0.5)
    assert path.treatment == start
    assert path.ties() is path
    for how in ("optimistic", "pessimistic"):
        assert path.ties(how).treatment == start._replace(ties=how)
    assert path.hard(0.3).treatment == start._replace(cut=0.3)
    # Rows are cut and ranked anew, so ties are whole again.
    assert path.ties("optimistic").hard(0.3).treatment == start._replace(cut=0.3)
    assert path.at_prevalence(0.2).treatment == start._replace(given_prevalence=path.prevalence)
    assert path.at_prevalence(0.2).at_prevalence(0.3).treatment.given_prevalence == path.prevalence
    both = path.hard(0.3).at_prevalence(0.2).ties("optimistic").treatment
    assert both == start._replace(cut=0.3, given_prevalence=0.75, ties="optimistic")
    for ranked in (path.best(), path.worst(), path.ties("optimistic").best()):
        assert (ranked.treatment.missing, ranked.treatment.tolerance) == (start.missing, 0)
        assert (ranked.treatment.ties, ranked.treatment.cut) == ("average", None)
    assert path.hard(0.3).best().treatment.cut == 0.3
    assert path.at_prevalence(0.2).worst().treatment.given_prevalence == path.prevalence
    assert prplot.from_counts([1], [1], [1]).treatment == Treatment() == Treatment(Missing("raise", 0), 0, "average")


def test_hard_labels_undo_another_prevalence(mine):
    again = mine.at_prevalence(0.1).hard()
    assert again.prevalence == 0.4
    assert again.treatment.given_prevalence is None
    assert mine.at_prevalence(0.1).hard(weights="total").treatment.given_prevalence is None


def test_treatment_does_not_leak_into_the_path_it_came_from(mine):
    mine.ties("optimistic"), mine.hard(), mine.at_prevalence(0.2), mine.best()
    assert mine.treatment == Treatment()


# A curve in a caption -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ["4", "12", "20"])
@pytest.mark.parametrize("interpolation", RULES)
def test_interpolation_source_and_area(interpolation, case):
    column, how, source = RULES[interpolation]
    text = is_a_sentence(path_of(case, name="mine").pr(interpolation).methods())
    assert text.startswith("Precision-Recall curve of mine for ")
    assert how in text
    assert source in text
    assert f"area ({interpolation}) {three_digits(case, column)};" in text
    assert f"(prplot {prplot.__version__})" in text
    assert "(0, 1)" not in text


def test_rules_are_told_apart(mine):
    mine = mine.ties("optimistic")
    assert len({mine.pr(rule).methods() for rule in RULES}) == len(RULES)


@pytest.mark.parametrize(("interpolation", "column"), [("linear", "lt_one"), ("upper-trapezoid", "ut_one")])
def test_the_added_point_is_said(interpolation, column):
    text = path_of("16").pr(interpolation, left="one").methods()
    assert "the point (0, 1) was added" in text
    assert f"{three_digits('16', column)};" in text


@pytest.mark.parametrize("case", ["4", "14", "22"])
@pytest.mark.parametrize(
    ("space", "title", "kind", "column"),
    [
        ("pr", "Precision-Recall curve", "area (continuous)", "cont"),
        ("prg", "Precision-Recall-Gain curve", "area (signed)", "auprg"),
        ("roc", "ROC curve", "area", "roc"),
        ("croc", "CROC curve", "area", "croc7"),
        ("cost", "Cost curve", "area", "cost"),
    ],
)
def test_every_space_and_its_area(space, title, kind, column, case):
    path = path_of(case)
    text = is_a_sentence(path.curve(space).methods())
    assert text.startswith(f"{title} for ")
    assert f"; {kind} {three_digits(case, column)}; " in text
    labels = "hard labels" if case == "4" else "soft labels"
    assert f"for {labels} (" in text
    found = {"n": len(path.sample), "P": path.positives, "N": path.negatives, "pi": path.prevalence}
    assert numbers_of(text) == pytest.approx(found, rel=2e-3)


def test_clipped_gains_are_said():
    """Of 1010 all but the vertical is above 0: the same area; of 01 nothing is."""
    assert "area (clipped) 0.250;" in path_of("4").prg(clip=True).methods()
    assert "area (clipped) 0.000;" in path_of("2").prg(clip=True).methods()
    assert "area (signed) -0.500;" in path_of("2").prg().methods()


def test_cost_curves_are_envelopes(mine):
    text = mine.cost().methods()
    assert "lower envelope" in text
    assert "Drummond and Holte 2006, doi:10.1007/s10994-006-8199-5" in text


@pytest.mark.parametrize("space", ["roc", "prg", "croc"])
def test_spaces_without_a_choice_cite_no_interpolation_of_pr(mine, space):
    """Steps are straight there, which nobody had to propose for PR curves."""
    text = mine.curve(space).methods()
    assert "straight" in text
    assert "Keilwagen" not in text


@pytest.mark.parametrize(("alpha", "magnifier"), [(7.0, "exponential"), (8.0, "exponential"), (20.0, "logarithm")])
def test_croc_says_how_it_magnifies(mine, alpha, magnifier):
    """Saito and Rehmsmeier print both 7 and 8; the area depends on it."""
    text = mine.croc(alpha=alpha, magnifier=magnifier).methods()
    assert magnifier in text
    assert re.search(rf"(α|alpha) = {alpha:g}\b", text)
    assert "doi:10.1093/bioinformatics/btq140" in text
    assert "α" not in mine.roc().methods()


@pytest.mark.parametrize("which", ["best", "worst"])
def test_a_ranking_that_is_not_that_of_the_scores_says_so(mine, which):
    """Else the largest area there is would be reported as that of the classifier."""
    for text in (getattr(mine, which)().methods(), getattr(mine.pr(), which)().methods()):
        assert re.search(rf"\b{which}\b.*\border\b", text)
    assert which not in mine.methods()


# Where there is nothing to say ----------------------------------------------------------------------------------

ONE_CLASS = {"no foreground": [0, 0], "no background": [1, 1]}


@pytest.mark.parametrize("labels", ONE_CLASS.values(), ids=ONE_CLASS)
@pytest.mark.parametrize("space", SPACES)
def test_one_class_is_undefined_and_silent(labels, space):
    path = prplot.from_labels(labels, [2, 1], name="one")
    is_a_sentence(path.methods())
    is_a_sentence(path.describe())
    text, told = is_a_sentence(path.curve(space).methods()), is_a_sentence(path.curve(space).describe())
    if space == "pr" and labels == [1, 1]:
        assert "area (continuous) 1.000;" in text
        assert "1 at recall 0.25" in told
    else:
        assert re.search(r"area (\(\w+\) )?undefined;", text)
        side = "foreground weight (P = 0)" if labels == [0, 0] else "background weight (N = 0)"
        assert told.endswith(f"It is undefined: the sample has no {side}.")


@pytest.mark.parametrize("labels", ONE_CLASS.values(), ids=ONE_CLASS)
@pytest.mark.parametrize("interpolation", RULES)
def test_one_class_with_every_interpolation(labels, interpolation):
    curve = prplot.from_labels(labels, [2, 1]).pr(interpolation)
    area = "undefined" if labels == [0, 0] else "1.000"
    assert f"area ({interpolation}) {area};" in is_a_sentence(curve.methods())
    assert ("It is undefined" in is_a_sentence(curve.describe())) == (labels == [0, 0])


@pytest.mark.parametrize(
    "path",
    [
        prplot.from_counts([0.8, 0.4], [1, 2], [0, 2]),
        prplot.from_confusion(prplot.Confusion(tp=3, fp=6, fn=2, tn=9)),
        prplot.from_counts([0.8, 0.4], [1, 2], [0, 2]).best(),
        prplot.from_counts([0.8, 0.4], [1, 2], [1, 2]).ties("optimistic"),
        prplot.from_counts([0.8, 0.4], [1, 2], [0, 2]).at_prevalence(0.2),
    ],
    ids=["counts", "confusion", "best", "ties", "prevalence"],
)
def test_paths_without_rows_have_no_n(path):
    texts = [path.methods(), path.describe()]
    texts += [getattr(path.curve(space), how)() for space in SPACES for how in ("methods", "describe")]
    for text in texts:
        is_a_sentence(text)
        assert "cumulative counts" in text
        assert "n" not in numbers_of(text)
        assert numbers_of(text)["P"] == path.positives


@pytest.mark.parametrize("scale", [1e-300, 1e300, 1e308])
def test_weights_at_the_ends_of_the_double_range(scale):
    """No overflow on the way: warnings are errors here."""
    path = prplot.from_weights([3, 2, 1], fg=[scale, 0, 0.25 * scale], bg=[0, 0.5 * scale, 0.25 * scale])
    plain = prplot.from_weights([3, 2, 1], fg=[1, 0, 0.25], bg=[0, 0.5, 0.25])
    for space in SPACES:
        said, expected = (re.search(r"area .*?;", p.curve(space).methods())[0] for p in (path, plain))
        assert said == expected
        is_a_sentence(path.curve(space).describe())
    is_a_sentence(path.describe())


# For someone who sees no figure ---------------------------------------------------------------------------------


def test_a_sample_described(mine):
    text = is_a_sentence(mine.describe())
    assert text.startswith("The sample of mine: hard labels, n = 5, P = 2, N = 3, prevalence 0.4; ")
    assert "4 distinct scores, from 0.9 down to 0.1" in text
    assert prplot.from_labels([1, 0], [20, -3.5]).describe().startswith("A sample: hard labels, ")
    assert "from 20 down to -3.5" in prplot.from_labels([1, 0], [20, -3.5]).describe()
    assert "from inf down to -inf" in prplot.from_labels([1, 0], [math.inf, -math.inf]).describe()


def test_split_ties_are_no_more_scores(mine):
    """The two parts of a tie share one score."""
    for how in ("optimistic", "pessimistic"):
        assert "4 distinct scores" in mine.ties(how).describe()
        assert "distinct scores=4" in repr(mine.ties(how))
    infinite = prplot.from_labels([1, 0, 1], [math.inf, math.inf, 1])
    assert "2 distinct scores" in infinite.describe()
    assert "2 distinct scores" in infinite.ties("optimistic").describe()


# Ordinates of 1010 at 0, 1/4, 1/2, 3/4 and 1 by hand; precision at recall 3/4 is (1 + u)/(2 + u) at u = 1/2.
ORDINATES = {
    "pr": [1, 1, 1, 3 / 5, 2 / 3],
    "prg": [1, 1 / 8, 1 / 4, 3 / 8, 1 / 2],
    "roc": [1 / 2, 1 / 2, 1, 1, 1],
    # The magnified false positive rate .5 is .97, so all of them come before the second positive.
    "croc": [1 / 2, 1 / 2, 1 / 2, 1 / 2, 1],
    "cost": [0, 1 / 8, 1 / 4, 1 / 8, 0],
}
AXES = {
    "pr": ("recall", "precision"),
    "prg": ("recall gain", "precision gain"),
    "roc": ("false positive rate", "true positive rate"),
    "croc": ("magnified false positive rate", "true positive rate"),
    "cost": ("probability cost function", "normalised expected cost"),
}
CHANCE = {"pr": "0.500", "prg": "0.000", "roc": "0.500", "croc": "0.142", "cost": "0.250"}


@pytest.mark.parametrize("space", SPACES)
def test_a_curve_described(space):
    text = is_a_sentence(path_of("4", name="mine").curve(space).describe())
    x, y = AXES[space]
    assert f"Horizontal axis: {x}. Vertical axis: {y}." in text
    said = re.findall(rf"(-?[\d.]+) at {x} (\d(?:\.\d+)?)", text)
    assert [float(at) for _, at in said] == [0, 0.25, 0.5, 0.75, 1]
    assert [float(value) for value, _ in said] == pytest.approx(ORDINATES[space], abs=0.00501)
    column = {"pr": "cont", "prg": "auprg", "roc": "roc", "croc": "croc7", "cost": "cost"}[space]
    assert re.search(rf"The area (\(\w+\) )?is {re.escape(three_digits('4', column))}\.", text)
    assert f"A classifier that knows nothing has {CHANCE[space]}." in text
    # F1 at 4, 3, 2, 1: 2/3, 1/2, 4/5, 2/3.
    assert "The largest F1 is 0.8, at threshold 2, with recall 1 and precision 0.67." in text
    assert "best ranking" not in text


@pytest.mark.parametrize("interpolation", RULES)
def test_every_interpolation_described(interpolation):
    path = path_of("12", name="mine")
    text = is_a_sentence(path.pr(interpolation).describe())
    assert text.startswith(
        "Precision-Recall curve of mine, for hard labels with n = 25, P = 16, N = 9, prevalence 0.64."
    )
    assert f"The area ({interpolation}) is {three_digits('12', RULES[interpolation][0])}." in text
    (last,) = re.findall(r"and ([\d.]+) at recall 1\.", text)
    assert float(last) == pytest.approx(0.64, abs=1e-9)
    # 13 of the first 16 are among the 16 positives; F2 would be best where everything is predicted.
    cut = sorted(CASES["12"]["scores"])[-16]
    assert f"The largest F1 is 0.81, at threshold {cut:g}, with recall 0.81 and precision 0.81." in text


@pytest.mark.parametrize("case", ["14", "22", "23"])
def test_soft_labels_have_a_best_ranking(case):
    text = is_a_sentence(path_of(case).pr().describe())
    assert "for soft labels with" in text
    assert f"The area (continuous) is {three_digits(case, 'cont')}." in text
    assert f"The best ranking of these labels would have {three_digits(case, 'max')}." in text
    assert f"A classifier that knows nothing has {three_digits(case, 'pi')}." in text


@pytest.mark.parametrize("interpolation", RULES)
@pytest.mark.parametrize("space", SPACES)
def test_soft_labels_described_everywhere(space, interpolation):
    """Silently, also where the ranking by label need not be the best."""
    whole = prplot.from_weights([3, 2, 2, 1], fg=[2, 1, 3, 0], bg=[1, 4, 0, 2], name="whole")
    curve = whole.pr(interpolation) if space == "pr" else whole.curve(space)
    text = is_a_sentence(curve.describe())
    certain = space != "pr" or interpolation == "continuous"
    assert ("best ranking of these labels" in text) == certain
    is_a_sentence(curve.methods())


def test_a_label_is_what_the_figure_calls_it(mine):
    assert mine.pr(label="forest").describe().startswith("Precision-Recall curve of forest, for ")
    assert mine.pr(prevalence=0.1).describe().startswith("Precision-Recall curve of mine, at π 0.1, for ")
    unnamed = prplot.from_labels([1, 0], [2, 1])
    assert unnamed.roc().describe().startswith("ROC curve, for hard labels")


def test_describing_changes_nothing_and_is_repeatable(mine):
    curve = mine.pr()
    before = (curve.x.copy(), curve.y.copy(), mine.tp.copy())
    assert curve.describe() == curve.describe()
    assert curve.methods() == curve.methods()
    for one, other in zip(before, (curve.x, curve.y, mine.tp), strict=True):
        np.testing.assert_array_equal(one, other)


def test_the_sentence_names_what_the_legend_names():
    curve = prplot.from_labels([1, 0, 1], [3, 2, 1], name="other").pr().named("forest")
    assert curve.methods().startswith("Precision-Recall curve of forest for ")
    assert curve.describe().startswith("Precision-Recall curve of forest, ")
