"""No row becomes a negative unnoticed: labels that are named, missing, or written in several ways; and odd scores."""

import gzip
import json
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest

import prplot
from prplot.cli.commands import main

NAN = float("nan")
YES = ["yes", "no", "Yes", "no", "yes"]
SCORES = [0.9, 0.4, 0.8, 0.1, 0.3]
# Ways in of labels and scores: arrays, frames of two engines, a file read row by row, and one read by an engine.
WAYS = ["arrays", "pandas", "polars", "file", "engine"]


def made(way, folder, labels, scores, **options):
    """Return the path of labels and scores that come in one of the ways."""
    if way == "arrays":
        return prplot.from_labels(labels, scores, **options)
    if way in ("pandas", "polars"):
        frame = (pd if way == "pandas" else pl).DataFrame({"y": labels, "s": scores})
        return prplot.from_frame(frame, score="s", label="y", **options)
    file = Path(folder, "rows.csv")
    file.write_text("\n".join(["y,s", *(f"{'' if y is None else y},{s}" for y, s in zip(labels, scores, strict=True))]))
    # A list of two files is read by an engine; the second has no rows.
    empty = Path(folder, "none.csv")
    empty.write_text("y,s\n")
    return prplot.from_file(file if way == "file" else [file, empty], score="s", label="y", **options)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("labels", "positive", "other"),
    [
        (YES, "yes", "Yes"),
        (["yes", "no", "yes ", "no", "yes"], "yes", "yes "),
        (["ja", "nein", "JA", "nein", "ja"], "ja", "JA"),
        (["1", "0", "1.0", "0", "1"], "1", "1.0"),
        (["True", "False", "TRUE", "False", "True"], "True", "TRUE"),
        (["1e0", "0", "1", "0", "1e0"], "1e0", "1"),
    ],
)
def test_another_spelling_of_a_label_is_refused_unless_it_is_named(way, labels, positive, other, tmp_path):
    if way in ("file", "engine"):
        # Blanks around cells do not count.
        labels, other = [label.strip() for label in labels], other.strip()
    if other != positive:
        with pytest.raises(prplot.PrplotValueError, match="must write each label in one way") as caught:
            made(way, tmp_path, labels, SCORES, pos_label=positive)
        assert repr(other) in str(caught.value)
    path = made(way, tmp_path, labels, SCORES, pos_label=[positive, other] if other != positive else positive)
    # Pairs of a positive and a negative score: 5 of 6 in order.
    assert (path.positives, path.roc().area()) == (3, pytest.approx(5 / 6))
    if other != positive:
        apart = made(way, tmp_path, labels, SCORES, pos_label=positive, neg_label=[other, *set(labels) - {positive}])
        assert (apart.positives, apart.negatives, apart.roc().area()) == (2, 3, pytest.approx(4 / 6))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("mark", ["#N/A", "N/A", "<NA>", "NaT", "?", ".", "\\N", "-", "--", "missing", "#NV"])
def test_marks_of_missing_labels(way, mark, tmp_path):
    labels = ["yes", "no", mark, "no", "yes"]
    with pytest.raises(prplot.PrplotValueError, match="not hold missing labels"):
        made(way, tmp_path, labels, SCORES, pos_label="yes")
    path = made(way, tmp_path, labels, SCORES, pos_label="yes", neg_label="no")
    # Without the third row 2 positives at .9 and .3, 2 negatives at .4 and .1: 3 of 4 pairs.
    assert (path.positives, path.negatives, path.missing.labels, path.roc().area()) == (2, 2, 1, 0.75)
    named = made(way, tmp_path, labels, SCORES, pos_label="yes", neg_label=["no", mark])
    assert (named.negatives, named.missing.labels) == (3, 0)
    if way != "engine":
        alone = made(way, tmp_path, ["yes", mark, mark, "yes"], SCORES[:4], pos_label="yes")
        assert alone.negatives == 2


