"""Keywords of matplotlib: unknown ones and values that it cannot take are named."""

from __future__ import annotations

import matplotlib.pyplot as plt
import pytest

import prplot

UNKNOWN = [
    (lambda curve, ax: curve.plot(ax, colr="red"), r"'colr'.*belong in the dict of a part"),
    (lambda curve, ax: curve.plot(ax, isof=False), r"'isof'\. The nearest is 'iso_f'"),
    (lambda curve, ax: curve.plot(ax, line={"colr": "red"}), r"line\['colr'\] must .*; got 'red'\. .* 'color'"),
    (lambda curve, ax: curve.plot(ax, iso_f={"colr": "red"}), r"iso_f\['colr'\] must .* The nearest is 'color'"),
    (lambda curve, ax: curve.plot(ax, iso_f={"levls": [0.5]}), r"iso_f\['levls'\] must be one of levels, .* 'levels'"),
    (lambda curve, ax: curve.plot(ax, chance={"c": "r", "color": "b"}), "chance must name each property once"),
    (lambda curve, ax: prplot.draw.isolines(curve, "f1", bogus=1, ax=ax), "bogus must be a keyword of .*Line2D; got 1"),
    (lambda curve, ax: prplot.draw.point(curve, (0.5, 0.5), bogus=1, ax=ax), "bogus must be a keyword of .*Line2D"),
    (lambda curve, ax: prplot.draw.unachievable(curve, facecolr="r", ax=ax), "facecolr must .* is 'facecolor'"),
    (lambda curve, ax: prplot.draw.unachievable(curve, edge={"colr": "r"}, ax=ax), "colr must .* is 'color'"),
    (lambda curve, ax: prplot.draw.hull(curve, scores={"fontsze": 5}, ax=ax), "fontsze must .*Text.* is 'fontsize'"),
    (lambda curve, ax: prplot.draw.difference(curve, "step", colour="r", ax=ax), "colour must .*Polygon.* is 'color'"),
    (lambda curve, ax: curve.plot(ax, legend={"locc": 1}), r"legend\['locc'\] must .*Legend.* is 'loc'"),
    (lambda curve, ax: prplot.draw.scores(curve, legend={"bogus": 1}, ax=ax), r"legend\['bogus'\] must .*Legend"),
    (lambda curve, ax: prplot.draw.scores(curve, colr="r", ax=ax), "'colr'.*belong in the dict of a part"),
    (lambda curve, ax: prplot.draw.secondary(curve, colr="r", ax=ax), "'colr'.*in its dict"),
    (lambda curve, ax: prplot.draw.label_axes(curve, fontsize=9, ax=ax), "'fontsize'.*set_xlabel"),
]


@pytest.mark.parametrize(("call", "said"), UNKNOWN, ids=[said for _, said in UNKNOWN])
def test_unknown_keywords_are_named_with_the_nearest(call, said, hard, ax):
    with pytest.raises(prplot.PrplotError, match=said):
        call(hard.pr(), ax)
    assert not [line for line in ax.lines if line.get_label() != "_edge"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"line": {"color": "rde"}}, r"line\['color'\] must be .* got 'rde'"),
        ({"line": {"lw": "thick"}}, r"line\['lw'\] must be .* got 'thick'"),
        ({"line": {"marker": ["o", "wrong"]}}, r"line\['marker'\] must be .* got 'wrong'"),
        ({"chance": {"linestyle": "wavy"}}, r"chance\['linestyle'\] must be .* got 'wavy'"),
        ({"unachievable": {"facecolor": "gery"}}, r"unachievable\['facecolor'\] must be .* got 'gery'"),
        ({"legend": "lower left"}, r"legend must be a dict.* such as {'loc': 'lower left'}"),
        ({"iso_f": "red"}, r"iso_f must be a dict.* such as {'color': 'red'}, and its levels"),
        ({"sort": "area"}, "sort must be True or False; got str 'area'"),
    ],
)
def test_what_matplotlib_cannot_take_is_named(arguments, said, hard, other, ax):
    before = len(ax.get_children())
    with pytest.raises(prplot.PrplotError, match=said):
        prplot.plot([hard, other], ax=ax, **arguments)
    assert len(ax.get_children()) == before


def test_helpers_name_the_keyword_too(hard):
    with pytest.raises(prplot.PrplotError, match=r"color must be .* got 'rde'"):
        prplot.draw.hull(hard.roc(), color="rde")


# Places of legends.


@pytest.mark.parametrize("loc", ["upper middle", 99, (0.5,)])
@pytest.mark.parametrize("draw", ["plot", "panel", "multiples", "scores"])
def test_places_that_matplotlib_refuses(draw, loc, hard):
    given = {"fold 1": hard} if draw == "multiples" else hard
    before = plt.get_fignums()
    refused = r"^legend\['loc'\] must be a loc of matplotlib's Legend; got .*matplotlib says"
    with pytest.raises(prplot.PrplotError, match=refused):
        getattr(prplot.draw, draw)(given, legend={"loc": loc})
    assert plt.get_fignums() == before


def test_places_of_axes_and_of_figures(hard):
    with pytest.raises(prplot.PrplotValueError, match=r"legend\['loc'\] must be .*only works for figure legends"):
        prplot.plot(hard, legend={"loc": "outside lower center"})
    assert prplot.draw.panel(hard, legend={"loc": "outside upper center"}).legend
    with pytest.raises(prplot.PrplotValueError, match=r"legend\['loc'\] must be .*best"):
        prplot.draw.panel(hard, legend={"loc": "best"})
    assert prplot.plot(hard, legend={"loc": "best"}).legend
    with pytest.raises(prplot.PrplotValueError, match=r"legend\['fontsize'\] must be .*got 'enormous'"):
        prplot.plot(hard, legend={"fontsize": "enormous"})
