"""The picture of a lesson, drawn anew each time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from prplot.widgets.picture.picture import Picture

if TYPE_CHECKING:
    from matplotlib.transforms import Bbox

Drawn = TypeVar("Drawn")


class LessonPicture(Picture):
    """A picture that is drawn anew each time; its axes stay where they were while every text has room."""

    def __init__(self, size: tuple[float, float]) -> None:
        super().__init__(*size)
        self._places: list[Bbox] = []

    def png(self) -> bytes:
        """Return the figure as it is."""
        return self.in_place(self._png)

    def in_place(self, draw: Callable[[], Drawn]) -> Drawn:
        """Draw with the axes where they were, unless a text has no room then."""
        if len(self._places) == len(self.figure.axes):
            self.put_back()
            data = draw()
            if not self._cut():
                return data
        with self.laid_out():
            data = draw()
        self._places = [ax.get_position() for ax in self.figure.axes]
        return data

    def _cut(self) -> bool:
        """Whether a text, where it was drawn, leaves the figure."""
        texts: list[Any] = []
        for ax in self.figure.axes:
            texts += [*ax.texts, ax.xaxis.label, ax.yaxis.label, ax.title, ax.get_legend()]
        boxes = [
            text.get_window_extent()
            for text in texts
            if text is not None and text.get_visible() and text.get_in_layout()
        ]
        whole = self.figure.bbox.padded(1.0)
        return any(not (whole.contains(*box.min) and whole.contains(*box.max)) for box in boxes if box.width)

    def put_back(self) -> None:
        """Put the axes where they were."""
        self._move(self.figure.axes, self._places)
