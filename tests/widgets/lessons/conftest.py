from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

import ipywidgets as w
import pytest

import prplot
from prplot.widgets.lessons.lesson import LessonPicture


@pytest.fixture
def made() -> Callable[..., Any]:
    """Makes a lesson, by its name."""
    return lambda name, **values: getattr(prplot.explore, name)(**values)


@pytest.fixture
def words_only(monkeypatch) -> None:
    """What is drawn is not painted: for tests that look at words and artists."""
    monkeypatch.setattr(LessonPicture, "png", lambda _: b"")


@pytest.fixture
def written() -> Callable[[Any], str]:
    """What is written in the widget, without its markup."""

    def read(view: Any) -> str:
        html_parts = [child.value for child in view.children if type(child) is w.HTML]
        return html.unescape(re.sub("<[^>]*>", " ", " ".join(html_parts)))

    return read
