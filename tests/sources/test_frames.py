"""Data frames: one awkward table gives the same paths on every engine, equal to plain sums of fractions."""

from __future__ import annotations

import datetime as dt
import math
from fractions import Fraction

import numpy as np
import pytest

from prplot import PrplotError, from_frame

from .conftest import AWKWARD, IN_MEMORY

LABEL = {"score": "score", "label": "label", "missing": "drop"}
CASES = {
    "labels": LABEL,
    "truth": LABEL | {"label": "flag"},
    "not the truth": LABEL | {"label": "flag", "pos_label": False},
    "signs": LABEL | {"label": "sign", "missing": "lowest"},
    "decimal labels": LABEL | {"label": "exact", "missing": "unreached"},
    "text": LABEL | {"label": "animal", "pos_label": "cat"},
    "texts": LABEL | {"label": "animal", "pos_label": ["cat", "owl"], "missing": "unreached"},
    "float32": LABEL | {"score": "score32", "missing": "lowest"},
    "integers": LABEL | {"score": "rank"},
    "truth as score": LABEL | {"score": "flag"},
    "decimals": LABEL | {"score": "price"},
    "decimal weights": LABEL | {"weight": "weight", "missing": "unreached"},
    "float weights": LABEL | {"weight": "mass", "missing": "lowest"},
    "soft": {"score": "score", "fg": "soft", "missing": "lowest"},
    "two weights": {"score": "score", "fg": "front", "bg": "back", "weight": "weight", "missing": "unreached"},
    "totals": LABEL | {"positives": 30, "negatives": 20},
    "sites": LABEL | {"by": "site", "weight": "weight"},
    "days": LABEL | {"by": "day", "missing": "unreached"},
}


def fractions(*, score, missing, label=None, fg=None, bg=None, weight=None, pos_label=None, where=None):
    """Thresholds, cumulative weights, and the weights of both classes, by sums of fractions over the rows."""
    positive = {1} if pos_label is None else set(pos_label if isinstance(pos_label, list) else [pos_label])
    at, beyond = {}, [Fraction(), Fraction()]
    for row in range(len(AWKWARD["score"])):
        if where is not None and AWKWARD[where[0]][row] != where[1]:
            continue
        w = Fraction(AWKWARD[weight][row]) if weight else Fraction(1)
        if label is not None:
            front = Fraction(AWKWARD[label][row] in positive)
            back = 1 - front
        else:
            front = Fraction(AWKWARD[fg][row])
            back = Fraction(AWKWARD[bg][row]) if bg else 1 - front
        value = AWKWARD[score][row]
        if value is None or value != value:
            if missing == "unreached":
                beyond = [beyond[0] + w * front, beyond[1] + w * back]
            if missing != "lowest":
                continue
            value = -math.inf
        value = float(np.float32(value)) if score == "score32" else float(value) + 0.0
        before = at.get(value, (0, 0))
        at[value] = (before[0] + w * front, before[1] + w * back)
    cuts = sorted((cut for cut in at if any(at[cut])), reverse=True)
    tp = [sum((at[cut][0] for cut in cuts[:k]), Fraction()) for k in range(len(cuts) + 1)]
    fp = [sum((at[cut][1] for cut in cuts[:k]), Fraction()) for k in range(len(cuts) + 1)]
    return [math.inf, *cuts], tp, fp, (tp[-1] + beyond[0], fp[-1] + beyond[1])


def agrees(path, **asked):
    cuts, tp, fp, totals = fractions(**asked)
    assert path.thresholds.tolist() == cuts
    rounding = 1e-12 if asked.get("weight") == "mass" else 0
    assert path.tp == pytest.approx([float(each) for each in tp], rel=rounding, abs=0)
    assert path.fp == pytest.approx([float(each) for each in fp], rel=rounding, abs=0)
    assert (path.positives, path.negatives) == pytest.approx([float(each) for each in totals], rel=rounding, abs=0)
    assert (path.missing.policy, path.soft) == (asked["missing"], "soft" in asked.values() or "front" in asked.values())


