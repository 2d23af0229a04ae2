"""What a page shows of an explorer."""

from __future__ import annotations

import asyncio
import html
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine


def written(view: Any) -> str:
    """What is written: the sentence, the tables, notes, the hint and the code."""
    seen = view.seen
    return "\n".join(
        [*(seen.get(name, "") for name in ("title", "text", "sentence", "tables", "hint", "code")), *seen["notes"]]
    )


def text_of(markup: str) -> str:
    return html.unescape(re.sub("<[^>]*>", " ", markup))


def offered(view: Any) -> dict[str, Any]:
    """The controls that a page shows, by name."""
    return {control["name"]: control for control in view.seen["controls"]}


def picture(view: Any) -> str:
    """A digest of the one picture: of differing bytes pytest would print the difference for minutes."""
    assert view.picture[:4] in (b"\x89PNG", b"")
    return sha256(view.picture).hexdigest()


def set_to(view: Any, **values: Any) -> None:
    for name, value in values.items():
        view.controls[name].value = value


def set_at_once(view: Any, **values: Any) -> None:
    """As while an event loop runs: of many changes the last is drawn."""

    async def change() -> None:
        set_to(view, **values)

    asyncio.run(change())
    assert view.figure is not None


@contextmanager
def not_painted() -> Iterator[None]:
    """What is drawn is neither measured, laid out nor painted: for tests that look at words and artists."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FigureCanvasAgg, "draw", lambda canvas: canvas.get_renderer())
        patch.setattr(Figure, "draw_without_rendering", lambda _: None)
        patch.setattr(ConstrainedLayoutEngine, "execute", lambda *_: None)
        patch.setattr(Axes, "get_tightbbox", lambda ax, *_, **__: ax.bbox.frozen())
        yield


def curves(ax: Any) -> list[Any]:
    """The lines that are curves, one for each classifier."""
    return [line for line in ax.lines if hasattr(line, "curve")]


def pixels(figure: Figure) -> np.ndarray:
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=50)
    data.seek(0)
    return plt.imread(data)


def assert_alike(figure: Figure, other: Figure, atol: float = 1.01) -> None:
    """What is seen is the same, where axes stand at the same places; tolerance in levels of grey out of 255."""
    assert len(figure.axes) == len(other.axes) > 0
    for one in (figure, other):
        one.set_layout_engine("none")
    pairs = zip(
        *(sorted(one.axes, key=lambda ax: ax.get_label() == "<colorbar>") for one in (figure, other)), strict=True
    )
    for mine, theirs in pairs:
        theirs.set_position(mine.get_position())
    np.testing.assert_allclose(pixels(figure), pixels(other), rtol=0, atol=atol / 255)
