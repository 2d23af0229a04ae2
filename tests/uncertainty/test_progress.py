"""What takes long says how far it is: on a terminal, in a notebook, and nowhere else."""

import io
import sys
import time
import types

import pytest

import prplot

PATH = prplot.from_labels([1, 0] * 40, range(80))


class Terminal(io.StringIO):
    def isatty(self):
        return True


def draw(monkeypatch, stream, n=200, stop=False):
    """Draw so many replicates, each of which takes a second of a clock."""
    began, turns = time.monotonic(), iter(range(10_000))
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(time, "monotonic", lambda: began + next(turns))
    try:
        PATH.interval(lambda path: 1 / (len(path.thresholds) > 2 and not (stop and next(turns) > 20)), n=n, rng=1)
    except ZeroDivisionError:
        assert stop
    finally:
        monkeypatch.undo()


@pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
@pytest.mark.parametrize("stop", [False, True])
def test_a_terminal_is_told_and_left_clean(monkeypatch, stop):
    terminal = Terminal()
    draw(monkeypatch, terminal, stop=stop)
    said = terminal.getvalue()
    assert "of 200, " in said
    assert "s to go" in said
    assert said.endswith("\r" + " " * 60 + "\r")


@pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
@pytest.mark.parametrize("stream", [io.StringIO(), None])
def test_a_file_is_told_nothing(monkeypatch, stream):
    draw(monkeypatch, stream)
    assert stream is None or stream.getvalue() == ""


@pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
def test_a_notebook_has_one_output_that_changes(monkeypatch):
    said, terminal = [], Terminal()

    class Handle:
        def update(self, data, **_):
            said.append(data["text/plain"])

    def display(data, **_):
        said.append(data["text/plain"])
        return Handle()

    python = types.ModuleType("IPython")
    python.get_ipython = lambda: types.SimpleNamespace(kernel=object())
    python.display = types.ModuleType("IPython.display")
    python.display.display = display
    monkeypatch.setitem(sys.modules, "IPython", python)
    monkeypatch.setitem(sys.modules, "IPython.display", python.display)
    draw(monkeypatch, terminal)
    assert said[0] == ""
    assert " of 200, " in said[1]
    assert (said[-1], terminal.getvalue()) == ("", "")
