"""The widget: one picture and a dict of controls, each the value of one field of the view."""

from __future__ import annotations

import asyncio
import base64
import html
import os
import sys
import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Any

import ipywidgets as w

from prplot.draw.artists import Drawn, backend
from prplot.errors import PrplotError, PrplotTypeError, PrplotValueError, PrplotWarning
from prplot.widgets.controls import CONTROLS, GROUPS
from prplot.widgets.easel import SCREEN_DPI, Easel
from prplot.widgets.parts import closed
from prplot.widgets.recipe import Recipe, recipe
from prplot.widgets.subject import Subject
from prplot.widgets.tables import areas_table, matrix_table, spoken
from prplot.widgets.view import View

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Explore", "Explorer"]

# Seconds for which changes are gathered before they are drawn together.
GATHERED = 0.02
HIDDEN = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)"
# Works without a secure connection, where navigator.clipboard does not.
COPY = (
    "const code=this.parentNode.querySelector('pre'),all=getSelection(),range=document.createRange();"
    "range.selectNodeContents(code);all.removeAllRanges();all.addRange(range);"
    "this.textContent=document.execCommand('copy')?'Copied':'Select and copy';"
)


class Explorer(w.VBox):
    """A widget that shows curves and lets one change how they are seen.

    Made by `prplot.explore`. Setting the ``value`` of a control redraws the picture.

    Attributes
    ----------
    controls : dict of str to Widget
        One per field of `prplot.widgets.View`.
    """

    def __init__(self, subject: Subject, view: View) -> None:
        self._subject = subject
        self._easel = Easel()
        self._pending: asyncio.TimerHandle | None = None
        self.controls = {name: control.make(getattr(view, name), self._subject) for name, control in CONTROLS.items()}
        self._canvas = _live_canvas(self._easel.figure)
        self._picture = self._canvas or w.Image(format="png")
        self._said, self._numbers, self._note, self._code = w.HTML(), w.HTML(), w.HTML(), w.HTML()
        super().__init__(self._arranged())
        self.add_class(f"prplot-{self.model_id}")
        for control in self.controls.values():
            control.observe(self._changed, names="value")
        self._refresh()

    def _arranged(self) -> list[w.Widget]:
        def inside(group: str | None) -> list[w.Widget]:
            return [self.controls[name] for name, control in CONTROLS.items() if control.group == group]

        groups = w.Accordion(children=[w.VBox(inside(group)) for group in GROUPS], titles=GROUPS, selected_index=None)
        code = w.Accordion(children=[self._code], titles=("Code",), selected_index=None)
        knobs = w.VBox([*inside(None), groups, code], layout=w.Layout(width="420px"))
        both = w.HBox([self._picture, knobs], layout=w.Layout(flex_flow="row wrap"))
        return [both, self._note, self._numbers, self._said]

    def __repr__(self) -> str:
        count = len(self._subject)
        said = ", ".join(f"{name}={value!r}" for name, value in self.state.items()) or "the usual view"
        return f"Explorer({count} path{'s' if count > 1 else ''}; {said})"

    # What is shown.

    @property
    def view(self) -> View:
        """What is shown now."""
        return View(**{name: control.value for name, control in self.controls.items()})

    @property
    def state(self) -> dict[str, Any]:
        """What differs from the usual view, for JSON; ``prplot.explore(paths, **state)`` brings it back."""
        return self.view.state

    @property
    def code(self) -> str:
        """The shortest Python that makes this figure, for a namespace with ``paths``."""
        return recipe(self.view, self._subject).code

    @property
    def figure(self) -> Figure:
        """The one figure, redrawn in place; it belongs to no window and needs no closing."""
        self._flush()
        return self._easel.figure

    @property
    def description(self) -> str:
        """What is shown, in words for someone who sees no picture."""
        view, subject = self.view, self._subject
        return " ".join(subject.drawn(k, view.space, view).describe() for k in subject.chosen(view))

    def save(self, path: str | os.PathLike[str], **options: Any) -> None:
        """Save the figure with embedded TrueType fonts.

        Parameters
        ----------
        path : str or path-like
            The ending decides the format: pdf, svg, png, ...
        **options
            For ``matplotlib.figure.Figure.savefig``.

        Raises
        ------
        PrplotValueError
            If the view shows no picture.
        """
        figure = self.figure
        if not figure.axes:
            raise PrplotValueError("this view must show a picture before it can be saved; its note says what is wrong.")
        with self._easel.laid_out():
            Drawn(figure.axes[0]).save(path, **options)
        self._easel.put_back()

    def close(self) -> None:
        """Close the widget and let go of all that it holds."""
        if sys.is_finalizing():
            return
        if self._pending is not None:
            self._pending.cancel()
            self._pending = None
        for control in self.controls.values():
            control.unobserve_all()
        for child in self.children:
            closed(child)
        self.layout.close()
        self._easel.clear()
        self._subject.forget()
        super().close()

    # Changes are gathered while an event loop runs: of many only the last is drawn.

    def _changed(self, _change: Any) -> None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._refresh()
            return
        if self._pending is None:
            self._pending = loop.call_later(GATHERED, self._refresh)

    def _flush(self) -> None:
        if self._pending is not None:
            self._pending.cancel()
            self._refresh()

    def _refresh(self) -> None:
        self._pending = None
        notes: list[str] = []
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("ignore")
            warnings.simplefilter("always", PrplotWarning)
            try:
                self._draw(self.view)
            except PrplotError as error:
                notes = [str(error)]
            except Exception as error:
                # Whatever it is, the user is to see it.
                notes = [f"{type(error).__name__}: {error}"]
        if notes:
            # No picture of another state may pass for this one.
            self._easel.clear()
            self._numbers.value = self._said.value = self._code.value = ""
        self._put_up()
        notes += [str(warning.message) for warning in caught]
        self._note.value = _note(list(dict.fromkeys(notes)))

    def _draw(self, view: View) -> None:
        subject = self._subject
        for name, control in CONTROLS.items():
            reason = control.off(view, subject)
            self.controls[name].disabled = bool(reason)
            self.controls[name].tooltip = reason or None
        what = recipe(view, subject)
        self._easel.draw(what)
        self._code.value = _code(what)
        self._numbers.value = matrix_table(view, subject) + areas_table(view, subject)
        self._said.value = f"<div role='status' style='{HIDDEN}'>{html.escape(spoken(view, subject))}</div>"

    def _put_up(self) -> None:
        if self._canvas is not None:
            self._canvas.draw_idle()
            return
        width, _ = self._easel.figure.get_size_inches()
        self._picture.layout.width = f"{width * SCREEN_DPI:.0f}px"
        self._picture.layout.max_width = "100%"
        self._picture.value = self._easel.png()

    # How a notebook shows it.

    def _ipython_display_(self, **_: Any) -> None:
        """Show the live widget, and for a notebook without a kernel a still picture with words for it.

        The picture hides itself where the widget is alive.
        """
        from IPython.display import publish_display_data

        self._flush()
        for bundle in (self._repr_mimebundle_(), {"text/html": self._still(), "text/plain": ""}):
            publish_display_data(bundle)  # type: ignore[no-untyped-call]

    def _still(self) -> str:
        live, still = f"prplot-{self.model_id}", f"prplot-still-{self.model_id}"
        picture = base64.b64encode(self._easel.png()).decode()
        wide = self._easel.figure.get_figwidth() * SCREEN_DPI
        return (
            f"<style>body:has(.{live}) .{still} {{ display: none }}</style>"
            f"<img class='{still}' alt='{html.escape(self.description)}' "
            f"style='max-width:{wide:.0f}px;width:100%' src='data:image/png;base64,{picture}'>"
        )


