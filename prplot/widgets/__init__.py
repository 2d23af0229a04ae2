"""The explorer and the lessons for notebooks; only this folder imports ipywidgets and anywidget."""

from prplot.widgets.explorer import Explore, Explorer
from prplot.widgets.view import View

__all__ = ["Explore", "Explorer", "View", "explore"]

explore = Explore()
