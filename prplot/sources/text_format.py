"""How the caller says that a text table is written."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from prplot.errors import invalid, one_of, short, wrong_type, yes_or_no


class TextFormat(NamedTuple):
    """How a text table is written, as in `prplot.from_file`.

    Attributes
    ----------
    header : bool
        Whether it has a header; without one, columns are numbered from 1.
    separator : str, optional
        The character between cells; by default the one that fits.
    decimal : {".", ","}
        The mark of decimals.
    na : sequence of str
        Further marks of missing values.
    """

    header: bool = True
    separator: str | None = None
    decimal: str = "."
    na: Sequence[str] = ()

    @classmethod
    def checked(cls, header: bool, separator: str | None, decimal: str, na: str | Sequence[str]) -> TextFormat:
        """Return the format, or raise an error that names the argument that is wrong."""
        header, decimal = yes_or_no("header", header), one_of("decimal", decimal, (".", ","))
        text: Any = separator
        if text is not None and not (isinstance(text, str) and len(text) == 1):
            raise invalid("separator", "be one character", short(separator), "' ' stands for blanks of any length.")
        if separator == "," and decimal == ",":
            raise invalid("decimal", "be another character than the separator", "',' for both")
        marks = [na] if isinstance(na, str) else na
        if not isinstance(marks, list | tuple) or not all(isinstance(mark, str) for mark in marks):
            raise wrong_type("na", "be a text, or a list of texts, that stand for missing values", na)
        return cls(header, separator, decimal, tuple(marks))

    @property
    def na_numbers(self) -> list[float]:
        """Marks of missing values that are numbers, however a file writes them."""
        numbers = []
        for mark in self.na:
            with suppress(ValueError):
                numbers.append(float(mark))
        return numbers

    def check_unused(self, source: str) -> None:
        """Raise an error where something is said of a file that is no text table."""
        for argument, value, usual in zip(self._fields, self, USUAL, strict=True):
            if value != usual:
                raise invalid(argument, "be left out where the file is no text table", f"{value!r} for {source}")


USUAL = TextFormat()
