"""Arrays of other libraries: stand-ins that speak their protocols, and what each needs to be read."""

import numpy as np
import pytest

import prplot
from prplot.errors import PrplotError

SCORES = np.array([0.9, 0.8, 0.4, 0.1])


class Speaks:
    """An array with the protocol of DLPack, on the host."""

    def __init__(self, values=SCORES):
        self.values = np.array(values)

    def __dlpack__(self, **options):
        return self.values.__dlpack__(**{name: options[name] for name in options if name != "dl_device"})

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


class NoArray(Speaks):
    """As those of JAX or PyTorch on a device: NumPy is refused until it is asked for by name."""

    def __array__(self, *_, **__):
        raise TypeError("implicit conversion is not allowed")


class Detached(NoArray):
    """As those of PyTorch: no gradient, then the host, then an array."""

    done = ()

    def detach(self):
        return self._after("detach")

    def cpu(self):
        return self._after("cpu")

    def _after(self, step):
        other = type(self)(self.values)
        other.done = (*self.done, step)
        return other

    def __array__(self, *_, **__):
        if self.done != ("detach", "cpu"):
            raise RuntimeError("requires grad")
        return self.values

    def __dlpack__(self, **_):
        raise BufferError("requires grad")


class Got(NoArray):
    """As those of CuPy: copied to the host by name."""

    def get(self):
        return self.values

    def __dlpack__(self, **_):
        raise BufferError("on a device")


class OnDevice(NoArray):
    """On a device, from which the protocol itself copies."""

    def __dlpack_device__(self):
        return (2, 0)

    def __dlpack__(self, *, dl_device=None, copy=None, **_):
        if dl_device != (1, 0) or not copy:
            raise BufferError("on a device")
        return self.values.__dlpack__()


class Nothing(NoArray):
    def __dlpack__(self, **_):
        raise BufferError("no data")


@pytest.mark.parametrize("kind", [Speaks, NoArray, Detached, Got, OnDevice])
def test_what_speaks_the_protocol_is_read(kind):
    path = prplot.from_labels(kind([1, 0, 1, 0]), kind(), sample_weight=kind([1.0, 2.0, 3.0, 4.0]))
    plain = prplot.from_labels([1, 0, 1, 0], SCORES, sample_weight=[1, 2, 3, 4])
    assert np.array_equal(path.tp, plain.tp)
    assert np.array_equal(path.thresholds, plain.thresholds)
    assert path.pr().at(kind([0.5, 0.6])).tolist() == plain.pr().at([0.5, 0.6]).tolist()
    assert list(prplot.by_group(kind([2, 2, 1, 1]), kind([1, 0, 1, 0]), kind())) == [1, 2]
    assert prplot.one_vs_rest(kind([0, 1]), kind([[0.9, 0.1], [0.2, 0.8]]))[1].roc().area() == 1
    fg = prplot.from_weights(kind(), fg=kind())
    assert fg.positives == pytest.approx(SCORES.sum())
    assert kind().values.tolist() == SCORES.tolist()


def test_what_has_no_values_is_refused_by_name():
    with pytest.raises(PrplotError, match="y_score must be a one-dimensional array-like; got Nothing"):
        prplot.from_labels([1, 0, 1, 0], Nothing())
