"""Names in a legend keep what tells them apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prplot.widgets.state.short_names import LONGEST_NAME, short_names

GRID = [(depth, rate) for depth in (1, 12) for rate in (0.01, 0.3)]
SHORT = {
    "one place": (
        ["boosted trees of depth 3, with dropout", "boosted trees of depth 12, with dropout"],
        ["…trees of depth 3, …", "…trees of depth 12, …"],
    ),
    "two places": (
        [f"gradient boosted trees, depth {depth}, learning rate {rate}" for depth, rate in GRID],
        [f"…depth {depth}, …rate {rate}" for depth, rate in GRID],
    ),
    "names of files": (
        [f"runs/xgb_lr{rate}_depth{depth}_seed0_final_v2" for depth, rate in GRID],
        ["runs/xgb_lr0.01_depth1_…", "runs/xgb_lr0.3_depth1_…", "…xgb_lr0.01_depth12_…", "runs/xgb_lr0.3_depth12_…"],
    ),
    "short ones stay": (
        ["logistic", "ten boosted trees, cut at depth 3", "ten boosted trees, cut at depth 4"],
        ["logistic", "…trees, cut at depth 3", "…trees, cut at depth 4"],
    ),
    "nothing in common": (
        ["the first of them all, by far the longest", "something quite different from that one"],
        ["the first o…the longest", "something q…om that one"],
    ),
    "other words": (
        ["a model of this kind with dropout", "a model of this kind with dropout, tuned", "a model of that kind"],
        ["…this kind with dropout", "…with dropout, tuned", "a model of that kind"],
    ),
    "alike at both ends": (
        ["x" * 30 + "1" + "y" * 30, "x" * 30 + "2" + "y" * 30],
        ["xxxxxxxxx… (1)", "xxxxxxxxx… (2)"],
    ),
    "one": (["only one of them, and it is very long"], ["only one of…s very long"]),
    "none": ([], []),
}


@pytest.mark.parametrize(("names", "short"), SHORT.values(), ids=SHORT)
def test_what_tells_names_apart_is_kept(names, short):
    assert short_names(names) == short


@given(st.lists(st.text("ab ,_", max_size=40), unique=True, max_size=6))
def test_names_that_differ_still_do(names):
    short = short_names(names)
    assert len(set(short)) == len(names)
    assert all(len(by) <= LONGEST_NAME for by in short)
    assert all(by == name for by, name in zip(short, names, strict=True) if len(name) <= LONGEST_NAME)
