"""Results show themselves: as text with aligned columns, as HTML in which names are escaped, and as columns."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from typing import NamedTuple

import pytest

import prplot
from prplot import PrplotTypeError
from prplot.rows.result_tables import Rows, Table, written


class Line(NamedTuple):
    name: str
    value: float


@dataclass(frozen=True, eq=False, repr=False)
class Made(Rows[Line]):
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
        "&lt;b&gt;</th>",
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


@pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
def test_results_are_frames_of_pandas(monkeypatch):
    path = prplot.from_labels([1, 1, 0, 1, 0, 0, 1, 0], [0.9, 0.8, 0.6, 0.4, 0.3, 0.1, 0.35, 0.2])
    interval, average = path.roc().interval(rng=1, n=50), prplot.mean_area({"a": path, "b": path}, "roc")
    comparison = prplot.compare([path, path.at_prevalence(0.5)], "roc", paired=False, n=50, rng=1)
    for result, columns in (
        (MADE, ["name", "value"]),
        (interval, ["measure", "estimate", "low", "high", "standard_error", "level", "method"]),
        (average, ["name", "prevalence", "value"]),
        (comparison, ["a", "b", "difference", "low", "high", "p", "p_adjusted"]),
        (path.zones([0.5]), ["name", "low", "high", "weight", "share", "positives", "negatives", "ppv"]),
    ):
        frame = result.to_frame()
        assert list(frame.columns[: len(columns)]) == columns
        assert len(frame) == len(next(iter(result.columns().values())))
    assert interval.to_frame()["estimate"].tolist() == [path.roc().area()]
    assert average.to_frame()["name"].tolist() == ["a", "b"]
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(prplot.PrplotValueError, match=r"to_frame must have the package pandas; .* take \.columns\(\)"):
        MADE.to_frame()
