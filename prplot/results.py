"""The classes of results: intervals, bands, comparisons and means."""

from prplot.curve.scores import Score
from prplot.uncertainty import Average, Band, Comparison, Interval, MeanCurve

__all__ = ["Average", "Band", "Comparison", "Interval", "MeanCurve", "Score"]