def _note(notes: list[str]) -> str:
    if not notes:
        return ""
    return f"<div role='alert' style='margin:2px 8px;line-height:1.3'>{'<br>'.join(map(html.escape, notes))}</div>"


def _code(what: Recipe) -> str:
    return (
        f"<button type='button' class='jupyter-button widget-button' onclick=\"{COPY}\">Copy</button>"
        f"<pre style='white-space:pre-wrap;line-height:1.3'>{html.escape(what.code)}</pre>"
    )


def _live_canvas(figure: Figure) -> Any:
    """Return a canvas of the caller's backend where that is a widget itself, as ipympl's is; else None."""
    chosen = backend()
    name = "ipympl.backend_nbagg" if chosen in ("widget", "ipympl") else chosen.removeprefix("module://")
    if not name.startswith("ipympl"):
        return None
    module = import_module(name)
    canvas = module.Canvas(figure)
    canvas.manager = module.FigureManager(canvas, 0)
    return canvas


class Explore:
    """Explore curves in a notebook; call it with paths.

    The lessons are its attributes.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1])
    >>> view = prplot.explore(path)
    >>> view.controls["space"].value = "prg"
    >>> print(view.code)
    import prplot
    <BLANKLINE>
    artists = prplot.plot(paths, space='prg')
    """

    def __call__(self, paths: Any, **state: Any) -> Explorer:
        """Return a widget that shows the paths.

        Parameters
        ----------
        paths : path, sequence or mapping of paths
            What to explore.
        **state
            Where to begin: any field of `prplot.widgets.View`, such as ``space="prg"``; the
            ``state`` of another explorer.

        Returns
        -------
        Explorer
            An ipywidgets widget with ``.controls``, ``.figure``, ``.code``, ``.state`` and ``.save``.

        Raises
        ------
        PrplotTypeError, PrplotValueError
            For things that are not paths, and states that do not exist.
        """
        unknown = [name for name in state if name not in CONTROLS]
        if unknown:
            raise PrplotTypeError(
                f"explore takes {', '.join(CONTROLS)} besides paths; got {', '.join(map(repr, unknown))}."
            )
        subject, view = Subject(paths), View(**state)
        subject.chosen(view)
        return Explorer(subject, view)

    def __getattr__(self, name: str) -> Any:
        lessons = _lessons()
        if name in lessons:
            return lessons[name]
        raise AttributeError(f"prplot.explore has no lesson {name!r}; there are {', '.join(lessons) or 'none'}.")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *_lessons()})

    def __repr__(self) -> str:
        return "prplot.explore(paths): explore curves in a notebook"


def _lessons() -> dict[str, Any]:
    """Return the lessons by name, loaded when they are asked for."""
    try:
        return dict(import_module("prplot.widgets.lessons").LESSONS)
    except ModuleNotFoundError as error:
        if error.name != "prplot.widgets.lessons":
            raise
        return {}
