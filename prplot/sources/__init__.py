"""Other roads to a path: fitted estimators, CSV files, evaluations of detectors, runs of retrieval systems."""

from prplot.sources.coco import from_coco
from prplot.sources.runs import from_run

__all__ = ["from_coco", "from_run"]
