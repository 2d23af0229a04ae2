"""What drawing calls return."""

from __future__ import annotations

from matplotlib.figure import Figure

import prplot


def test_artists(hard, other, ax):
    artists = prplot.plot([hard, other], ax=ax)
    assert isinstance(artists, tuple)
    assert artists.ax is ax
    assert artists.figure is ax.get_figure()
    assert [line.axes for line in artists.lines] == [ax, ax]
    assert artists.legend is ax.get_legend()
    assert "\n" not in repr(artists)
    assert repr(artists).startswith("Plotted(hard  ")


def test_artists_of_a_subfigure_know_the_whole_figure(hard):
    figure = Figure()
    artists = prplot.plot(hard, ax=figure.subfigures(1, 2)[0].add_subplot())
    assert artists.figure is figure
