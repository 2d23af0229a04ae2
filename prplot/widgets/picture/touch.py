"""The widget that lets a picture answer: it tells the page what lies where, and hears what is done there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from prplot.draw.page import Facts, Known, look, picture_facts, script

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# So many vertices of a curve are told at most: a picture is not much wider in pixels.
MOST_VERTICES = 1000

# What was told of each curve.
Told = list[Known]


class Touch(anywidget.AnyWidget):
    """Beside a picture: points at its curves, drags its operating point, and completes controls for the keyboard.

    Attributes
    ----------
    facts : dict
        What the page knows of the picture, see `prplot.draw.page.facts`; empty where there is nothing to point at.
    answered : str
        The last request of the page that the picture shows.
    """

    _esm = script()
    _css = look()
    facts = traitlets.Dict().tag(sync=True)
    answered = traitlets.Unicode("").tag(sync=True)

    def __init__(self, asked: Callable[[dict[str, Any]], None]) -> None:
        super().__init__()
        self._known: dict[Any, Known] = {}
        self._number = 0
        self.on_msg(lambda _widget, content, _buffers: asked(content))

    def tell(self, figure: Figure, scale: float, more: Callable[[Told], Facts]) -> None:
        """Tell the page what lies where in a figure that was just drawn.

        Parameters
        ----------
        figure : Figure
        scale : float
            Pixels of the page per inch.
        more : callable
            From what is told of the curves to further facts.
        """
        found = picture_facts(figure, scale, most=MOST_VERTICES, known=self._known)
        if found is None:
            self.forget()
            return
        told = {**found, "asks": [], "at": [None] * len(found["curves"]), **more(list(self._known.values()))}
        if "point" not in told["asks"]:
            # No control goes where the pointer does not.
            told["told"] = []
        # Rows that the page speaks of are those of these curves, wherever they are drawn meanwhile.
        self._number += told["curves"] != self.facts.get("curves")
        self.facts = {**told, "number": self._number}

    def threshold(self, number: Any, curve: int, row: int) -> float | None:
        """Return the threshold that the page means; None where what it knows is out of date."""
        known = list(self._known.values())
        if number != self._number or not 0 <= curve < len(known) or not 0 <= row < len(known[curve].kept.thresholds):
            return None
        return float(known[curve].kept.thresholds[row])

    def forget(self) -> None:
        """Let go of what was told."""
        self._known.clear()
        self.facts = {}
