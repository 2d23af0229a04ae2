"""An explorer in a notebook: what a cell leaves when it runs again, when it is closed, and without a kernel."""

from __future__ import annotations

import asyncio
import gc
import re
import subprocess
import sys
import threading
import weakref
from types import SimpleNamespace

import IPython
import IPython.display
import ipywidgets as w
import pytest
from helpers.explorers import not_painted, picture, set_to, written

import prplot

WIDGETS = w.widgets.widget._instances


class Shell:
    """What is asked of IPython: which cell runs."""

    runs = 0

    def get_parent(self):
        return self.parent

    def run(self, cell, *views):
        self.runs += 1
        self.parent = {"metadata": {"cellId": cell} if cell else {}, "header": {"msg_id": str(self.runs)}}
        for view in views:
            view._ipython_display_()


@pytest.fixture
def sent(monkeypatch):
    """What is sent to the page, beside the widgets."""
    made = []
    monkeypatch.setattr(IPython.display, "publish_display_data", lambda data, **_: made.append(data))
    return made


@pytest.fixture
def shell(monkeypatch, sent):
    del sent
    made = Shell()
    monkeypatch.setattr(IPython, "get_ipython", lambda: made)
    return made


@pytest.mark.usefixtures("unpainted")
def test_a_cell_that_runs_again_leaves_nothing_of_before(shell, several):
    shell.run("one", prplot.explore(several), prplot.explore.skew())
    gc.collect()
    count, held = len(WIDGETS), []
    for _ in range(2):
        view, lesson = prplot.explore(several, panels=("roc",)), prplot.explore.skew()
        shell.run("one", view, lesson)
        held += [weakref.ref(view), weakref.ref(view.figure), weakref.ref(lesson)]
    del view, lesson
    gc.collect()
    # Nobody holds a figure but who asked for it.
    assert [ref() is not None for ref in held] == [False] * 3 + [True, False, True]
    assert len(WIDGETS) == count


def test_what_another_cell_shows_too_stays_and_what_left_comes_back(shell, hard):
    mine = prplot.explore(hard)
    before = picture(mine)
    with not_painted():
        shell.run("one", mine)
        shell.run("two", mine)
        shell.run("one", prplot.explore(hard))
        assert mine.comm is not None
        shell.run("two", prplot.explore(hard))
        assert mine.comm is None
        # Where a page does not say which cell runs, it stays.
        elsewhere = prplot.explore(hard)
        shell.run("", elsewhere)
        shell.run("one", elsewhere)
        shell.run("one", prplot.explore(hard))
        assert elsewhere.comm is not None
    # It still works, and is shown again.
    set_to(mine, space="roc")
    assert picture(mine) != before
    assert mine.figure.axes[0].get_xlabel() == "False positive rate"
    shell.run("two", mine, mine)
    assert WIDGETS[mine.model_id] is mine
    set_to(mine, space="pr")
    assert picture(mine) == before


@pytest.mark.usefixtures("unpainted")
def test_closing_frees_and_draws_no_more(several):
    before = len(WIDGETS)

    async def change_and_close():
        view = prplot.explore(several, panels=("roc", "scores"), threshold=0.3, band=True)
        sent = []
        view.observe(sent.append, names="picture")
        set_to(view, threshold=0.5, levels=2)
        drawn = len(sent)
        view.close()
        await asyncio.sleep(0.1)
        assert len(sent) == drawn
        return [weakref.ref(thing) for thing in (view, view.figure, view.controls["by"])]

    things = asyncio.run(change_and_close())
    assert len(WIDGETS) == before
    gc.collect()
    assert [thing() for thing in things] == [None] * 3


@pytest.fixture
def after_cell(shell):
    """What IPython calls when a cell is done."""
    calls = []
    shell.events = SimpleNamespace(
        register=lambda _, call: calls.append(call), unregister=lambda _, call: calls.remove(call)
    )
    return calls


def test_what_was_closed_before_its_cell_is_done_is_not_stored(shell, hard, sent, after_cell):
    """As where a cell changes a widget and runs again."""

    async def change_and_run_again():
        view = prplot.explore(hard)
        shell.run("one", view)
        set_to(view, levels=2)
        shell.run("one", prplot.explore(hard))
        stored = len(sent)
        (store,) = after_cell
        store()
        assert (view.comm, after_cell, len(sent)) == (None, [], stored)

    with not_painted():
        asyncio.run(change_and_run_again())


