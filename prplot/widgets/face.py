"""The base of explorers and lessons: a widget whose script shows a picture, texts and controls."""

from __future__ import annotations

import asyncio
import base64
import html
import logging
import os
import threading
import warnings
import weakref
from abc import abstractmethod
from typing import TYPE_CHECKING, Any

import anywidget
import IPython
import traitlets
from IPython import display

from prplot.draw.base.axes import own_figure
from prplot.draw.base.drawn import Drawn
from prplot.draw.page import page_of
from prplot.draw.page.document import source
from prplot.draw.page.remembered_layout import RememberedLayout
from prplot.errors import OutsideAxesWarning, PrplotValueError, PrplotWarning
from prplot.widgets.fields import Control

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LOG = logging.getLogger(__name__)
# The picture has more dots per inch than the screen for which it is laid out, so that it is sharp on fine screens.
DPI, SCREEN_DPI = 160, 100
# Changes within GATHER_SECONDS are drawn together. The output is stored after STILL_SECONDS without a change.
GATHER_SECONDS, STILL_SECONDS = 0.02, 1.0
# A stored page gets this many pixels below its picture, until it reports its own height.
ROOM_FOR_CONTROLS = 250
# Front ends may send changes in several threads, but matplotlib and the filters of warnings are not thread-safe.
DRAWING = threading.RLock()
# For each cell of a notebook: the id of its last run, and the widgets that this run has shown.
RUNS: dict[str, tuple[str, list[FaceWidget]]] = {}


