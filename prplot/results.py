"""The classes of results: intervals, bands, comparisons, means, scores, calibration curves and tables."""

from prplot.curve.scores import Score
from prplot.path.error_rates import DetectionCost, EqualErrorRate
from prplot.path.top_rows import GainsTable
from prplot.uncertainty import Average, Band, Comparison, Interval, MeanCurve, OperatingPoints, Report
from prplot.uncertainty.calibration_bands import CalibrationBand
from prplot.uncertainty.calibration_curve import Calibration

__all__ = [
    "Average",
    "Band",
    "Calibration",
    "CalibrationBand",
    "Comparison",
    "DetectionCost",
    "EqualErrorRate",
    "GainsTable",
    "Interval",
    "MeanCurve",
    "OperatingPoints",
    "Report",
    "Score",
]