def same_everywhere(frame, asked):
    """Compare a case on one engine with fractions."""
    by = asked.get("by")
    oracle = {name: value for name, value in asked.items() if name not in ("by", "positives", "negatives")}
    found = from_frame(frame, **asked)
    if by is not None:
        values = AWKWARD[by]
        known = sorted({value for value in values if value is not None})
        # Both rows without a site have no score, so that none of them counts.
        assert list(found) == known
        assert {type(key) for key in found} == {str} if by == "site" else {dt.date}
        for key, path in found.items():
            agrees(path, **oracle, where=(by, key))
        return
    if "positives" in asked:
        assert (found.positives, found.negatives, found.closed) == (30, 20, False)
        found = from_frame(frame, **oracle)
    agrees(found, **oracle)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("engine", IN_MEMORY)
def test_the_same_path_on_every_engine(frames, engine, case):
    same_everywhere(frames[engine], CASES[case])


@pytest.mark.cluster
# Narwhals is about to have a package of its own for Dask, and says so.
@pytest.mark.filterwarnings("ignore:Dask support is moving out")
@pytest.mark.parametrize("case", ["texts", "sites"])
@pytest.mark.parametrize("engine", ["dask", "spark"])
def test_the_same_path_on_every_cluster(request, engine, case):
    same_everywhere(request.getfixturevalue(engine), CASES[case])


@pytest.mark.parametrize("engine", ["pandas", "polars lazy", "pyarrow", "duckdb"])
class TestErrors:
    """What is wrong is told in our words, with what there is instead."""

    @pytest.mark.parametrize(
        ("asked", "words"),
        [
            ({"score": "scor"}, "score must name a column of the frame; got 'scor'. The nearest is 'score'."),
            ({"label": None, "fg": "nothing"}, "fg must name a column of the frame; got 'nothing'."),
            ({"score": "animal"}, "score must name a column of numbers; got 'animal' of type String."),
            ({"label": "animal"}, "label 'animal' must be bool, 0/1 or -1/1 when pos_label is not given; got 3 labels"),
            ({"label": "animal", "pos_label": "cow"}, "got 'cow', which does not. The labels there are 'cat', 'dog'"),
            ({"label": "soft"}, "label 'soft' must hold hard labels; got soft values such as 0.125. Name the column"),
            ({"label": "site", "pos_label": "a"}, "label must not hold missing labels; got"),
            ({"label": None, "fg": "front"}, "fg must lie in [0, 1] when bg is not given; got"),
            ({"weight": "score"}, "weight must hold finite weights that are not negative; got"),
            ({"weight": "price"}, "weight must hold finite weights that are not negative; got"),
            ({"missing": "raise"}, "score must hold no missing scores; got 3 of 14 in column 'score'."),
            ({"missing": "ignore"}, "missing must be one of 'raise', 'drop', 'lowest', 'unreached'"),
            ({"label": None}, "label or fg must say what is positive; got neither."),
            ({"fg": "soft"}, "label or fg must say what is positive; got both."),
            ({"bg": "back"}, "bg must come with fg"),
            ({"score": []}, "score must name at least one column, and each once; got none."),
            ({"score": ["rank", "rank"]}, "score must name at least one column, and each once; got 'rank', 'rank'."),
            ({"by": "site", "name": "mine"}, "name must be that of one path"),
            ({"by": "site", "positives": 30}, "positives must be a mapping from groups to weights with by="),
            ({"by": "site", "positives": {"a": 30}}, "positives must have a weight for every group; got none for 'b'"),
            ({"missing": "lowest", "positives": 30}, "must not be given with missing='lowest'"),
            ({"positives": 2}, "positives must be at least the weight of that class in the rows; got 2 for 6."),
        ],
    )
    def test_wrong_input(self, frames, engine, asked, words):
        with pytest.raises(PrplotError) as error:
            from_frame(frames[engine], **LABEL | asked)
        assert words in str(error.value)
