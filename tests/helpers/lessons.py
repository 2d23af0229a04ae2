"""The states of lessons that tests go through, and the numbers in what is said of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from matplotlib.figure import Figure

import prplot

NAMES = (
    *("scores", "skew", "interpolation", "unachievable", "costs", "estimators", "luck", "gain", "weights"),
    *("identify", "calibration"),
)
# Not the digits of names, such as F1.
NUMBER = re.compile(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?")
EQUATION = re.compile(r"([\d(][\d.,()×/+ ]*[\d)]) = ([\d.,]*\d)")


def lesson_of(name: str) -> Any:
    return getattr(prplot.explore, name)


def ends(stops: Sequence[Any]) -> list[Any]:
    """Both ends and the middle."""
    return list(dict.fromkeys([stops[0], stops[len(stops) // 2], stops[-1]]))


def states(name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each step with the values of all controls, its own at both ends and in the middle."""
    lesson = lesson_of(name)
    for number, step in enumerate(lesson.steps, 1):
        for stop in ends(step.stops):
            yield number, {**lesson.begin(number), step.control: stop}


def drawn(name: str, panels: int, **values: Any) -> tuple[str, Figure]:
    """What is said, and the figure."""
    figure = Figure()
    axes = figure.subplots(1, panels, squeeze=False)[0]
    return lesson_of(name).draw(axes, **{**lesson_of(name).start, **values}), figure


def assert_numbers(said: str, expected: Sequence[float]) -> None:
    """All numbers in a text are these, to the last digit that is written; large counts to four digits."""
    found = NUMBER.findall(said)
    assert len(found) == len(expected), said
    for text, value in zip(found, expected, strict=True):
        number = float(text.replace(",", ""))
        digits = len(text.partition(".")[2])
        slack = 5.001e-4 * number if number >= 10_000 else 0.5001 * 10**-digits
        assert number == pytest.approx(value, abs=slack, rel=0), f"{text} in {said}"


def assert_equations(said: str) -> None:
    """Readers who type the left side of a printed equation into a calculator get the right side."""
    for left, right in EQUATION.findall(said):
        value = eval(left.replace(",", "").replace("×", "*"))
        digits = len(right.partition(".")[2])
        assert float(right.replace(",", "")) == pytest.approx(value, abs=0.5001 * 10.0**-digits), said


def says(name: str) -> Iterator[tuple[int, dict[str, Any], str]]:
    """Each of the states, with how many panels it has and what is said there, whose equations hold."""
    for number, values in states(name):
        panels = lesson_of(name).steps[number - 1].panels
        said = drawn(name, panels, **values)[0]
        assert_equations(said)
        yield panels, values, said


def done(name: str, number: int) -> list[Any]:
    """The stops of a step at which its task is done."""
    lesson = lesson_of(name)
    step = lesson.steps[number - 1]
    return [stop for stop in step.stops if not lesson.lacks(number, {**lesson.begin(number), step.control: stop})]
