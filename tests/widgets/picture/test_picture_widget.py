"""What stays and what goes: words, numbers and code beside the picture, threads, errors, and the end."""

from __future__ import annotations

import asyncio
import gc
import io
import re
import threading
import time
import warnings
import weakref
from hashlib import sha256

import ipywidgets as w
import matplotlib.pyplot as plt
import numpy as np
import pytest
from ipywidgets.widgets import widget as registry

import prplot
from prplot.widgets.picture import figure_sync, picture_widget


def walk(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from walk(child)


def written(view):
    return "\n".join(part.value for part in walk(view) if type(part) is w.HTML)


def note(view):
    found = re.search("<div role='alert'[^>]*>(.*?)</div>", written(view))
    return found.group(1) if found else ""


def still(view, monkeypatch):
    import IPython.display

    sent = []
    monkeypatch.setattr(IPython.display, "publish_display_data", lambda data, **_: sent.append(data))
    view._ipython_display_()
    return sent[1]["text/html"]


def test_the_words_are_of_what_is_shown(several):
    view = prplot.explore(several, shown=("b",), space="roc")
    assert view.description == several["b"].roc(label="b").describe()
    view.controls["shown"].value = None
    assert view.description == " ".join(path.roc(label=name).describe() for name, path in several.items())


def test_a_screen_reader_is_told_of_every_classifier_space_and_point(several):
    view = prplot.explore(several, panels=("roc",), threshold=0.4)
    (status,) = re.findall("<div role='status'[^>]*>(.*?)</div>", written(view))
    assert status.startswith("PR and ROC. a: area ")
    for name, path in several.items():
        at = path.at(0.4)
        text = f"{name}: area {path.pr().area():.4f}, recall {at.recall:.3g} and precision {at.precision:.3g} at"
        assert text in status


def test_the_code_is_shown_as_it_is_and_escaped(soft):
    view = prplot.explore({"<b>": soft, "c": soft}, shown=("<b>",))
    (shown,) = re.findall("<pre[^>]*>(.*?)</pre>", written(view), flags=re.DOTALL)
    assert "[&#x27;&lt;b&gt;&#x27;]" in shown
    assert "<b>" not in written(view).replace("<b>0.", "")
    view.controls["space"].value = "prg"
    assert "space=&#x27;prg&#x27;" in written(view)


def test_the_matrix_comes_before_the_areas(several):
    view = prplot.explore(several, panels=("matrix",), threshold=0.4, table=True)
    assert 0 < written(view).index(">Confusion matrix") < written(view).index(">Areas")


def test_the_still_picture_hides_where_the_widget_lives_and_its_words_are_escaped(soft, monkeypatch):
    view = prplot.explore({"it's <b>": soft})
    html = still(view, monkeypatch)
    (live,) = re.findall(r"body:has\(\.([\w-]+):not\(\.prplot-dead\)\)", html)
    assert live in view._dom_classes
    (alt,) = re.findall("alt='(.*?)' style", html)
    assert "it&#x27;s &lt;b&gt;" in alt


def test_the_still_picture_is_of_the_last_change(soft, monkeypatch):
    async def change():
        view = prplot.explore(soft)
        view.controls["space"].value = "prg"
        return still(view, monkeypatch), prplot.explore(soft, space="prg")._still()["text/html"]

    html, fresh = asyncio.run(change())
    assert html.partition("srcdoc=")[2] == fresh.partition("srcdoc=")[2]


def test_the_picture_is_as_wide_as_the_figure_on_a_screen_and_never_wider_than_the_page(soft):
    view = prplot.explore(soft)
    (picture,) = [part for part in walk(view) if isinstance(part, w.Image)]
    assert picture.layout.width == f"{view.figure.get_figwidth() * 100:.0f}px"
    assert picture.layout.max_width == "100%"
    view.controls["panels"].value = ("roc", "prg")
    assert picture.layout.width == f"{view.figure.get_figwidth() * 100:.0f}px"


def test_nothing_of_another_state_stays_beside_an_error(several):
    view = prplot.explore(several, panels=("matrix",), threshold=0.4, table=True)
    for text in ("<caption", "role='status'", "<pre"):
        assert text in written(view)
    view.controls["shown"].value = ("c",)
    assert "must name classifiers" in note(view)
    for text in ("<caption", "role='status'", "<pre"):
        assert text not in written(view)


def test_a_note_says_everything_once_and_nothing_of_others(soft, monkeypatch):
    def warns(*_):
        for _ in range(2):
            warnings.warn("the point is out of sight.", prplot.PrplotWarning, stacklevel=1)
        warnings.warn("of a library", RuntimeWarning, stacklevel=1)

    view = prplot.explore(soft)
    monkeypatch.setattr(figure_sync.FigureSync, "_draw", warns)
    view.controls["space"].value = "prg"
    assert note(view) == "the point is out of sight."


def test_one_thread_draws_at_a_time(several, monkeypatch):
    """A front end may bring the changes of one control in another thread than those of the next."""
    view, inside, most = prplot.explore(several), [], []
    whole = figure_sync.FigureSync._draw

    def slow(self, figure_spec):
        inside.append(1)
        most.append(len(inside))
        time.sleep(0.05)
        whole(self, figure_spec)
        inside.pop()

    monkeypatch.setattr(figure_sync.FigureSync, "_draw", slow)
    changes = [("space", "prg"), ("threshold", 0.4), ("panels", ("roc",)), ("levels", 2)]
    threads = [threading.Thread(target=setattr, args=(view.controls[k], "value", value)) for k, value in changes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (max(most), len(most)) == (1, 4)
    assert note(view) == ""
    assert view.state == {"space": "prg", "threshold": 0.4, "panels": ["roc"], "levels": 2}
    assert len(view.figure.axes) == 2


def test_a_closed_widget_draws_no_more_and_leaves_nothing(several, monkeypatch):
    drawn = []
    before = len(registry._instances)
    view = prplot.explore(several, panels=("roc", "scores"), threshold=0.3)
    figure, classifiers = view._picture.figure, view._classifiers

    async def change_and_close():
        view.controls["threshold"].value = 0.5
        monkeypatch.setattr(figure_sync.FigureSync, "png", lambda _: drawn.append(1) or b"")
        view.close()
        await asyncio.sleep(0.1)

    asyncio.run(change_and_close())
    assert drawn == []
    assert figure.axes == []
    assert len(registry._instances) == before
    assert [kept.cache_info().currsize for kept in (classifiers._weighted, classifiers._path, classifiers._curve)] == [
        0,
        0,
        0,
    ]


def test_lessons_are_attributes():
    assert "interpolation" in dir(prplot.explore)
    assert "__call__" in dir(prplot.explore)


def png(view):
    (image,) = [part for part in walk(view) if isinstance(part, w.Image)]
    return bytes(image.value)


def picture(view):
    """A digest: of differing bytes pytest would print the difference for minutes."""
    return sha256(png(view)).hexdigest()


def assert_alike(one, other):
    """A line is right to a quarter of a pixel, so where it was first drawn elsewhere its rim may be a little greyer."""
    mine, theirs = (plt.imread(io.BytesIO(data)) for data in (one, other))
    np.testing.assert_allclose(mine, theirs, rtol=0, atol=6 / 255)


@pytest.mark.slow
def test_only_the_explorers_used_last_keep_their_figures(several, monkeypatch):
    monkeypatch.setattr(picture_widget, "MOST_RECENT", 2)
    figures, curves = [], []
    for _ in range(3 * picture_widget.MOST_RECENT):
        view = prplot.explore(several)
        figures.append(weakref.ref(view.figure))
        curves.append(weakref.ref(view._classifiers.drawn_curve(0, "pr", view.view)))
    del view
    gc.collect()
    alive = [figure() is not None for figure in figures]
    assert alive == [False] * 2 * picture_widget.MOST_RECENT + [True] * picture_widget.MOST_RECENT
    assert [curve() is not None for curve in curves] == alive


@pytest.mark.slow
@pytest.mark.parametrize("lesson", [None, "interpolation"])
def test_who_rested_draws_what_it_would_have_drawn(lesson, several):
    def made():
        return prplot.explore(several, threshold=0.3) if lesson is None else getattr(prplot.explore, lesson)()

    name, value = ("levels", 7) if lesson is None else ("fp_b", 200)
    view, other = made(), made()
    before = picture(view)
    view.release()
    # Some figures go only then.
    gc.collect()
    assert picture(view) == before
    assert view.notes == other.notes
    view.release()
    gc.collect()
    view.controls[name].value = other.controls[name].value = value
    assert picture(view) != before
    assert_alike(png(view), png(other))
    view.release()
    kept, whole = io.BytesIO(), io.BytesIO()
    view.save(kept, format="png", dpi=60)
    other.save(whole, format="png", dpi=60)
    assert_alike(kept.getvalue(), whole.getvalue())


def test_a_figure_that_someone_holds_stays_the_one(several):
    view = prplot.explore(several)
    figure = view.figure
    artists = len(figure.axes[0].get_children())
    view.release()
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
    monkeypatch.setattr("prplot.widgets.explorer.FigureSync", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        prplot.explore(soft)
    gc.collect()
    assert [str(warning.message) for warning in recwarn] == []
