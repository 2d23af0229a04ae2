"""Classes of results: what intervals, bands, comparisons and means are returned as."""

from prplot.uncertainty import Average, Band, Comparison, Interval, MeanCurve

__all__ = ["Average", "Band", "Comparison", "Interval", "MeanCurve"]
