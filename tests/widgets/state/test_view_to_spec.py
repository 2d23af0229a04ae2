"""What a view shows, in code."""

from __future__ import annotations

import pytest

import prplot
from prplot.widgets.state.view import View


def test_the_code_of_the_usual_view_is_one_call(soft, code):
    assert code(View(), soft) == "import prplot\n\nartists = prplot.plot(paths)"
    text = code(View(space="prg", weighting="unweighted", cut=0.25, prg_grid=True), soft)
    assert text == "import prplot\n\nartists = prplot.plot(paths.hard(0.25), space='prg', prg_grid=True)"


def test_every_digit_of_a_number_is_in_the_code(soft, code):
    cut = 1 / 3 + 1e-9
    assert repr(cut) in code(View(weighting="hard", cut=cut), soft)
    assert repr(cut) in code(View(threshold=cut), soft)


@pytest.mark.parametrize(("space", "interpolated"), [("pr", True), ("prg", False), ("roc", False)])
def test_interpolation_has_a_say_only_in_pr(space, interpolated, soft, code):
    view = View(space=space, interpolation="step")
    assert view.interpolated == interpolated
    assert ("step" in code(view, soft)) == interpolated
    assert View(space=space, panels=("pr",)).interpolated


def test_long_names_are_short_in_the_legend_and_different(hard):
    names = [f"Gradient boosting, learning rate 0.{k:02}, depth {k}" for k in range(3)]
    alike = ["The same beginning, 1, and the same end", "The same beginning, 2, and the same end"]
    paths = dict.fromkeys([*names, *alike, "short"], hard)
    view = prplot.explore(paths)
    labels = [line.get_label() for line in view.figure.axes[0].lines if hasattr(line, "curve")]

    assert len(set(labels)) == 6
    assert all(len(label) < 40 for label in labels)
    assert sum("…" in label for label in labels) == 5
    assert "'label': [" in view.code
    assert names[0] in view.description
    view.controls["shown"].value = ("short",)
    assert "label" not in view.code
