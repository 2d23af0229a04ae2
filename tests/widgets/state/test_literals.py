"""Values as Python writes them."""

from __future__ import annotations

import datetime as dt
import enum
from pathlib import Path

import pytest

from prplot.widgets.state.literals import literal


class Kind(enum.Enum):
    A = 1
    B = 2


@pytest.mark.parametrize("value", [1, True, None, 0.1, "it's", b"a", (1,), [], {"a": (1.5, None)}, float("-inf")])
def test_a_literal_is_read_back(value):
    read = eval(literal(value))
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize("value", [float("nan"), Kind.A, dt.date(2026, 1, 1), [Path()], {"a": {1, 2}}, 1j, object])
def test_what_is_no_literal_is_none(value):
    assert literal(value) is None
