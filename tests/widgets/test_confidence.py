"""Intervals and bands in the explorer: few replicates first, then all of them, and what a change meanwhile does."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

import prplot
from prplot.draw.parts import confidence
from prplot.widgets import explorer

FULL, QUICK = 2000, 200


@pytest.fixture
def asked(monkeypatch):
    """Which computations were made: what, the label of the curve, and how many replicates were asked for."""
    made = []
    whole = confidence._computed

    def computed(curve, what, options, **more):
        made.append((what, curve.label, options.get("n", FULL)))
        return whole(curve, what, options, **more)

    monkeypatch.setattr(confidence, "_computed", computed)
    monkeypatch.setattr(explorer, "PAUSE", 0.001)
    return made


async def until_still(view):
    await asyncio.sleep(0.05)
    for _ in range(1000):
        if view._pending is None and view._refining is None:
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never came to an end")


def lines(view):
    return [line for line in view._picture.figure.axes[0].lines if hasattr(line, "curve")]


def test_without_an_event_loop_all_replicates_are_drawn_at_once(several, asked):
    view = prplot.explore(several, band=True, interval=True)
    assert {n for _, _, n in asked} == {FULL}
    assert len(asked) == 4
    assert view._spec.waiting == []
    assert "interval=True, band=True" in view.code


def test_few_replicates_come_first_then_all(several, asked):
    async def look():
        view = prplot.explore(several)
        view.controls["band"].value = True
        await asyncio.sleep(0.03)
        view._flush()
        first = lines(view)[0].band
        # The code is that of the figure to come.
        assert "band=True" in view._code.value
        await until_still(view)
        return view, first

    view, first = asyncio.run(look())
    assert [n for _, _, n in asked] == [QUICK, QUICK, FULL, FULL]
    last = lines(view)[0].band
    assert last.n > first.n
    wanted = several["a"].pr().band()
    np.testing.assert_array_equal(last.low, wanted.low)
    assert not np.array_equal(first.low, wanted.low)


def test_a_change_is_drawn_before_the_rest_is_computed(several, asked):
    async def change():
        view = prplot.explore(several, band=True)
        assert [n for _, _, n in asked] == [QUICK, QUICK]
        view.controls["space"].value = "roc"
        await until_still(view)
        return view

    view = asyncio.run(change())
    # None of the space that nobody looks at any more.
    assert [n for _, _, n in asked] == [QUICK] * 4 + [FULL] * 2
    assert lines(view)[0].curve.space.name == "roc"


def test_what_is_kept_is_drawn_at_once(several, asked):
    async def change():
        view = prplot.explore(several, band=True)
        await until_still(view)
        before = len(asked)
        for changed in ({"threshold": 0.3}, {"chance": False}, {"band": False}, {"band": True}):
            for name, value in changed.items():
                view.controls[name].value = value
            await until_still(view)
        return len(asked) - before

    assert asyncio.run(change()) == 0


def test_the_figure_is_that_of_all_replicates_whenever_someone_takes_it(several, asked, tmp_path):
    async def take():
        view = prplot.explore(several, band=True)
        assert view._refining is not None
        view.save(tmp_path / "figure.html")
        return view

    view = asyncio.run(take())
    assert [n for _, _, n in asked] == [QUICK, QUICK, FULL, FULL]
    assert view._refining is None
    # Nor is anything left for a loop that is over.
    assert view.figure.axes


def test_a_closed_view_computes_no_more(several, asked):
    async def close():
        view = prplot.explore(several, band=True)
        view.close()
        await asyncio.sleep(0.1)

    asyncio.run(close())
    assert {n for _, _, n in asked} == {QUICK}


def test_who_has_none_is_drawn_without_and_that_is_final(hard):
    few = prplot.from_labels([1, 0, 0, 0], [4, 3, 2, 1])

    async def look():
        view = prplot.explore({"few": few, "hard": hard}, band=True, interval=True)
        await until_still(view)
        return view

    view = asyncio.run(look())
    assert view._spec.waiting == []
    assert any("few: drawn without band" in text for text in view.notes)
    assert len(lines(view)) == 2
    assert [line.band is None for line in lines(view)] == [True, False]


def test_a_population_has_no_switches(asked):
    view = prplot.explore(prplot.simulate.binormal().path(0.1))
    assert view.controls["band"].disabled
    assert view.controls["interval"].disabled
    beside = prplot.explore([prplot.simulate.binormal().path(0.1), prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1])])
    assert not beside.controls["band"].disabled
    assert asked == []
