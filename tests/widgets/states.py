"""States of the explorer: other values for every control, and few states in which every two of them meet."""

from __future__ import annotations

import random
from dataclasses import fields
from itertools import combinations
from typing import Any

from prplot.widgets.state.view import View

OTHER: dict[str, tuple[Any, ...]] = {
    "space": ("prg", "roc", "croc", "cost"),
    "interpolation": ("step", "linear"),
    "weighting": ("hard", "unweighted"),
    "threshold": (0.3,),
    "panels": (("roc",), ("scores", "matrix"), ("cost", "pr")),
    "shown": (("b",),),
    "by": ("recall", "predicted_positive_rate", "f_beta", "expected_cost"),
    "recall": (0.6,),
    "predicted_positive_rate": (0.3,),
    "beta": (2.0,),
    "table": (True,),
    "isolines": ("accuracy", "expected_cost", "f_beta_gain"),
    "levels": (0, 7),
    "chance": (False,),
    "always_positive": (False,),
    "unachievable": (False,),
    "band": (True,),
    "interval": (True,),
    "best": (True,),
    "worst": (True,),
    "prg_grid": (True,),
    "hull": (True,),
    "colors": (True,),
    "cut": (0.3,),
    "ties": ("optimistic", "pessimistic"),
    "compare": ("step",),
    "prevalence": (0.7,),
    "between": ((0.1, 0.6),),
    "alpha": (3.0,),
    "cost_fn": (5.0,),
    "cost_fp": (2.0,),
}
DEFAULTS = {field.name: field.default for field in fields(View)}
# In which state a control can be seen to change something.
SEEN_WITH: dict[str, dict[str, Any]] = {
    "cut": {"weighting": "hard"},
    "recall": {"by": "recall"},
    "predicted_positive_rate": {"by": "predicted_positive_rate"},
    "colors": {"shown": ("b",)},
    "alpha": {"space": "croc"},
    "cost_fn": {"by": "expected_cost"},
    "cost_fp": {"by": "expected_cost"},
    "compare": {"interpolation": "linear"},
}


def covering() -> list[dict[str, Any]]:
    """Return states such that any two values of any two controls are together in one of them."""
    rng = random.Random(0)
    options = {name: (DEFAULTS[name], *values) for name, values in OTHER.items()}
    left = {((a, x), (b, y)) for a, b in combinations(options, 2) for x in options[a] for y in options[b]}
    states = []
    while left:
        tried = [_state(options, left, rng) for _ in range(10)]
        states.append(max(tried, key=lambda state: len(_pairs(state) & left)))
        left -= _pairs(states[-1])
    return states


def _state(options: dict[str, tuple[Any, ...]], left: set[Any], rng: random.Random) -> dict[str, Any]:
    state: dict[str, Any] = {}
    for name in rng.sample(list(options), len(options)):

        def new(value: Any, name: str = name) -> int:
            mine = (name, value)
            return sum((mine, other) in left or (other, mine) in left for other in state.items())

        state[name] = max(rng.sample(options[name], len(options[name])), key=new)
    return {name: state[name] for name in options}


def _pairs(state: dict[str, Any]) -> set[Any]:
    return set(combinations(state.items(), 2))
