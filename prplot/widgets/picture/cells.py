"""Which cell of a notebook shows which exhibits: run again, it shows others, and those before leave the page."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from prplot.widgets.picture.picture_widget import Exhibit

__all__ = ["shown"]


class Run(NamedTuple):
    """One run of a cell, and what it has shown."""

    message: str
    exhibits: list[Exhibit]


RUNS: dict[str, Run] = {}


def shown(exhibit: Exhibit) -> None:
    """Note that the cell that runs shows an exhibit; take off the page what it showed when it ran before.

    Where a page does not say which cell runs, an exhibit stays.
    """
    shell = _shell()
    parent: dict[str, Any] = getattr(shell, "get_parent", dict)() or {}
    cell = str(parent.get("metadata", {}).get("cellId", ""))
    exhibit.cells.add(cell)
    if not cell:
        return
    run = Run(parent["header"]["msg_id"], [])
    before = RUNS.setdefault(cell, run)
    if before.message != run.message:
        RUNS[cell] = run
        for old in before.exhibits:
            if old is not exhibit:
                old.cells.discard(cell)
                if not old.cells:
                    old.leave()
                    _forget(shell, old)
    if exhibit not in RUNS[cell].exhibits:
        RUNS[cell].exhibits.append(exhibit)


def _shell() -> Any:
    ipython = sys.modules.get("IPython")
    return None if ipython is None else ipython.get_ipython()


def _forget(shell: Any, exhibit: Exhibit) -> None:
    """Take an exhibit out of the history of outputs: Out[n] and _n; names that the user gave are left alone."""
    for names in (shell.user_ns, shell.user_ns_hidden, shell.user_ns.get("_oh", {})):
        for name in [name for name, value in names.items() if value is exhibit]:
            if re.fullmatch(r"_?\d+", str(name)):
                del names[name]
