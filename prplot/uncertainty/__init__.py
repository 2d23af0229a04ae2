"""Confidence intervals, bands and comparisons of samples, and averages and pools of several."""

from prplot.uncertainty.averaged_curves import MeanCurve, mean_curve
from prplot.uncertainty.averages import Average, mean_area, mean_f, mean_measure
from prplot.uncertainty.bands import Band
from prplot.uncertainty.comparison import Comparison
from prplot.uncertainty.estimands import measure_at
from prplot.uncertainty.interval import Interval
from prplot.uncertainty.measure_tables import OperatingPoints, Report
from prplot.uncertainty.paired_tests import compare
from prplot.uncertainty.paper_tables import report
from prplot.uncertainty.pooling import pool

# An earlier name of `measure_at`.
rule = measure_at

__all__ = [
    "Average",
    "Band",
    "Comparison",
    "Interval",
    "MeanCurve",
    "OperatingPoints",
    "Report",
    "compare",
    "mean_area",
    "mean_curve",
    "mean_f",
    "mean_measure",
    "measure_at",
    "pool",
    "report",
    "rule",
]
