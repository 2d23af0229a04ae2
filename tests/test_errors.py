"""Errors: their family, and what holds of those of every call; the texts are in tests/golden."""

import inspect

import numpy as np
import pytest
from matplotlib.scale import ScaleBase

import prplot
from prplot import PrplotError, PrplotTypeError, PrplotValueError, PrplotWarning, from_labels

Y, S = [1, 0, 1], [3, 2, 1]
PATH = from_labels(Y, S)


def test_the_family():
    assert issubclass(PrplotValueError, PrplotError)
    assert issubclass(PrplotValueError, ValueError)
    assert issubclass(PrplotTypeError, PrplotError)
    assert issubclass(PrplotTypeError, TypeError)
    assert issubclass(PrplotWarning, UserWarning)
    assert not issubclass(PrplotWarning, PrplotError)


SCALARS = {
    "threshold": lambda v: PATH.at(v),
    "recall": lambda v: PATH.find(recall=v),
    "low": lambda v: PATH.pr().area(v, 1),
    "high": lambda v: PATH.pr().area(0, v),
    "tolerance": lambda v: PATH.pr().trace(v),
    "prevalence": prplot.PR,
    "cut": lambda v: prplot.weights.logistic([1, 2], v),
    "slope": lambda v: prplot.weights.logistic([1, 2], 0, v),
}


@pytest.mark.parametrize("value", ["x", "0.5", 1j, [0.5], [0.2, 0.5], {}], ids=repr)
@pytest.mark.parametrize(("argument", "call"), SCALARS.items(), ids=SCALARS)
def test_where_one_number_is_asked_the_value_is_named_as_given(argument, call, value):
    with pytest.raises(PrplotError, match=f"{argument} must ") as caught:
        call(value)
    assert isinstance(caught.value, ValueError | TypeError)
    assert f"{type(value).__name__} {value!r}" in str(caught.value)
    assert "predict_proba" not in str(caught.value)


@pytest.mark.parametrize("value", [np.float32(0.5), np.float64(0.5), np.int64(1), np.array(0.5), True], ids=repr)
def test_where_one_number_is_asked_numpy_numbers_will_do(value):
    PATH.at(value)
    PATH.find(recall=value)
    PATH.pr().area(0, value)
    prplot.weights.logistic([1, 2], value, value)


def test_what_is_only_a_little_alike_is_not_called_nearest():
    with pytest.raises(PrplotValueError, match=r"got 'iris'\.$"):
        prplot.datasets.load("iris")


def test_what_a_path_does_not_have_is_not_there():
    assert not hasattr(PATH, "plot")
    with pytest.raises(AttributeError, match=r"no attribute 'aera'$"):
        PATH.aera  # noqa: B018


def public():
    """Every public function, class and method, by name; results that nobody makes, and what matplotlib calls, apart."""
    names = (*prplot.__all__, "bounds", "results", "sources", "uncertainty")
    modules = [prplot, *(getattr(prplot, name) for name in names if inspect.ismodule(getattr(prplot, name)))]
    for module in [*modules, prplot.areas]:
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.isfunction(thing):
                yield f"{module.__name__}.{name}", thing
            elif inspect.isclass(thing) and not issubclass(thing, BaseException | ScaleBase):
                for method in dir(thing):
                    member = inspect.getattr_static(thing, method)
                    if inspect.isfunction(member) and not method.startswith("_"):
                        yield f"{name}.{method}", member


def test_an_argument_that_nothing_has_is_an_error_of_prplot_everywhere():
    tried = 0
    for name, thing in public():
        parameters = inspect.signature(thing).parameters.values()
        if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
            continue
        needed = [p for p in parameters if p.default is p.empty]
        given = [None for p in needed if p.kind is not p.KEYWORD_ONLY]
        with pytest.raises(PrplotError, match="no_such_argument"):
            thing(*given, **{p.name: None for p in needed if p.kind is p.KEYWORD_ONLY}, no_such_argument=name)
        tried += 1
    assert tried > 150
