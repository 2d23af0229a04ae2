"""The classes of results: intervals, bands, comparisons, means and tables."""

from prplot.curve.scores import Score
from prplot.uncertainty import Average, Band, Comparison, Interval, MeanCurve, OperatingPoints, Report

__all__ = ["Average", "Band", "Comparison", "Interval", "MeanCurve", "OperatingPoints", "Report", "Score"]
