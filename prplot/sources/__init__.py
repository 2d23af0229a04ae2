"""Make paths from files, frames, fitted estimators, evaluations of detectors and runs of search engines."""

from prplot.completion import only
from prplot.sources.evaluations import from_coco, from_ultralytics
from prplot.sources.runs import from_run

__all__ = ["from_coco", "from_run", "from_ultralytics"]

__dir__ = only(__all__)
