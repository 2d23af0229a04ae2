"""Exploring in a notebook: the only place that imports ipywidgets."""

from prplot.widgets.explorer import Explore, Explorer
from prplot.widgets.view import View

__all__ = ["Explore", "Explorer", "View", "explore"]

explore = Explore()
