"""FROC figures: as wide as the longest curve, without what needs a prevalence."""

from __future__ import annotations

import numpy as np
import pytest

import prplot

HITS = (1, 3, 10, 12, 13, 14, 23)


def path(negatives=None):
    label = [rank in HITS for rank in range(1, 25)]
    return prplot.from_labels(label, np.arange(24, 0, -1), positives=15, negatives=negatives, name="detector")


@pytest.mark.parametrize("negatives", [None, 50])
def test_a_figure_goes_as_far_as_the_curves(negatives, ax):
    short, long = path(negatives).froc(40), path(negatives).froc(4)
    artists = prplot.plot(short, ax=ax)
    assert ax.get_xlim() == pytest.approx((-0.015 * 17 / 40, 1.015 * 17 / 40))
    prplot.plot(long, ax=ax)
    assert ax.get_xlim() == pytest.approx((-0.015 * 17 / 4, 1.015 * 17 / 4))
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("False positives per image", "Recall")
    assert [text.get_text() for text in artists.legend.get_texts()] == ["detector  0.387, recall to 0.47"]
    ax.figure.draw_without_rendering()
    (hatch,) = (patch for patch in ax.patches if patch.get_hatch())
    x, y = hatch.get_xy().T
    assert (y.min(), y.max()) == pytest.approx((7 / 15, 1))
    assert x.max() > 17 / 4


@pytest.mark.parametrize("negatives", [None, 50])
def test_operating_points_lie_on_it(negatives, ax):
    curve = path(negatives).froc(4)
    (dot,) = prplot.draw.operating_point(curve, 12, ax=ax).lines
    assert dot.get_xydata().tolist() == [[8 / 4, 5 / 15]]


def test_lines_that_need_a_prevalence_are_not_drawn(ax):
    with pytest.warns(prplot.PrplotWarning, match=r"isoline is not drawn in FROC space: false positives are counted"):
        assert prplot.draw.iso_f(path(50).froc(4), ax=ax).artists == ()
    assert dict(prplot.plot(path(50).froc(4), ax=ax, unreached=False).surroundings) == {}


def test_axes_say_of_how_many(ax):
    assert prplot.draw.label_axes(path().froc(4), ax=ax) == (
        "False positives per image (4 images)",
        "Recall (P = 15)",
    )


def test_labels_leave_out_a_prevalence_that_nobody_knows(ax):
    assert prplot.draw.label_axes(path().pr(), ax=ax) == ("Recall (P = 15)", "Precision")
