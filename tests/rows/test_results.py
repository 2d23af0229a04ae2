"""Results show themselves: as text with aligned columns, as HTML in which names are escaped, and as columns."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from prplot import PrplotTypeError
from prplot.rows.results import Result, Table, written


class Line(NamedTuple):
    name: str
    value: float


@dataclass(frozen=True, eq=False, repr=False)
class Made(Result[Line]):
    rows: tuple[Line, ...]
    said: tuple[str, ...] = ()

    def _parts(self):
        yield Table(["name", "a - b"], [[row.name, written(row.value, "+.2f")] for row in self.rows])
        yield list(self.said)


MADE = Made((Line("<b>", -0.5), Line("much longer", math.nan)), ("One & two.", "word " * 30))


def test_text_has_aligned_columns_and_wrapped_sentences():
    table, said = repr(MADE).split("\n\n")
    assert table.split("\n") == ["  name         a - b", "  <b>          -0.50", "  much longer      -"]
    assert said.split("\n")[0] == "One & two."
    assert max(map(len, said.split("\n"))) <= 88
    assert repr(Made(MADE.rows)) == table


def test_html_escapes_names_and_sentences_and_writes_minus_signs():
    page = MADE._repr_html_()
    for part in (
        "&lt;b&gt;</td>",
        ">\N{MINUS SIGN}0.50</td>",
        ">-</td>",
        "a \N{MINUS SIGN} b</th>",
        "<p>One &amp; two.</p>",
    ):
        assert part in page
    assert page.count("text-align:left") == 3
    assert "<p>" not in Made(MADE.rows)._repr_html_()


def test_rows_are_counted_and_read_as_columns():
    assert len(MADE) == 2
    assert [row.name for row in MADE] == MADE.columns()["name"] == ["<b>", "much longer"]
    with pytest.raises(PrplotTypeError, match=r"the call must be columns\(\)"):
        MADE.columns(1)