@pytest.mark.parametrize("way", WAYS)
def test_rows_with_other_labels_are_left_out_and_counted(way, tmp_path):
    labels, scores = ["cat", "dog", "fox", "dog", "cat", "cow"], [0.9, 0.8, 0.7, 0.2, 0.3, 0.1]
    path = made(way, tmp_path, labels, scores, pos_label="cat", neg_label="dog", name="pets")
    assert (path.positives, path.negatives, path.missing.labels, path.roc().area()) == (2, 2, 2, 0.75)
    for text in (repr(path), path.describe(), path.methods()):
        assert "'cat' (2)" in text
        assert "'dog' (2)" in text
    assert "2 rows with another label left out" in path.methods()
    whole = made(way, tmp_path, labels, scores, pos_label="cat")
    assert "negative='dog' (2), 'fox' (1), 'cow' (1)" in repr(whole) or "'cow' (1), 'fox' (1)" in repr(whole)
    assert "positive=" not in repr(made(way, tmp_path, [1, 0, 1], [3, 2, 1]))


@pytest.mark.parametrize(
    ("labels", "options", "positives", "negatives", "left_out"),
    [
        ([1, 0, -1, 1], {"neg_label": 0}, 2, 1, 1),
        ([1, 0, None, 1], {"neg_label": 0}, 2, 1, 1),
        ([1.0, 0.0, NAN, 1.0], {"neg_label": 0}, 2, 1, 1),
        (["a", "b", None, "a"], {"pos_label": "a", "neg_label": "b"}, 2, 1, 1),
        (["a", "b", "c", "a"], {"pos_label": "a", "neg_label": ["b", "c"]}, 2, 2, 0),
        ([0, 1, 2, 2], {"pos_label": 2, "neg_label": 0}, 2, 1, 1),
        ([True, False, None, True], {"neg_label": False}, 2, 1, 1),
        (["hit", "miss", "hit"], {"neg_label": "miss"}, 2, 1, 0),
    ],
)
def test_negative_labels(labels, options, positives, negatives, left_out):
    path = prplot.from_labels(labels, np.arange(len(labels)), **options)
    assert (path.positives, path.negatives, path.missing.labels) == (positives, negatives, left_out)
    assert len(path.sample) == len(labels) - left_out


@pytest.mark.parametrize(
    ("labels", "options", "says"),
    [
        ([0, 1, 2], {"neg_label": 0}, "one label beside those of neg_label"),
        (["a", "b"], {"pos_label": "a", "neg_label": "a"}, "neg_label must name other labels than pos_label; got 'a'"),
        (["a", "b"], {"pos_label": "a", "neg_label": "c"}, "neg_label must occur in y_true; got 'c'"),
        (["a", "b", "B"], {"pos_label": "a", "neg_label": "b"}, "neg_label must name all of them; got 'B' beside 'b'"),
        ([1, 0], {"neg_label": []}, "neg_label must name at least one label"),
        ([1, 0, None], {}, r"neg_label="),
    ],
)
def test_negative_labels_that_say_too_little(labels, options, says):
    with pytest.raises(prplot.PrplotValueError, match=says):
        prplot.from_labels(labels, np.arange(len(labels)), **options)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("code", [-1, -100, -9, 9, 999])
def test_codes_of_missing_labels_beside_0_and_1_are_warned_of(way, code, tmp_path):
    positive = "1" if way in ("file", "engine") else 1
    with pytest.warns(prplot.PrplotWarning, match=rf"{code}'? beside 0 and 1, in 1 row .*neg_label=0"):
        made(way, tmp_path, [1, 0, code, 0, 1], SCORES, pos_label=positive)


def test_the_command_says_which_labels_count(tmp_path, capsys):
    file = tmp_path / "rows.csv"
    file.write_text("\n".join(["y,s", *(f"{y},{s}" for y, s in zip([*YES, "N/A"], [*SCORES, 0.5], strict=True))]))
    labels = ["--pos-label", "yes", "--pos-label", "Yes", "--neg-label", "no"]
    for command in (["area", "--json"], ["curve", "-o", "-"]):
        assert main([command[0], str(file), "--score", "s", "--label", "y", *labels, *command[1:]]) == 0
        last = capsys.readouterr().err.splitlines()[-1]
        assert last.endswith("n 5, P 3, N 2, positive 'yes' (2), 'Yes' (1), negative 'no' (2), other labels 1 left out")


