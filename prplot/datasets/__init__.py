"""Small real data sets that ship with the package; README.md in this folder names their sources."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal

from prplot.completion import only
from prplot.errors import by_name, one_of
from prplot.path.makers import from_labels, from_weights
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, Frozen, read_only
from prplot.sources.file_columns import FileColumn
from prplot.sources.text_tables import read_columns

__all__ = ["Dataset", "load"]

__dir__ = only(__all__)


@by_name()
@dataclass(frozen=True, eq=False)
class Dataset(Frozen):
    """Scores of several models on one set of labeled rows; arrays are read-only.

    Attributes
    ----------
    name, title : str
        The name of the dataset, and a description in one line.
    scores : mapping of str to array of shape (n,)
        Out-of-fold scores by model.
    y_true : array of shape (n,) or None
        Hard labels, 0/1; None if the data set has none.
    fg, bg : arrays of shape (n,) or None
        Soft labels, with fg + bg = 1 in each row; None if the dataset has none.
    target : array of shape (n,) or None
        The measurement that the soft labels were made from.
    sample_weight : array of shape (n,) or None
        The number of population rows that each row represents, if rows were sampled with unequal probabilities.
    """

    name: str
    title: str
    scores: Mapping[str, FloatArray]
    y_true: FloatArray | None = None
    fg: FloatArray | None = None
    bg: FloatArray | None = None
    target: FloatArray | None = None
    sample_weight: FloatArray | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "scores", MappingProxyType(dict(self.scores)))

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "scores": dict(self.scores)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self.__post_init__()

    def __repr__(self) -> str:
        rows = len(next(iter(self.scores.values())))
        return f"Dataset({self.name!r}: {rows} rows; {', '.join(self.scores)})"

    def paths(self) -> dict[str, ConfusionPath]:
        """Return one path per model, by name; with sample weights, if the dataset has them."""
        weight = self.sample_weight
        if self.y_true is not None:
            return {
                name: from_labels(self.y_true, score, sample_weight=weight, name=name)
                for name, score in self.scores.items()
            }
        assert self.fg is not None
        return {
            name: from_weights(score, fg=self.fg, bg=self.bg, sample_weight=weight, name=name)
            for name, score in self.scores.items()
        }


DatasetName = Literal["digits", "cells", "ratings", "crashes"]
TITLES: dict[DatasetName, str] = {
    "digits": "Is this handwritten digit a 1? 1797 images seen through one row of pixels",
    "cells": "How uneven is the area of these cell nuclei? 569 images weighted by it",
    "ratings": "Do raters call this word positive? 7506 words, ten votes each",
    "crashes": "Who dies in a car crash? 26216 people, with the weights of the survey",
}
GIVEN = ("label", "fg", "target", "weight")


@by_name()
def load(name: DatasetName) -> Dataset:
    """Return a data set that ships with prplot.

    Parameters
    ----------
    name : {"digits", "cells", "ratings", "crashes"}
        ``"digits"``: hard labels, about one positive in ten, four classifiers, one of them with many tied scores.
        ``"cells"``: soft labels made from a continuous measurement by the logistic recipe of Keilwagen et al. 2014,
        three regressors. ``"ratings"``: soft labels that are fractions of ten votes, three models. Two of the models
        swap ranks if the majority of votes decides the label. ``"crashes"``: hard labels with survey weights, three
        classifiers. Deaths are 4.5 % of the rows, but 0.54 % of the people that the rows represent. Two of the
        classifiers swap ranks when the weights are used.

    Returns
    -------
    Dataset
        ``load("digits").y_true`` and ``.scores[model]`` are ready for `prplot.from_labels`,
        ``load("cells").fg``, ``.bg`` and ``.scores[model]`` for `prplot.from_weights`;
        ``load("crashes").sample_weight`` goes with its labels. ``.paths()`` makes the paths of all models at once.

    Raises
    ------
    PrplotValueError
        If there is no data set of that name.

    Examples
    --------
    >>> import prplot
    >>> data = prplot.datasets.load("digits")
    >>> path = prplot.from_labels(data.y_true, data.scores["Random forest"])
    >>> artists = prplot.plot(path)
    """
    name = one_of("name", name, list(TITLES))
    columns = {title: read_only(column.numbers()) for title, column in _columns(name).items()}
    scores = {title: column for title, column in columns.items() if title not in GIVEN}
    fg = columns.get("fg")
    return Dataset(
        name,
        TITLES[name],
        scores,
        y_true=columns.get("label"),
        fg=fg,
        bg=None if fg is None else read_only(1.0 - fg),
        target=columns.get("target"),
        sample_weight=columns.get("weight"),
    )


def _columns(name: DatasetName) -> dict[str, FileColumn]:
    (file,) = (each for each in files("prplot.datasets").iterdir() if each.name in (f"{name}.csv", f"{name}.csv.gz"))
    return read_columns(io.BytesIO(file.read_bytes()))
