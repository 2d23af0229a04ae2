"""What an explorer and a lesson have in common: one picture, and a dict of controls that change it."""

from __future__ import annotations

import asyncio
import base64
import logging
import os
import sys
import threading
import warnings
import weakref
from abc import abstractmethod
from typing import TYPE_CHECKING, Any

import ipywidgets as w

from prplot.draw.base.results import Drawn
from prplot.draw.page import page_of
from prplot.errors import PrplotError, PrplotValueError, PrplotWarning
from prplot.widgets.controls.compound import close_all, open_all
from prplot.widgets.picture.cells import after_cell, note_shown
from prplot.widgets.picture.markup import notes_html, still_html
from prplot.widgets.picture.picture import SCREEN_DPI, Picture, live_canvas
from prplot.widgets.picture.touch import Told, Touch

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LOG = logging.getLogger(__name__)
# Seconds for which changes are gathered before they are drawn together.
GATHER_SECONDS = 0.02
# Seconds without a change after which the notebook stores what is shown.
STILL_SECONDS = 1.0
# A front end may bring changes in several threads; matplotlib, and the filters of warnings, are for one at a time.
DRAWING = threading.RLock()
# How many widgets, the last that were used, keep what they have drawn and computed; others draw anew when used.
MOST_RECENT = 4
# What a live canvas lacks, which draws itself.
LIVE = (
    "With %matplotlib widget nothing answers to the pointer here: no counts, no operating point or prevalence to drag. "
    "Run %matplotlib inline and make the explorer again to have them."
)
RECENT: list[weakref.ref[PictureWidget]] = []


