"""Intervals and bands of what figures show: computed before anything is drawn, once as long as the paths are there."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from inspect import signature
from typing import Any, Literal, cast
from weakref import WeakKeyDictionary

from matplotlib.patches import Polygon

from prplot.curve.curve import Curve
from prplot.draw.base.axes import has_places
from prplot.draw.base.keywords import PartOption, check_part, checked_keywords, part_of
from prplot.errors import PrplotTypeError, PrplotValueError, PrplotWarning, hint, listed, message, short, warn
from prplot.path.path import ConfusionPath
from prplot.uncertainty.bands import Band, band_in_turns
from prplot.uncertainty.curves import ELSEWHERE, MeanCurve
from prplot.uncertainty.interval import Interval, check_level, check_times, interval_in_turns
from prplot.uncertainty.measures import of_curve
from prplot.uncertainty.progress import finished

__all__ = [
    "BAND_OPTIONS",
    "bands_of",
    "check_band",
    "check_interval",
    "intervals_of",
    "is_kept",
    "keep",
    "keep_in_turns",
    "kept_band",
]

Sure = Literal["interval", "band"]
INTERVAL_OPTIONS, BAND_OPTIONS = (
    tuple(name for name in signature(method).parameters if name not in ("self", "low", "high"))
    for method in (Curve.interval, Curve.band)
)


# What was computed, None where there is none, and what is to be said of it.
Known = tuple[Any, tuple[str, ...]]
# By what was asked for.
_KNOWN: WeakKeyDictionary[ConfusionPath, dict[Any, Known]] = WeakKeyDictionary()


def check_interval(part: PartOption) -> dict[str, Any]:
    """Return the options of intervals as a caller gave them, or raise an error."""
    check_part("interval", part)
    for name, value in part_of(part).items():
        if name not in INTERVAL_OPTIONS:
            way_out = hint(name, value, INTERVAL_OPTIONS)
            way_out = way_out or "Areas of figures are whole: for a part of one use the method."
            rule = f"be one of {listed(INTERVAL_OPTIONS)}, the options of Curve.interval"
            raise PrplotTypeError(message(f"interval[{name!r}]", rule, short(value), way_out))
    return _checked(part_of(part))


def check_band(part: PartOption) -> dict[str, Any]:
    """Return the options of bands among what a caller gave, or raise an error."""
    check_part("band", part)
    checked_keywords(part_of(part), Polygon, own=(*BAND_OPTIONS, "edge"), part="band")
    return _checked({name: value for name, value in part_of(part).items() if name in BAND_OPTIONS})


def _checked(options: dict[str, Any]) -> dict[str, Any]:
    """Return options, of which those are looked at that are wrong whatever the curve."""
    check_level(options.get("level", 0.95))
    check_times(options.get("n", 2000))
    return options


def intervals_of(curves: Sequence[Curve | MeanCurve], options: Mapping[str, Any]) -> list[Interval | None]:
    """Return the interval of each area, None for those that have none."""
    return [_of(curve, "interval", options) for curve in curves]


def bands_of(curves: Sequence[Curve | MeanCurve], options: Mapping[str, Any]) -> list[Band | None]:
    """Return the band around each curve, None for those that have none."""
    return [_of(curve, "band", options) for curve in curves]


def kept_band(curve: Curve, options: Mapping[str, Any]) -> Band:
    """Return the band around a curve; an error where it has none."""
    known = keep(curve, "band", options)
    # Where there is none the method says why.
    return curve.band(**options) if known[0] is None else _told(curve, known)


def _of(curve: Curve | MeanCurve, what: Sure, options: Mapping[str, Any]) -> Any:
    """Return what is computed of a curve; None, with a warning, where the reason that it has none lies in the curve."""
    if isinstance(curve, MeanCurve):
        warn(
            f"{curve.label} is drawn without {what}: rows of one sample are drawn again, and a mean has none. "
            f"Use {ELSEWHERE[what]}."
        )
        return None
    return _told(curve, keep(curve, what, options)) if _may_have(curve, what) else None


def _told(curve: Curve, known: Known) -> Any:
    """Return what was computed, after warning of what is to be said of it."""
    value, said = known
    for text in said:
        warn(f"{curve.label}: {text}" if curve.label else text)
    return replace(value, curve=curve) if isinstance(value, Band) else value


def _may_have(curve: Curve, what: Sure) -> bool:
    """Return whether a curve may have an interval or a band.

    A population is what samples are uncertain of, and what is undefined is said to be. With one class only nothing is
    drawn around curves.
    """
    if not curve.path.scored or curve.space.undefined(curve.path) is not None:
        return False
    return what == "interval" or has_places(curve.space, without_negatives=True)


def is_kept(curve: Curve | MeanCurve, what: Sure, options: Mapping[str, Any]) -> bool:
    """Return whether an interval or a band is known, or that there is none."""
    if not isinstance(curve, Curve) or not _may_have(curve, what):
        return True
    return _key(curve, what, options) in _KNOWN.get(curve.path, {})


def keep(curve: Curve, what: Sure, options: Mapping[str, Any]) -> Known:
    """Compute an interval or a band that figures show; what depends on nothing but its options is computed once."""
    key, kept = _key(curve, what, options), _KNOWN.setdefault(curve.path, {})
    known = kept.get(key) or finished(_computed(curve, what, options, _at_once(curve, what, options)), 1, what)
    if key is not None:
        kept[key] = known
    return known


def keep_in_turns(curve: Curve, what: Sure, seconds: float) -> Iterator[None]:
    """Compute the usual interval or band, as `keep` does, and stop after so many seconds, to be gone on with."""
    turns = interval_in_turns(of_curve(curve), curve.path) if what == "interval" else band_in_turns(curve)
    known = yield from _computed(curve, what, {}, turns, seconds)
    _KNOWN.setdefault(curve.path, {})[_key(curve, what, {})] = known


def _key(curve: Curve, what: Sure, options: Mapping[str, Any]) -> Any:
    """Return what tells what was computed from all else of a path; None where that depends on more."""
    plain = all(isinstance(value, str | int | float | None) for value in options.values())
    return (what, curve.kind, *sorted(options.items())) if plain else None


def _at_once(curve: Curve, what: Sure, options: Mapping[str, Any]) -> Generator[None, None, Any]:
    yield
    return getattr(curve, what)(**options)


def _computed(
    curve: Curve, what: Sure, options: Mapping[str, Any], turns: Generator[None, None, Any], seconds: float = math.inf
) -> Generator[None, None, Known]:
    """Return what comes of all turns, or why there is nothing, and stop after so many seconds, to be gone on with.

    An error where the reason are options rather than the curve.
    """
    said: list[str] = []
    while True:
        until, value = time.monotonic() + seconds, None
        # Filters of warnings are everybody's, so that they are put back before others have their turn.
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("ignore")
            warnings.simplefilter("always", PrplotWarning)
            try:
                while time.monotonic() < until:
                    next(turns)
            except StopIteration as stop:
                value = stop.value
            except PrplotValueError as error:
                reason = str(error) if set(options) <= {"n"} else _reason(curve, what)
                if reason is None:
                    raise
                return None, (f"drawn without {what}: {reason}",)
        said += [str(warning.message) for warning in caught]
        if isinstance(value, Band):
            # A band is kept without its curve, which would hold the path.
            return replace(value, curve=cast(Any, None)), tuple(said)
        if isinstance(value, Interval) and math.isnan(value.low):
            why = "samples drawn from this one say nothing of how far its area is from that of the population."
            return None, (f"drawn without interval: {why}",)
        if value is not None:
            return value, tuple(said)
        yield


def _reason(curve: Curve, what: Sure) -> str | None:
    """Return why a curve has no interval or band, whatever the options; None where they are the reason."""
    try:
        getattr(curve, what)(n=2)
    except PrplotValueError as error:
        return str(error)
    return None