class FaceWidget(anywidget.AnyWidget):
    """A picture with controls, drawn anew when the ``value`` of a control changes.

    Attributes
    ----------
    controls : dict of str to Control
        What changes the picture.
    seen : dict
        What the script draws beside the picture, see ``face.mjs``.
    picture : bytes
        The picture, as PNG.
    """

    _esm = source("draw/page/face.mjs", "widgets/widget.mjs")
    _css = source("draw/page/page.css", "widgets/explorer.css")
    seen = traitlets.Dict().tag(sync=True)
    picture = traitlets.Bytes(b"").tag(sync=True)

    def __init__(self, controls: dict[str, Control]) -> None:
        self.controls = controls
        self._pending: asyncio.TimerHandle | None = None
        self._waiting: asyncio.TimerHandle | None = None
        # IPython's events, while the output waits to be stored at the end of the running cell; otherwise None.
        self._cell_events: Any = None
        self._drawn: Any = lambda: None
        self._layout = RememberedLayout()
        self._notes: list[str] = []
        # The ids of requests from pages that wait for an answer, and the reason why the last change was refused.
        self._asked, self._refused = list[str](), ""
        self._putting = False
        # Whether a notebook shows the widget, and the cells that show it.
        self._shown = False
        self.cells: set[str] = set()
        super().__init__()
        self.add_class(f"prplot-{self.model_id}")
        self._redraw()
        for control in controls.values():
            control.observe(self._observed, names="value")
        self.on_msg(lambda _widget, content, _buffers: self.hear(content))

    @abstractmethod
    def _draw(self, figure: Figure) -> dict[str, Any]:
        """Draw the picture on an empty figure; return its texts and controls for the script."""

    @abstractmethod
    def _facts(self, figure: Figure) -> dict[str, Any]:
        """Return the facts about the drawn picture that the script needs, at its size on a screen."""

    def _obey(self, request: dict[str, Any]) -> None:
        """Do what a page requests, except setting controls."""

    @property
    @abstractmethod
    def description(self) -> str:
        """What is shown, in words for someone who sees no picture."""

    @property
    def sentence(self) -> str:
        """What is shown, in few words."""
        self._flush()
        return str(self.seen["sentence"])

    @property
    def code(self) -> str:
        """The shortest Python that makes this figure: for an explorer in a namespace with its ``paths``."""
        self._flush()
        return str(self.seen["code"])

    @property
    def figure(self) -> Figure:
        """The figure, redrawn in place while you hold it; it belongs to no window and needs no closing."""
        self._flush()
        with DRAWING:
            figure: Figure = self._drawn() or self._redraw()
            return figure

    @property
    def notes(self) -> list[str]:
        """What went wrong, and what is undefined; empty where all is well."""
        self._flush()
        return list(self._notes)

    def save(self, path: str | os.PathLike[str], **options: Any) -> None:
        """Save the figure with embedded TrueType fonts.

        Parameters
        ----------
        path : str or path-like
            The ending decides the format: pdf, svg, png, ...; html is a page of its own, see `Plotted.save`.
        **options
            For ``matplotlib.figure.Figure.savefig``.

        Raises
        ------
        PrplotValueError
            If the view shows no picture.
        """
        with DRAWING:
            figure = self.figure
            if not figure.axes:
                raise PrplotValueError(
                    "the view must show a picture before it can be saved; its note says what is wrong."
                )
            Drawn(figure.axes[0]).save(path, **options)

    def close(self) -> None:
        """Take the widget off every page; shown again, it comes back as it was."""
        for timer in (self._pending, self._waiting):
            if timer is not None:
                timer.cancel()
        self._pending = self._waiting = None
        self._shown = False
        self.layout.close()
        super().close()

    # While an event loop runs, changes are gathered, and only the last of several is drawn.

    def _observed(self, change: Any) -> None:
        if not self._putting:
            self._refused = ""
            self._changed(change)

    def _put(self, values: dict[str, Any]) -> None:
        """Set several controls without drawing a picture."""
        self._putting = True
        try:
            for name, value in values.items():
                self.controls[name].value = value
        finally:
            self._putting = False

    def _changed(self, _change: Any) -> None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._redraw()
            return
        if self._pending is None:
            self._pending = loop.call_later(GATHER_SECONDS, self._redraw)
            self._store_after_cell()

    def _flush(self) -> None:
        with DRAWING:
            if self._pending is not None:
                self._redraw()

    def _redraw(self) -> Figure:
        with DRAWING:
            if self._pending is not None:
                self._pending.cancel()
                self._pending = None
            figure: Figure = self._drawn() or own_figure(1.0, 1.0, grows=True)
            figure.set_dpi(DPI)
            self._drawn = weakref.ref(figure)
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("ignore")
                warnings.simplefilter("always", PrplotWarning)
                # No control sets limits, and other panels show the point, so this warning would not help.
                warnings.simplefilter("ignore", OutsideAxesWarning)
                try:
                    # Removing axes first keeps matplotlib from making ticks for them again, which takes as long as
                    # making the axes.
                    for ax in figure.axes:
                        ax.remove()
                    figure.clear()
                    content = self._draw(figure)
                    picture = self._layout.paint(figure)
                except Exception as error:
                    if not self.seen:
                        self.close()
                        raise
                    # The picture is left empty, so that an old one does not pass for this state. The log has the
                    # traceback.
                    LOG.exception("The picture of %r was not drawn.", self)
                    figure.clear()
                    text = f"{type(error).__name__}: {error}"
                    content = {**self.seen, "sentence": "", "tables": "", "code": "", "notes": [text]}
                    picture = b""
            notes = [self._refused, *content.get("notes", []), *(str(warning.message) for warning in caught)]
            self._notes = list(dict.fromkeys(filter(None, notes)))
            facts = self._facts(figure)
            with self.hold_sync():
                self.picture = picture
                self.seen = {**content, "facts": facts, "notes": self._notes, "answered": self._asked}
            self._asked = []
            self._store_later()
            return figure

    def hear(self, request: dict[str, Any]) -> None:
        """Carry out a request from a page; the page is answered when the picture shows the result."""
        self._asked.append(str(request.get("flight", "")))
        try:
            for name, value in request.get("set", {}).items():
                self._set(name, value)
            self._obey(request)
        except Exception as error:
            # The refusal is shown, and the control returns to its value before. The page gets the answer that it waits
            # for.
            self._refused = str(error)
            self._changed(None)
        if self._pending is None:
            self.seen, self._asked = {**self.seen, "answered": self._asked}, []

    def _set(self, name: str, value: Any) -> None:
        """Set a control to a value from a page, where numbers may be texts, and several options are a list."""
        control = self.controls[name]
        if control.field.kind == "number":
            value = control.field.read(value)
        if control.field.kind == "between":
            value = [control.field.read(end) for end in value]
        control.value = tuple(value) if isinstance(value, list) else value

    def _ipython_display_(self, **_: Any) -> None:
        """Show the live widget, and store a page or a picture with words for readers without a kernel.

        The page hides itself where the live widget is shown.
        """
        self._flush()
        for part in (self.layout, self):
            # Closing the widget has hidden this method behind an attribute, which would keep it from being shown again.
            part.__dict__.pop("_repr_mimebundle_", None)
            part.open()
        self._note_shown()
        live: Any = self._repr_mimebundle_()
        display.publish_display_data({**live[0], "text/plain": ""})  # type: ignore[no-untyped-call]
        display.publish_display_data(self._still(), transient={"display_id": self.model_id})  # type: ignore[no-untyped-call]
        self._shown = True

    def _note_shown(self) -> None:
        """Record the cell that shows the widget; close widgets of the cell's earlier run that no other cell shows."""
        parent: dict[str, Any] = getattr(IPython.get_ipython(), "get_parent", dict)() or {}
        cell = str(parent.get("metadata", {}).get("cellId", ""))
        self.cells.add(cell)
        if not cell:
            return
        run, shown = RUNS.get(cell, ("", []))
        if run != parent["header"]["msg_id"]:
            for old in shown:
                old.cells.discard(cell)
                if old is not self and not old.cells:
                    old.close()
            shown = []
        RUNS[cell] = parent["header"]["msg_id"], [*shown, self]

    def _still(self) -> dict[str, str]:
        """Return the output for readers without a kernel: a page or a picture of the figure, with a description."""
        with DRAWING:
            page, picture = self._page(), base64.b64encode(self.picture).decode()
        words, wide = html.escape(self.description), self.seen["facts"].get("size", [500])[0]
        name = f"prplot-{self.model_id}"
        frame = page and (
            f"<iframe loading='lazy' title='{words}' srcdoc='{html.escape(page)}' "
            f"style='width:100%;height:{wide + ROOM_FOR_CONTROLS:.0f}px;border:0'></iframe>"
        )
        made = (
            f"<div class='{name}-still' style='max-width:{wide:.0f}px'>"
            f"<style>body:has(.{name}):not(:has(.{name}.prplot-dead, .{name} .prplot-dead)) .{name}-still, "
            f".{name}-still iframe + img {{ display: none }}</style>"
            + frame
            + f"<img alt='{words}' style='max-width:100%' src='data:image/png;base64,{picture}'>"
            + f"{self._still_words()}</div>"
        )
        # IPython keeps the output in memory, where text beyond ASCII can take twice the space.
        return {"text/html": made.encode("ascii", "xmlcharrefreplace").decode(), "text/plain": repr(self)}

    def _still_words(self) -> str:
        """Return the text below the stored picture, as HTML."""
        return f"<p>{html.escape(self.sentence)}</p>"

    def _page(self) -> str:
        """Return the interactive HTML page of the figure; empty if there is none."""
        figure = self._drawn() or self._redraw()
        return page_of(figure.axes[0]) if figure.axes else ""

    def _store_later(self) -> None:
        """Store the current output in the notebook after a while without changes."""
        if self._waiting is not None:
            self._waiting.cancel()
        if self._shown:
            try:
                self._waiting = asyncio.get_running_loop().call_later(STILL_SECONDS, self._store)
            except RuntimeError:
                self._store()

    def _store_after_cell(self) -> None:
        """Store the output when the running cell ends, because there may be no kernel afterwards."""
        events = getattr(IPython.get_ipython(), "events", None)
        # A change from a page belongs to no cell, so several may wait for the next cell; the output is stored only
        # once.
        if events is not None and self._shown and self._cell_events is None:
            events.register("post_run_cell", self._store)
            self._cell_events = events

    def _store(self, *_: Any) -> None:
        self._flush()
        if self._cell_events is not None:
            self._cell_events.unregister("post_run_cell", self._store)
            self._cell_events = None
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        if not self._shown:
            # The widget was closed meanwhile.
            return
        still = self._still()
        display.publish_display_data(still, transient={"display_id": self.model_id}, update=True)  # type: ignore[no-untyped-call]
