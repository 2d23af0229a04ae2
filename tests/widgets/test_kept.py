"""What a change leaves as it was: axes keep their ticks, and what depends on rates alone is not computed again."""

from __future__ import annotations

import ipywidgets as w

import prplot
from prplot import bounds
from prplot.draw.text.legend import curves_on
from prplot.interpolations.continuous import Continuous
from prplot.interpolations.envelope import Envelope
from prplot.widgets.picture import figure_sync as easel


def pictures(widget):
    """The bytes of all pictures in a widget."""
    inside = [data for child in getattr(widget, "children", ()) for data in pictures(child)]
    return [bytes(widget.value)] if isinstance(widget, w.Image) else inside


def test_axes_that_keep_their_ticks_show_what_cleared_ones_do(several, monkeypatch):
    """To the pixel, change after change."""
    kept = prplot.explore(several, threshold=0.3, panels=("prg", "scores"))
    cleared = prplot.explore(several, threshold=0.3, panels=("prg", "scores"))
    shown = [pictures(kept)]
    for name, value in {"prevalence": 0.02, "levels": 7, "between": (0.2, 0.7), "interpolation": "step"}.items():
        kept.controls[name].value = value
        with monkeypatch.context() as patch:
            patch.setattr(easel.Easel, "_empty", lambda self, place, _panel: self._axes[place].clear())
            cleared.controls[name].value = value
        shown.append(pictures(kept))
        assert len(shown[-1]) == 1
        assert shown[-1] == pictures(cleared)
        assert shown[-1] != shown[-2]


def test_what_depends_on_rates_alone_is_computed_once(several, monkeypatch):
    view = prplot.explore(several, panels=("roc", "croc", "cost"), table=True, best=True)

    def areas():
        return {line.curve.space.name: line.area for ax in view.figure.axes for line in curves_on(ax)}

    before, counted = areas(), []

    def count(owner, name, what):
        whole = getattr(owner, name)
        monkeypatch.setattr(owner, name, lambda *given: counted.append(what(given)) or whole(*given))

    for rule in (Continuous, Envelope):
        count(rule, "area", lambda given: given[1].space.name)
    count(bounds, "best_ranking", lambda _: "ranking")
    view.controls["prevalence"].value = 0.2
    assert set(counted) == {"pr", "prg"}
    assert [before[name] == area for name, area in areas().items()] == [False, True, True, True]
