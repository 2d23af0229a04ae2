"""What is remembered of axes until they are cleared."""

from __future__ import annotations

import matplotlib as mpl
import pytest

import prplot
from prplot import PR, ROC, draw


def test_axes_show_one_space_until_they_are_cleared(ax):
    draw.iso_f(PR(0.2), ax=ax)
    draw.iso_f(PR(0.4), ax=ax)
    with pytest.raises(prplot.PrplotValueError, match=r"it shows Precision-Recall .* already, and this is ROC"):
        draw.baseline(ROC(0.2), ax=ax)
    ax.clear()
    draw.baseline(ROC(0.2), ax=ax)


def test_cleared_axes_take_the_style_in_which_they_are_drawn_again(hard, ax, saved):
    hard.pr().plot(ax)
    ax.clear()
    with mpl.rc_context({"savefig.dpi": 50}):
        again = hard.pr().plot(ax)
    assert int.from_bytes(saved(again, "png")[16:20]) == 260
