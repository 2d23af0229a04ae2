"""A cell that runs again keeps nothing of what it showed before."""

from __future__ import annotations

import ctypes
import gc
import types
import weakref
from hashlib import sha256

import ipywidgets as w
import pytest

import prplot
from prplot.widgets.picture import cells

WIDGETS = w.widgets.widget._instances


def picture(view):
    (image,) = [part for part in parts(view) if isinstance(part, w.Image)]
    return sha256(image.value).hexdigest()


def parts(widget):
    return [widget, *(inner for child in getattr(widget, "children", ()) for inner in parts(child))]


class Shell:
    """What is asked of IPython: who runs, and what it remembers."""

    def __init__(self):
        self.user_ns, self.user_ns_hidden = {"_oh": {}}, {}
        self.runs = 0

    def get_parent(self):
        return self.parent

    def run(self, cell, *views):
        self.runs += 1
        self.parent = {"metadata": {"cellId": cell} if cell else {}, "header": {"msg_id": str(self.runs)}}
        for view in views:
            view._ipython_display_()
        if views:
            for names, name in ((self.user_ns["_oh"], self.runs), (self.user_ns, f"_{self.runs}")):
                names[name] = views[-1]
            self.user_ns_hidden[f"_{self.runs}"] = views[-1]


@pytest.fixture
def shell(monkeypatch):
    import IPython.display

    made = Shell()
    monkeypatch.setattr(cells, "_shell", lambda: made)
    monkeypatch.setattr(IPython.display, "publish_display_data", lambda *_, **__: None)
    return made


@pytest.mark.slow
def test_a_cell_that_runs_again_leaves_nothing_of_before(shell, several):
    shell.run("one", prplot.explore(several), prplot.explore.skew())
    gc.collect()
    count, held = len(WIDGETS), []
    for _ in range(3):
        view, lesson = prplot.explore(several), prplot.explore.skew()
        shell.run("one", view, lesson)
        held += [weakref.ref(view), weakref.ref(lesson)]
    del view, lesson
    gc.collect()
    assert [ref() is not None for ref in held] == [False] * 4 + [True] * 2
    assert len(WIDGETS) == count
    assert len(shell.user_ns["_oh"]) == len(shell.user_ns) - 1 == 1


def test_what_another_cell_shows_too_stays(shell, several):
    view = prplot.explore(several)
    shell.run("one", view)
    shell.run("two", view)
    shell.run("one", prplot.explore(several))
    assert view.comm is not None
    shell.run("two", prplot.explore(several))
    assert view.comm is None
    elsewhere = prplot.explore(several)
    shell.run("", elsewhere)
    shell.run("one", elsewhere)
    shell.run("one", prplot.explore(several))
    assert elsewhere.comm is not None


def test_what_left_the_page_still_works_and_comes_back(shell, several):
    mine = prplot.explore(several)
    shell.run("one", mine)
    shell.user_ns["mine"] = mine
    shell.run("one", prplot.explore(several))
    assert shell.user_ns["mine"] is mine
    before, name = picture(mine), mine.model_id if mine.comm else None
    assert name is None
    mine.controls["space"].value = "roc"
    assert picture(mine) != before
    assert mine.figure.axes[0].get_xlabel() == "False positive rate"
    assert "roc" in mine.code
    shell.run("two", mine, mine)
    assert all(part.comm is not None and WIDGETS[part.model_id] is part for part in parts(mine))
    mine.controls["space"].value = "pr"
    assert picture(mine) == before
    shell.run("two", mine)
    assert mine.comm is not None


# The C library knows what it has handed out, arrays first of all, and Python how many objects there are; tracemalloc
# would see both, in four times the time.
KERNEL = """
import ctypes, gc, sys, ipywidgets as w, prplot, numpy as np
labels = np.arange(50_000) % 7 == 0
class Info(ctypes.Structure):
    names = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"
    _fields_ = [(name, ctypes.c_size_t) for name in names.split()]
mallinfo = ctypes.pythonapi.mallinfo2
mallinfo.restype = Info
def told():
    gc.collect()
    info = mallinfo()
    print(len(w.widgets.widget._instances), info.uordblks + info.hblkhd, sys.getallocatedblocks())
"""
CELLS = {
    "explorer": "prplot.explore(prplot.from_labels(labels, np.random.rand(50_000)), panels=('roc',), best=True)",
    "lesson": "prplot.explore.skew()",
}


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(ctypes.pythonapi, "mallinfo2"), reason="needs the C library of GNU, 2.33 or newer")
def test_a_kernel_does_not_grow_with_cells_that_run_again():
    """As a notebook does it: requests that name their cell, to a kernel."""
    from jupyter_client.manager import start_new_kernel

    manager, client = start_new_kernel(kernel_name="python3")

    def run(code, cell=""):
        request = {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False}
        message = client.session.msg("execute_request", request, metadata={"cellId": cell})
        client.shell_channel.send(message)
        said = types.SimpleNamespace(text="")
        client._recv_reply(message["header"]["msg_id"], timeout=120)
        while True:
            got = client.get_iopub_msg(timeout=30)
            if got["parent_header"].get("msg_id") != message["header"]["msg_id"]:
                continue
            assert got["msg_type"] != "error", got["content"]
            if got["msg_type"] == "stream":
                said.text += got["content"]["text"]
            if got["msg_type"] == "status" and got["content"]["execution_state"] == "idle":
                return said.text

    def told(times):
        for _ in range(times):
            for cell, code in CELLS.items():
                run(code, cell)
        return map(int, run("told()").split())

    try:
        run(KERNEL)
        # Of curves that last, as those of lessons, the last few pictures are kept: after two runs there are as many.
        widgets, memory, objects = told(2)
        after, grown, more = told(1)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    assert after == widgets
    # One sample takes 3 MB as a path, and its explorer as much again.
    assert grown - memory < 1e6
    # The artists of a figure are some ten thousand.
    assert more - objects < 5e3