class PictureWidget(w.VBox):
    """A widget with one picture, redrawn when the ``value`` of a control changes.

    Attributes
    ----------
    controls : dict of str to Widget
        What changes the picture.
    """

    def __init__(self, picture: Picture, controls: dict[str, w.Widget]) -> None:
        self._picture = picture
        self._pending: asyncio.TimerHandle | None = None
        self._released = False
        # The stills of it that a notebook holds, and when they are next replaced.
        self._stills: set[str] = set()
        self._waiting: asyncio.TimerHandle | None = None
        # Which cells of a notebook show it; the empty name stands for any other place.
        self.cells: set[str] = set()
        self.controls = controls
        self._notes: list[str] = []
        self._canvas = live_canvas(picture.figure)
        self._screen = self._canvas or w.Image(format="png")
        # What is written beside the picture: words for a screen reader, numbers, a note on what went wrong, code.
        self._status, self._numbers, self._note, self._code = (w.HTML() for _ in range(4))
        # What the page asked for last, until the picture shows it.
        self._asked = ""
        self._touch = Touch(self._hear)
        # The picture, and beneath it what is pointed at.
        self._seen = [self._screen, self._touch]
        super().__init__(self._arrange())
        # By which the page finds all that belongs together.
        self.add_class("prplot-box")
        self.add_class(f"prplot-{self.model_id}")
        for control in controls.values():
            control.observe(self._changed, names="value")
        self._refresh()

    @abstractmethod
    def _arrange(self) -> list[w.Widget]:
        """Return the parts in their order."""

    @abstractmethod
    def _draw(self) -> list[str]:
        """Bring the picture, and what is written beside it, to the values of the controls; say what is to be noted."""

    @property
    @abstractmethod
    def description(self) -> str:
        """What is shown, in words for someone who sees no picture."""

    @property
    @abstractmethod
    def sentence(self) -> str:
        """What is shown, in few words."""

    @property
    @abstractmethod
    def code(self) -> str:
        """Python that makes this figure."""

    @property
    def figure(self) -> Figure:
        """The one figure, redrawn in place; it belongs to no window and needs no closing."""
        self._flush()
        return self._picture.figure

    @property
    def notes(self) -> list[str]:
        """What is said below the picture: what went wrong, and what is undefined; empty where all is well."""
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
                    "this view must show a picture before it can be saved; its note says what is wrong."
                )
            with self._picture.laid_out():
                Drawn(figure.axes[0]).save(path, **options)
            self._picture.put_back()

    def close(self) -> None:
        """Take the widget off every page, and let go of all that was drawn and computed for it."""
        if self._gone():
            return
        self._picture.clear()
        self.leave()
        for control in self.controls.values():
            control.unobserve_all()

    def __del__(self) -> None:
        # Unlike one that is closed, its figure may be someone's still.
        if not self._gone():
            self.leave()

    def _gone(self) -> bool:
        """Whether there is nothing to let go of: Python ends, or it was never made whole."""
        return sys.is_finalizing() or "_pending" not in vars(self)

    def leave(self) -> None:
        """Leave every page; shown again, it comes back as it was."""
        if self._pending is not None:
            self._pending.cancel()
            self._pending = None
        self._stop_waiting()
        self._stills.clear()
        close_all(self)
        self.release()

    def release(self) -> None:
        """Let go of what takes memory until it is asked for again."""
        if self._canvas is None:
            self._released = True
            self._picture.release()

    def _mark_recent(self) -> None:
        """Be the last that was used; those used longest ago rest."""
        others = [ref for ref in RECENT if ref() not in (None, self)]
        RECENT[:] = [*others, weakref.ref(self)][-MOST_RECENT:]
        for ref in others[: 1 - MOST_RECENT]:
            other = ref()
            if other is not None:
                other.release()

    # Changes are gathered while an event loop runs: of many only the last is drawn.

    def _changed(self, _change: Any) -> None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._refresh()
            return
        if self._pending is None:
            self._pending = loop.call_later(GATHER_SECONDS, self._refresh)
            if self._stills:
                # What a cell has changed is stored when it is done: afterwards there may be no kernel.
                after_cell(self._store)

    def _flush(self) -> None:
        with DRAWING:
            if self._pending is not None:
                self._pending.cancel()
                self._refresh()
            elif self._released:
                self._refresh()

    def _refresh(self) -> None:
        with DRAWING:
            self._redraw()

    def _redraw(self) -> None:
        self._pending, self._released = None, False
        self._mark_recent()
        notes: list[str] = []
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("ignore")
            warnings.simplefilter("always", PrplotWarning)
            failed = True
            try:
                notes = self._draw()
                failed = False
            except PrplotError as error:
                notes = [str(error)]
            except Exception as error:
                # Whatever it is, the user is to see it, and where it comes from is in the log.
                LOG.exception("The picture of %r was not drawn.", self)
                notes = [f"{type(error).__name__}: {error}"]
        if failed:
            # No picture of another state may pass for this one.
            self._picture.clear()
            self._numbers.value = self._status.value = self._code.value = ""
        self._show_picture()
        self._tell()
        notes += [str(warning.message) for warning in caught]
        if self._canvas is not None:
            notes.append(LIVE)
        self._notes = list(dict.fromkeys(notes))
        self._write_notes()

    def _write_notes(self) -> None:
        """Write what is noted on the page."""
        self._note.value = notes_html(self._notes)

    def _show_picture(self) -> None:
        if self._canvas is not None:
            self._canvas.draw_idle()
            return
        # The figure is as large as it is to be when it has been drawn.
        self._screen.value = self._picture.png()
        width, _ = self._picture.figure.get_size_inches()
        self._screen.layout.width = f"{width * SCREEN_DPI:.0f}px"
        self._screen.layout.max_width = "100%"

    # What is pointed at and dragged on the picture.

    def _tell(self) -> None:
        """Tell the page what lies where in the picture that it has now, and that this is what it asked for."""
        figure = self._picture.figure
        if figure.axes and self._canvas is None:
            with warnings.catch_warnings():
                # The picture has said it.
                warnings.simplefilter("ignore", PrplotWarning)
                self._touch.tell(figure, SCREEN_DPI, self._further_facts)
        else:
            self._touch.forget()
        self._touch.answered = self._asked
        self._keep_still()

    def _further_facts(self, told: Told) -> dict[str, Any]:  # noqa: ARG002
        """Return what else the page is to know of what is shown, and what it may ask for."""
        return {}

    def _hear(self, asked: dict[str, Any]) -> None:
        """Do what the page asks for, and answer when the picture shows it."""
        self._asked = str(asked.get("number", ""))
        self._obey(asked)
        if self._pending is None:
            self._touch.answered = self._asked

    def _obey(self, asked: dict[str, Any]) -> None:
        """Set controls to what the page asks for."""

    # How a notebook shows it.

    def _ipython_display_(self, **_: Any) -> None:
        """Show the live widget, and for a notebook without a kernel a still picture with words for it.

        The picture hides itself where the widget is alive.
        """
        from IPython.display import publish_display_data

        self._flush()
        if self.comm is None:
            open_all(self)
        note_shown(self)
        live = self._repr_mimebundle_()
        # A page without a kernel would show how it began.
        live["text/plain"] = ""
        publish_display_data(live)  # type: ignore[no-untyped-call]
        shown = self.model_id
        publish_display_data(self._still(), transient={"display_id": shown})  # type: ignore[no-untyped-call]
        self._stills.add(shown)

    def _still(self) -> dict[str, str]:
        """Return what a page without a kernel shows: this figure, with words for it."""
        with DRAWING:
            figure = self._picture.figure
            picture = base64.b64encode(self._picture.png()).decode()
            wide = figure.get_figwidth() * SCREEN_DPI
            page = self._page() if figure.axes else ""
        return {
            "text/html": still_html(f"prplot-{self.model_id}", self.description, self.sentence, picture, wide, page),
            "text/plain": repr(self),
        }

    def _page(self) -> str:
        """Return the page of the figure."""
        with self._picture.laid_out():
            page = page_of(self._picture.figure.axes[0])
        self._picture.put_back()
        return page

    def _keep_still(self) -> None:
        """Replace the stills of a notebook by those of the last state, after a while in which nothing changed."""
        self._stop_waiting()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        if self._stills:
            self._waiting = loop.call_later(STILL_SECONDS, self._replace_stills)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _store(self) -> None:
        self._flush()
        self._replace_stills()

    def _replace_stills(self) -> None:
        from IPython.display import publish_display_data

        if self._waiting is None:
            return
        self._stop_waiting()
        still = self._still()
        for shown in self._stills:
            publish_display_data(still, transient={"display_id": shown}, update=True)  # type: ignore[no-untyped-call]


def accordion(widgets: dict[str, w.Widget]) -> w.Accordion:
    """Return closed groups, by title."""
    return w.Accordion(children=list(widgets.values()), titles=tuple(widgets), selected_index=None)
