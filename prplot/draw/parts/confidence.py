"""Intervals and bands of what figures show: computed before anything is drawn, once as long as the paths are there."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from inspect import signature
from typing import Any, NamedTuple, cast
from weakref import WeakKeyDictionary

from prplot.curve.curve import Curve
from prplot.draw.base.axes import has_places
from prplot.draw.base.keywords import PartOption, part_of
from prplot.errors import PrplotTypeError, PrplotValueError, PrplotWarning, listed, message, short, warn
from prplot.path.path import ConfusionPath
from prplot.synonyms import nearest
from prplot.uncertainty.bands import Band
from prplot.uncertainty.curves import MeanCurve
from prplot.uncertainty.interval import Interval, check_level, recommended
from prplot.uncertainty.measures import of_curve

__all__ = ["BAND_OPTIONS", "SEED", "bands_of", "check_interval", "intervals_of", "kept_band"]

# With it the same figure has the same numbers.
SEED = 0
INTERVAL_OPTIONS, BAND_OPTIONS = (
    tuple(name for name in signature(method).parameters if name not in ("self", "low", "high"))
    for method in (Curve.interval, Curve.band)
)


class _Known(NamedTuple):
    """What was computed, and the warnings that came with it."""

    value: Any
    said: tuple[str, ...]


# By what was asked for. A band is kept without its curve, which would hold the path.
_KNOWN: WeakKeyDictionary[ConfusionPath, dict[Any, _Known]] = WeakKeyDictionary()


def check_interval(part: PartOption) -> dict[str, Any]:
    """Return the options of intervals as a caller gave them, or raise an error."""
    got: Any = part
    if part is not None and not isinstance(part, bool | Mapping):
        raise PrplotTypeError(
            f"interval must be a dict, True, False or None; got {type(got).__name__} {short(got)}. A dict holds "
            "options of Curve.interval, such as {'level': 0.9}."
        )
    options = part_of(part)
    for name, value in options.items():
        if name not in INTERVAL_OPTIONS:
            way_out = nearest(name, INTERVAL_OPTIONS) or "Areas of figures are whole: for a part of one use the method."
            rule = f"be one of {listed(INTERVAL_OPTIONS)}, the options of Curve.interval"
            raise PrplotTypeError(message(f"interval[{name!r}]", rule, short(value), way_out))
    if "level" in options:
        check_level(options["level"])
    return options


def intervals_of(curves: Sequence[Curve | MeanCurve], options: Mapping[str, Any]) -> list[Interval | None]:
    """Return the interval of each area, None for those that have none."""
    return [_of(curve, "interval", lambda one: _kept(one, "interval", _with_method(one, options))) for curve in curves]


def bands_of(curves: Sequence[Curve | MeanCurve], options: Mapping[str, Any]) -> list[Band | None]:
    """Return the band around each curve, None for those that have none."""
    # With one class only nothing is drawn around curves.
    there = [has_places(curve.space, without_negatives=True) for curve in curves]
    return [
        _of(curve, "band", lambda one: kept_band(one, options)) if placed else None
        for curve, placed in zip(curves, there, strict=True)
    ]


def kept_band(curve: Curve, options: Mapping[str, Any]) -> Band:
    """Return the band around a curve."""
    return replace(cast(Band, _kept(curve, "band", options)), curve=curve)


def _of(curve: Curve | MeanCurve, what: str, compute: Callable[[Curve], Any]) -> Any:
    """Return what is computed of a curve; None, with a warning, where the reason that it has none lies in the curve."""
    if isinstance(curve, MeanCurve):
        more = " That of its area is prplot.mean_area(curves).interval()." if what == "interval" else ""
        warn(f"{curve.label} is drawn without {what}: rows of one sample are drawn again, and a mean has none.{more}")
        return None
    # A population is what samples are uncertain of, and what is undefined is said to be.
    if not curve.path.scored or curve.space.undefined(curve.path) is not None:
        return None
    try:
        return compute(curve)
    except PrplotValueError:
        reason = _reason(curve, what)
        if reason is None:
            raise
        warn(f"{curve.label or 'a curve'} is drawn without {what}: {reason}")
        return None


def _reason(curve: Curve, what: str) -> str | None:
    """Return why a curve has no interval or band, whatever the options; None where they are the reason."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PrplotWarning)
            getattr(curve, what)(n=1, rng=SEED)
    except PrplotValueError as error:
        return str(error)
    return None


def _with_method(curve: Curve, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options with the method that is recommended, unless they name one or draw rows in a way of their own.

    Closed forms know no strata.
    """
    if "method" in options:
        return dict(options)
    method = recommended(of_curve(curve))
    return {**options, "method": "bootstrap" if method == "delong" and options.get("stratify") else method}


def _kept(curve: Curve, what: str, options: Mapping[str, Any]) -> Any:
    """Return what is computed with options; what depends on nothing else is computed once."""
    asked = {"rng": SEED, **options}
    same = isinstance(asked["rng"], int) and asked.get("groups") is None
    key = (what, curve.kind, tuple(sorted(asked.items()))) if same else None
    kept = _KNOWN.setdefault(curve.path, {})
    try:
        known = kept.get(key)
    except TypeError:
        # What is no option is found out by the method.
        key, known = None, None
    if known is None:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("ignore")
            warnings.simplefilter("always", PrplotWarning)
            value = getattr(curve, what)(**asked)
        known = _Known(value, tuple(str(warning.message) for warning in caught))
        if key is not None:
            bare = replace(value, curve=cast(Any, None)) if isinstance(value, Band) else value
            kept[key] = known._replace(value=bare)
    for said in known.said:
        warn(f"{curve.label}: {said}" if curve.label else said)
    return known.value
