"""The command ``prplot``: figures, areas, comparisons and curves from files, and a demonstration."""

from prplot.cli.commands import main

__all__ = ["main"]
