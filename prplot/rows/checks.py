"""Reading numbers, single ones and of any shape, and seeds."""

from __future__ import annotations

from typing import Any

import numpy as np

from prplot.errors import invalid, short, wrong_type
from prplot.rows.arrays import FloatArray
from prplot.rows.tensors import on_host

__all__ = ["check_prevalence", "number", "random_generator", "reals"]


def number(name: str, value: Any) -> float:
    """Return one real number as a float; strings, sequences and None are not numbers."""
    if type(value) is float:
        return value
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    if isinstance(value, str | bytes | complex) or not hasattr(value, "__float__") or np.ndim(value) != 0:
        raise wrong_type(name, "be one real number", value)
    try:
        return float(value)
    except OverflowError:
        raise invalid(name, "be a number that float64 can hold", short(value)) from None
    except Exception:
        # Whatever the __float__ of a foreign class raises.
        raise wrong_type(name, "be one real number", value) from None


def reals(name: str, values: Any, way_out: str = "") -> FloatArray:
    """Return real numbers of any shape as float64; masked ones are NaN."""
    if type(values) is np.ndarray and values.dtype == np.float64:
        return values
    try:
        values = on_host(values)
        if np.ma.isMaskedArray(values):
            values = np.where(np.ma.getmaskarray(values), np.nan, np.ma.getdata(values).astype(np.float64))
        array = np.asarray(values)
        if array.dtype.kind in "fiub" or (array.dtype.kind == "O" and None not in array.ravel().tolist()):
            with np.errstate(over="ignore", invalid="ignore"):
                return array.astype(np.float64)
    except OverflowError:
        raise invalid(name, "hold numbers that float64 can hold", short(values)) from None
    except Exception:
        # What a foreign class raises on its way to an array, or a ragged list.
        raise wrong_type(name, "hold real numbers", values, way_out) from None
    raise wrong_type(name, "hold real numbers", values, way_out)


def check_prevalence(value: Any) -> float:
    """Return a prevalence π in (0, 1) as a float."""
    prevalence = number("prevalence", value)
    if not 0 < prevalence < 1:
        what = "It is the share of foreground weight, for example 0.1."
        if prevalence != prevalence:
            what += " That of a path is unknown where negatives= was not said when it was made."
        raise invalid("prevalence", "lie strictly between 0 and 1", short(value), what)
    return prevalence


def random_generator(rng: Any) -> np.random.Generator:
    """Return the generator of a seed, or the one given."""
    rule = "be a seed (a whole number from 0 on), a numpy.random.Generator or None"
    try:
        return np.random.default_rng(rng)
    except ValueError:
        raise invalid("rng", rule, short(rng), "Pass for example rng=1.") from None
    except Exception:
        raise wrong_type("rng", rule, rng, "Pass for example rng=1.") from None
