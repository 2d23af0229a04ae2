from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure

import prplot
from prplot.widgets.state.classifiers import Classifiers
from prplot.widgets.state.view import View
from prplot.widgets.state.view_to_spec import figure_spec


@pytest.fixture
def code() -> Callable[[View, Any], str]:
    """The code of a view."""
    return lambda view, paths: figure_spec(view, Classifiers(paths)).code


@pytest.fixture
def pixels() -> Callable[[Figure], np.ndarray]:
    """What a figure looks like."""

    def render(figure: Figure) -> np.ndarray:
        data = io.BytesIO()
        figure.savefig(data, format="png", dpi=60)
        data.seek(0)
        return plt.imread(data)

    return render


@pytest.fixture
def redrawn() -> Callable[[str, Any, Figure], Figure]:
    """Run the code where there is nothing but prplot and paths; the figure, its axes where the others are."""

    def run(text: str, paths: Any, like: Figure) -> Figure:
        plt.close("all")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", prplot.PrplotWarning)
            exec(text, {"prplot": prplot, "paths": paths})
            figure = plt.gcf()
            figure.draw_without_rendering()
        assert len(plt.get_fignums()) == 1
        figure.set_layout_engine("none")
        assert len(figure.axes) == len(like.axes)
        for mine, theirs in zip(figure.axes, like.axes, strict=True):
            mine.set_position(theirs.get_position())
        return figure

    return run
