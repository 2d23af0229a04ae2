"""What explorers keep: only those used last what they have drawn, and a cell that runs again nothing of before."""

from __future__ import annotations

import gc
import io
import types
import weakref

import ipywidgets as w
import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot
from prplot.widgets.picture import cells
from prplot.widgets.picture import picture_widget as exhibit

WIDGETS = w.widgets.widget._instances


def picture(view):
    (image,) = [part for part in parts(view) if isinstance(part, w.Image)]
    return bytes(image.value)


def parts(widget):
    return [widget, *(inner for child in getattr(widget, "children", ()) for inner in parts(child))]


def assert_alike(one, other):
    """A line is right to a quarter of a pixel, so where it was first drawn elsewhere its rim may be a little greyer."""
    mine, theirs = (plt.imread(io.BytesIO(data)) for data in (one, other))
    np.testing.assert_allclose(mine, theirs, rtol=0, atol=6 / 255)


def test_only_the_explorers_used_last_keep_their_figures(several):
    figures, curves = [], []
    for _ in range(3 * exhibit.MOST_AWAKE):
        view = prplot.explore(several)
        figures.append(weakref.ref(view.figure))
        curves.append(weakref.ref(view._subject.drawn(0, "pr", view.view)))
    del view
    gc.collect()
    alive = [figure() is not None for figure in figures]
    assert alive == [False] * 2 * exhibit.MOST_AWAKE + [True] * exhibit.MOST_AWAKE
    assert [curve() is not None for curve in curves] == alive


@pytest.mark.parametrize("lesson", [None, "skew"])
def test_who_rested_draws_what_it_would_have_drawn(lesson, several):
    def made():
        return prplot.explore(several, threshold=0.3, panels=("roc",)) if lesson is None else prplot.explore.skew()

    name, value = ("levels", 7) if lesson is None else ("tpr", 0.7)
    view, other = made(), made()
    before = picture(view)
    view.rest()
    assert picture(view) == before
    assert view.notes == other.notes
    view.rest()
    view.controls[name].value = other.controls[name].value = value
    assert picture(view) != before
    assert_alike(picture(view), picture(other))
    view.rest()
    kept, whole = io.BytesIO(), io.BytesIO()
    view.save(kept, format="png")
    other.save(whole, format="png")
    assert_alike(kept.getvalue(), whole.getvalue())


def test_a_figure_that_someone_holds_stays_the_one(several):
    view = prplot.explore(several)
    figure = view.figure
    artists = len(figure.axes[0].get_children())
    view.rest()
    gc.collect()
    assert len(figure.axes[0].get_children()) == artists
    view.controls["space"].value = "roc"
    assert view.figure is figure
    assert figure.axes[0].get_xlabel() == "False positive rate"
    held = weakref.ref(view)
    view.leave()
    del view
    gc.collect()
    assert held() is None
    assert figure.axes


def test_an_explorer_that_was_never_whole_is_no_trouble(soft, monkeypatch, recwarn):
    monkeypatch.setattr("prplot.widgets.explorer.Easel", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        prplot.explore(soft)
    gc.collect()
    assert [str(warning.message) for warning in recwarn] == []


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


KERNEL = """
import gc, tracemalloc, ipywidgets as w, prplot, numpy as np
labels = np.arange(50_000) % 7 == 0
tracemalloc.start()
def told():
    gc.collect()
    print(len(w.widgets.widget._instances), tracemalloc.get_traced_memory()[0])
"""
CELLS = {
    "explorer": "prplot.explore(prplot.from_labels(labels, np.random.rand(50_000)), panels=('roc',), best=True)",
    "lesson": "prplot.explore.skew()",
}


@pytest.mark.slow
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
        widgets, memory = told(2)
        after, grown = told(3)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    assert after == widgets
    # One sample takes 3 MB as a path, and its explorer as much again.
    assert grown - memory < 1e6
