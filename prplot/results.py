"""The classes of results: intervals, bands, comparisons and means."""

from prplot.curve.scores import Score
from prplot.path.error_rates import DetectionCost, EqualErrorRate
from prplot.path.top_rows import GainsTable
from prplot.uncertainty import Average, Band, Comparison, Interval, MeanCurve

__all__ = [
    "Average",
    "Band",
    "Comparison",
    "DetectionCost",
    "EqualErrorRate",
    "GainsTable",
    "Interval",
    "MeanCurve",
    "Score",
]
