"""Show results as text and as HTML: tables of names and numbers, and sentences."""

from __future__ import annotations

import html
import math
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any, Generic, NamedTuple, TypeVar

from prplot.errors import PrplotValueError, by_name
from prplot.rows.arrays import Frozen

WIDTH = 88
TABLE = "border-collapse:collapse;margin:0.4em 0 1em"
CELL = "padding:0.15em 0.6em;font-variant-numeric:tabular-nums;vertical-align:top"
HEAD = f"{CELL};white-space:normal;font-weight:bold;border-bottom:1px solid currentcolor"
LEFT, RIGHT = "text-align:left;font-weight:normal", "text-align:right;white-space:nowrap"
COLUMN, ROW = "th scope='col'", "th scope='row'"

R = TypeVar("R")


class Table(NamedTuple):
    """A table of texts, whose first ``names`` columns are left-aligned names and the others numbers.

    Only HTML shows the caption.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    names: int = 1
    caption: str = ""


class Strong(str):
    """The text of a cell that is shown bold in HTML."""


@by_name()
class Result(Frozen):
    """Base of results, which are shown as a series of tables and lists of sentences."""

    def _parts(self) -> Iterable[Table | list[str]]:
        """Yield the tables and lists of sentences to show; by default one table of ``columns()``."""
        columns = self.columns()
        rows = [[written(number, ".4g") for number in row] for row in zip(*columns.values(), strict=True)]
        yield Table(list(columns), rows, names=0)

    def columns(self) -> dict[str, list[Any]]:
        """Return the result as a dict from column names to lists."""
        raise NotImplementedError

    def to_frame(self) -> Any:
        """Return ``columns()`` (name, prevalence, value) as a `pandas.DataFrame`.

        Raises
        ------
        PrplotValueError
            If pandas is not installed.
        """
        try:
            pandas = import_module("pandas")
        except ImportError as error:
            way_out = "Install it, python -m pip install pandas, or take .columns()."
            raise PrplotValueError(f"to_frame must have the package pandas; got {error}. {way_out}") from error
        return pandas.DataFrame(self.columns())

    def __repr__(self) -> str:
        return in_text(self._parts())

    def _repr_html_(self) -> str:
        pieces = []
        for part in self._parts():
            if isinstance(part, Table):
                rows = [[_in_html(text, column >= part.names) for column, text in enumerate(row)] for row in part.rows]
                pieces.append(html_table(part.head, rows, *part[2:]))
            else:
                pieces += [f"<p>{html.escape(text)}</p>" for text in part]
        return f"<div>{''.join(pieces)}</div>"


@by_name()
class Rows(Result, Generic[R]):
    """Base of results that consist of several rows."""

    rows: tuple[R, ...]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[R]:
        return iter(self.rows)

    def __getitem__(self, key: int) -> R:
        return self.rows[key]

    def columns(self) -> dict[str, list[Any]]:
        """Return the table as a dict from the name of each column to a list, which has one item for each row."""
        first: Any = self.rows[0]
        return {name: [getattr(row, name) for row in self.rows] for name in first._fields}


def in_text(parts: Iterable[Table | list[str]]) -> str:
    """Return tables and sentences as plain text."""
    texts = (
        aligned(*part[:3]) if isinstance(part, Table) else (textwrap.fill(text, WIDTH) for text in part)
        for part in parts
        if part
    )
    return "\n\n".join(map("\n".join, texts))


def _in_html(text: str, number: bool) -> str:
    shown = with_minus(text) if number else html.escape(text)
    return f"<b>{shown}</b>" if isinstance(text, Strong) else shown


def written(value: float, form: str) -> str:
    """Return a number as the text of a table cell, in a format such as ".4g"; "-" for NaN."""
    return "-" if math.isnan(value) else format(value, form)


def decimals(widths: Iterable[float]) -> int:
    """Return how many decimals the ends of intervals need so that the narrowest shows two digits; from 3 to 12."""
    known = [width for width in widths if 0 < width < math.inf]
    return min(max(1 - math.floor(math.log10(min(known))), 3), 12) if known else 3


def aligned(head: Sequence[str], rows: Sequence[Sequence[str]], names: int = 1) -> Iterator[str]:
    """Yield the lines of a text table, with names left-aligned and numbers right-aligned."""
    columns = enumerate(zip(head, *rows, strict=True))
    forms = [f"{'<' if index < names else '>'}{max(map(len, column))}" for index, column in columns]
    for line in (head, *rows):
        yield f"  {'  '.join(map(format, line, forms))}".rstrip()


def html_table(head: Sequence[str], rows: Sequence[Sequence[str]], names: int = 1, caption: str = "") -> str:
    """Return an HTML table, with names left-aligned and numbers right-aligned, in the colors of the page."""

    def line(cells: Iterable[str], first: str, other: str, look: str) -> str:
        texts = []
        for column, cell in enumerate(cells):
            kind, side = other if column else first, LEFT if column < names else RIGHT
            texts.append(f"<{kind} style='{side};{look}'>{cell}</{kind[:2]}>")
        return "".join(texts)

    title = caption and f"<caption style='text-align:left'>{html.escape(caption)}</caption>"
    heads = (html.escape(each).replace(" - ", " \N{MINUS SIGN} ") for each in head)
    top = line(heads, COLUMN, COLUMN, HEAD)
    body = "".join(f"<tr>{line(cells, ROW, 'td', CELL)}</tr>" for cells in rows)
    return f"<table style='{TABLE}'>{title}<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def with_minus(written: str) -> str:
    """Return the text of a number with true minus signs instead of hyphens; "-" alone stays."""
    return written.replace("-", "\N{MINUS SIGN}") if written != "-" else written
