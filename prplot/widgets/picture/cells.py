"""Which cell of a notebook shows which widgets: run again, it shows others, and those before leave the page."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from prplot.widgets.picture.picture_widget import PictureWidget


class Run(NamedTuple):
    """One run of a cell, and what it has shown."""

    message: str
    widgets: list[PictureWidget]


RUNS: dict[str, Run] = {}


def note_shown(widget: PictureWidget) -> None:
    """Note that the cell that runs shows a widget; take off the page what it showed when it ran before.

    Where a page does not say which cell runs, a widget stays.
    """
    shell = _shell()
    parent: dict[str, Any] = getattr(shell, "get_parent", dict)() or {}
    cell = str(parent.get("metadata", {}).get("cellId", ""))
    widget.cells.add(cell)
    if not cell:
        return
    run = Run(parent["header"]["msg_id"], [])
    before = RUNS.setdefault(cell, run)
    if before.message != run.message:
        RUNS[cell] = run
        for old in before.widgets:
            if old is not widget:
                old.cells.discard(cell)
                if not old.cells:
                    old.leave()
                    _remove_from_history(shell, old)
    if widget not in RUNS[cell].widgets:
        RUNS[cell].widgets.append(widget)


def after_cell(act: Callable[[], None]) -> None:
    """Do something once when the cell that runs now is done; never where there is none."""
    shell = _shell()
    if shell is None or not hasattr(shell, "events"):
        return

    def once(*_: Any) -> None:
        shell.events.unregister("post_run_cell", once)
        act()

    shell.events.register("post_run_cell", once)


def _shell() -> Any:
    ipython = sys.modules.get("IPython")
    return None if ipython is None else ipython.get_ipython()


def _remove_from_history(shell: Any, widget: PictureWidget) -> None:
    """Take a widget out of the history of outputs: Out[n] and _n; names that the user gave are left alone."""
    for names in (shell.user_ns, shell.user_ns_hidden, shell.user_ns.get("_oh", {})):
        for name in [name for name, value in names.items() if value is widget]:
            if re.fullmatch(r"_?\d+", str(name)):
                del names[name]