def test_many_changes_from_a_page_are_stored_once(shell, hard, sent, after_cell, monkeypatch):
    """They belong to no cell: one output is stored when the next cell is done, or after a while, whichever is first."""
    monkeypatch.setattr("prplot.widgets.face.STILL_SECONDS", 0.1)

    async def drag(cell_follows):
        view = prplot.explore(hard)
        shell.run("one", view)
        shown = len(sent)
        for levels in (1, 2, 3):
            view.hear({"flight": "a", "set": {"levels": levels}})
            await asyncio.sleep(0.04)
        if cell_follows:
            for store in list(after_cell):
                store()
        await asyncio.sleep(0.3)
        assert (len(sent) - shown, after_cell) == (1, [])

    with not_painted():
        for cell_follows in (True, False):
            asyncio.run(drag(cell_follows))


def test_a_figure_that_someone_holds_stays_the_one(hard):
    view = prplot.explore(hard)
    figure = view.figure
    set_to(view, space="roc")
    assert view.figure is figure
    assert figure.axes[0].get_xlabel() == "False positive rate"


def test_a_still_picture_with_words_remains(soft, sent):
    """It is of the last change, hides where the widget lives, and is light."""
    view = prplot.explore({"it's <b>": soft})

    async def change():
        set_to(view, space="roc")
        view._ipython_display_()

    asyncio.run(change())
    live, still = sent
    assert "application/vnd.jupyter.widget-view+json" in live
    assert "data:image/png;base64," in still["text/html"]
    assert "alt='ROC curve of it&#x27;s &lt;b&gt;" in still["text/html"]
    assert "ROC. it&#x27;s &lt;b&gt;: AUROC" in still["text/html"]
    assert re.search(r"body:has\(\.([\w-]+)\):not", still["text/html"])[1] in view._dom_classes
    assert len(still["text/html"]) < 300_000
    assert still["text/plain"] == repr(view)


def test_threads_may_bring_changes(several):
    """A front end may bring the changes of one control in another thread than those of the next."""
    view = prplot.explore(several)
    changes = [("space", "prg"), ("threshold", 0.4), ("panels", ("roc",)), ("levels", 2)]
    threads = [threading.Thread(target=setattr, args=(view.controls[k], "value", value)) for k, value in changes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert view.notes == []
    assert view.state == {"space": "prg", "by": "threshold", "threshold": 0.4, "panels": ["roc"], "levels": 2}
    assert len(view.figure.axes) == 2
    assert "space=" in written(view)


@pytest.mark.parametrize("ending", ["pdf", "png", "svg"])
def test_a_view_can_be_saved(ending, hard, tmp_path):
    view = prplot.explore(hard)
    before = picture(view)
    view.save(tmp_path / f"fig.{ending}")
    data = (tmp_path / f"fig.{ending}").read_bytes()
    assert data.startswith({"pdf": b"%PDF", "png": b"\x89PNG", "svg": b"<?xml"}[ending])
    assert b"/Type3" not in data
    set_to(view, levels=2)
    set_to(view, levels=4)
    assert picture(view) == before


def test_explore_can_be_called_twice_in_a_fresh_process():
    code = """
import prplot
path = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1])
for _ in range(2):
    prplot.explore(path)
    prplot.plot(path)
assert repr(prplot.explore) == "prplot.explore(paths): explore curves in a notebook"
"""
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env={"MPLBACKEND": "agg"}, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.usefixtures("unpainted")
def test_an_exported_notebook_folds_the_answer_to_a_guess(sent):
    view = prplot.explore.skew(step=2)
    view._ipython_display_()
    *_, still = sent
    assert "<details><summary>Answer</summary><p>It is 15,751.</p></details>" in still["text/html"]
    view.hear({"guess": 5000})
    view._ipython_display_()
    *_, still = sent
    assert "<details>" not in still["text/html"]
    assert "At recall 0.50 ER- has false positive rate 0.159" in still["text/html"]
