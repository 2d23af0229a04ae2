"""What a view shows as a figure, and the code that draws it."""

from __future__ import annotations

import asyncio
import dataclasses
import importlib.util
import json
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot
from prplot.widgets.state.view import View

spec = importlib.util.spec_from_file_location("states", Path(__file__).parents[1] / "states.py")
states = importlib.util.module_from_spec(spec)
spec.loader.exec_module(states)
STATES = states.covering()
# The first of them hold every value, and most pairs.
DRAWN = STATES[:11]


def kinds(several, number):
    """The three kinds of paths take turns; a single one has no name to be chosen by."""
    return [several["a"], several, [several["a"], dataclasses.replace(several["b"], name="b")]][number % 3]


def state_for(state, number):
    return {name: None if name == "shown" and number % 3 == 0 else value for name, value in state.items()}


@pytest.mark.few(5)
@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(DRAWN)))
def test_the_code_draws_what_is_shown(number, several, pixels, redrawn):
    paths, state = kinds(several, number), state_for(DRAWN[number], number)
    view = prplot.explore(paths, **state)
    figure = view.figure
    assert figure.axes
    mine, theirs = pixels(figure), pixels(redrawn(view.code, paths, figure))
    np.testing.assert_allclose(mine, theirs, rtol=0, atol=1.01 / 255)
    assert (mine.min(axis=2) < 0.9).mean() > 0.005
    view.close()


@pytest.mark.slow
def test_a_figure_that_changed_piece_by_piece_is_the_one_drawn_at_once(several, pixels):
    view = prplot.explore(several)

    async def change(state):
        for name, value in state.items():
            view.controls[name].value = value

    # The last two have the same panels, whose axes are emptied and drawn on again.
    for state in (STATES[3], STATES[13], STATES[18]):
        asyncio.run(change(state))
        fresh = prplot.explore(several, **state)
        figure, whole = view.figure, fresh.figure
        for mine, theirs in zip(figure.axes, whole.axes, strict=True):
            mine.set_position(theirs.get_position())
        # The last digits of the layout may move the grey at the rim of a letter by one of 255 levels.
        np.testing.assert_allclose(pixels(figure), pixels(whole), rtol=0, atol=1.01 / 255)
        fresh.close()


def test_every_two_values_meet_in_some_state():
    """So the states that are drawn meet every value, and most pairs of them."""
    met = set().union(*(states._pairs(state) for state in STATES))
    assert set().union(*(state.items() for state in DRAWN)) == set().union(*(state.items() for state in STATES))
    assert len(set().union(*(states._pairs(state) for state in DRAWN))) > 0.8 * len(met)
    for one, a in states.OTHER.items():
        for two, b in states.OTHER.items():
            if list(states.OTHER).index(one) < list(states.OTHER).index(two):
                values = [(x, y) for x in (states.DEFAULTS[one], *a) for y in (states.DEFAULTS[two], *b)]
                assert all(((one, x), (two, y)) in met for x, y in values)
    assert list(states.OTHER) == [field.name for field in dataclasses.fields(View)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "state", [{"panels": ("roc",)}, {"panels": ("prg", "roc", "croc", "cost")}, {"panels": ("scores",)}, {}]
)
def test_axes_are_where_the_code_puts_them(state):
    """To four percent of the figure: texts, and so legends outside, take other room at another resolution."""
    paths = prplot.datasets.load("digits").paths()
    view = prplot.explore(paths, **state)
    plt.close("all")
    exec(view.code, {"prplot": prplot, "paths": paths})
    for _ in range(3):
        # Legends outside several square axes come to rest in a few drawings.
        plt.gcf().draw_without_rendering()
    for _ in range(2):
        plt.gcf().draw_without_rendering()
        for mine, theirs in zip(plt.gcf().axes, view.figure.axes, strict=True):
            np.testing.assert_allclose(mine.get_position().bounds, theirs.get_position().bounds, rtol=0, atol=0.04)


@pytest.mark.parametrize("state", STATES[:8])
def test_the_state_is_plain_and_short_and_brings_the_view_back(state):
    view = View(**state)
    stored = json.loads(json.dumps(view.state))
    assert View(**stored) == view
    assert set(stored) == {name for name, value in state.items() if value != states.DEFAULTS[name]}
    assert View().state == {}


@pytest.mark.slow
def test_a_legend_without_room_within_gets_room_above(pixels, redrawn):
    """The figure grows in height, not in width, its code says how large it is, and it shrinks again."""
    rng = np.random.default_rng(0)
    labels = rng.random(300) < 0.3
    grid = [(depth, rate) for depth in (1, 2, 3, 4) for rate in (0.01, 0.1, 0.3)]
    paths = {
        f"gradient boosted trees, depth {depth}, learning rate {rate}": prplot.from_labels(
            labels, rng.normal(size=300) + labels * (0.5 + depth / 2)
        )
        for depth, rate in grid
    }
    view = prplot.explore(paths, shown=tuple(paths)[:2])

    def inches():
        (ax,) = view.figure.axes
        return (ax.get_position().size * view.figure.get_size_inches())[0]

    alone, (wide, low) = inches(), view.figure.get_size_inches()
    for threshold in (1.0, 2.0):
        view.controls["shown"].value = tuple(paths)
        assert view.figure.axes[0].get_legend().get_in_layout()
        assert (view.figure.get_figwidth(), view.figure.get_figheight() > low) == (wide, True)
        assert inches() > 0.75 * alone
        theirs = redrawn(view.code, paths, view.figure)
        assert theirs.get_figheight() == view.figure.get_figheight()
        np.testing.assert_allclose(pixels(view.figure), pixels(theirs), rtol=0, atol=1.01 / 255)

        view.controls["shown"].value = tuple(paths)[:2]
        view.controls["threshold"].value = threshold
        assert view.figure.get_figheight() == low
        assert inches() == pytest.approx(alone)
        assert "figsize" not in view.code