@pytest.mark.parametrize("name", ["rows.csv", "rows.csv.gz", "rows.jsonl"])
def test_missing_labels_are_left_out_where_negatives_are_named(name, tmp_path, capsys):
    file = tmp_path / name
    rows = [(1, 0.95), (None, 0.9), (0, 0.5), (1, 0.1)]
    text = "y,s\n" + "".join(f"{'' if y is None else y},{s}\n" for y, s in rows)
    if name.endswith("jsonl"):
        text = "".join(json.dumps({"s": s, "y": None if y is None else str(y)}) + "\n" for y, s in rows)
    file.write_bytes(gzip.compress(text.encode()) if name.endswith("gz") else text.encode())
    options = ["--score", "s", "--label", "y", "--pos-label", "1", "--neg-label", "0"]
    assert main(["area", str(file), *options]) == 0
    assert capsys.readouterr().err.endswith("positive '1' (2), negative '0' (1), other labels 1 left out\n")
    assert prplot.from_file(file, score="s", label="y", pos_label="1", neg_label="0").missing.labels == 1


def test_truth_values_of_json_are_named_as_in_the_file(tmp_path, capsys):
    file = tmp_path / "rows.jsonl"
    file.write_text('{"s": 0.95, "y": true}\n{"s": 0.9, "y": false}\n')
    for label in ("true", "True"):
        assert main(["area", str(file), "--score", "s", "--label", "y", "--pos-label", label]) == 0
        assert "P 1, N 1" in capsys.readouterr().err


# Scores that are something else.

RNG = np.random.default_rng(5)
CLASS = RNG.integers(0, 3, 90)
GUESS = np.where(RNG.random(90) < 0.7, CLASS, RNG.integers(0, 3, 90))
TWO, PROBABILITY = CLASS == 0, RNG.random(90)


@pytest.mark.parametrize(
    ("labels", "scores", "options"),
    [
        (np.where(TWO, 1, -1), np.where(GUESS == 0, 1, -1), {}),
        (CLASS, GUESS, {"pos_label": 0}),
        (np.array(["ant", "bee", "cat"])[CLASS], GUESS, {"pos_label": "ant"}),
        (np.array(["ant", "bee"])[TWO * 1], np.where(GUESS == 0, 2.0, 1.0), {"pos_label": "bee"}),
        (CLASS + 4, GUESS + 4.0, {"pos_label": 6}),
        (CLASS, GUESS, {"pos_label": 0, "lower_is_positive": True}),
    ],
)
def test_predicted_labels_as_scores(labels, scores, options):
    frame = pl.DataFrame({"s": scores, "y": labels})
    for make in (
        lambda: prplot.from_labels(labels, scores, **options),
        lambda: prplot.from_frame(frame, score="s", label="y", **options),
    ):
        with pytest.warns(prplot.PrplotWarning, match="as predicted labels do"):
            make()


@pytest.mark.parametrize(
    ("labels", "scores"),
    [
        (TWO, CLASS),
        (np.array(["no", "yes"])[TWO * 1], RNG.integers(1, 6, 90)),
        (TWO, TWO * 1.0),
        (TWO, np.round(PROBABILITY, 1)),
        (TWO, np.where(TWO, 1, -1)),
    ],
)
def test_few_scores_that_are_no_predicted_labels(labels, scores):
    prplot.from_labels(labels, scores, pos_label="yes" if labels.dtype.kind == "U" else None)


def test_the_confidence_of_the_predicted_class():
    with pytest.warns(prplot.PrplotWarning, match="confidence of the predicted class.*1 - y_score.*rows below"):
        prplot.from_labels(TWO, np.maximum(PROBABILITY, 1 - PROBABILITY))
    frame = pl.DataFrame({"s": np.maximum(PROBABILITY, 1 - PROBABILITY), "y": TWO})
    with pytest.warns(prplot.PrplotWarning, match="column 's' lies in"):
        prplot.from_frame(frame, score="s", label="y")
    for scores in (PROBABILITY, PROBABILITY / 2 + 0.6, 0.45 + 0.5 * PROBABILITY, 1 - PROBABILITY / 4):
        prplot.from_labels(TWO, scores)


@pytest.mark.parametrize("keyword", ["direction", "ascending", "greater_is_better", "lower_is_better"])
def test_other_words_for_a_direction(keyword):
    with pytest.raises(prplot.PrplotTypeError, match="use lower_is_positive=True"):
        prplot.from_labels([1, 0], [2, 1], **{keyword: True})


def test_ordinary_rows_are_read_without_a_word():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for labels in (TWO, TWO * 1, np.where(TWO, 1, -1), np.array(["no", "yes"])[TWO * 1]):
            path = prplot.from_labels(labels, PROBABILITY, pos_label="yes" if labels.dtype.kind == "U" else None)
            assert path.missing == ("raise", 0, 0)
