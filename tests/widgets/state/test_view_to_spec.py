"""What a view shows, in code."""

from __future__ import annotations

import pytest

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
