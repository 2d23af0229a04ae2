"""What takes long says how far it is: on a terminal, in a notebook, and nowhere else."""

import io
import sys
import types

import pytest

from prplot.uncertainty import progress
from prplot.uncertainty.progress import shown


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def clock(monkeypatch):
    """A clock that goes on by a second for each item."""
    now = [0.0]

    def tick():
        now[0] += 1.0
        return now[0]

    monkeypatch.setattr(progress.time, "monotonic", tick)


def standard_error(monkeypatch, file):
    """Let the module see this as standard error, which pytest captures otherwise."""
    monkeypatch.setattr(progress, "sys", types.SimpleNamespace(stderr=file, modules=sys.modules))


@pytest.fixture
def terminal(monkeypatch):
    file = Terminal()
    standard_error(monkeypatch, file)
    return file


@pytest.mark.usefixtures("clock")
def test_a_terminal_is_told_after_two_seconds(terminal):
    said = []
    for item in shown(range(10), 10, "replicates"):
        assert item == len(said)
        said.append(terminal.getvalue())
    assert not said[1]
    assert "replicates: 3 of 10, 9 s to go" in said[3]
    # It is gone in the end.
    assert terminal.getvalue().endswith("\r" + " " * 60 + "\r")


def test_what_is_quick_says_nothing(terminal):
    assert list(shown(range(100), 100, "replicates")) == list(range(100))
    assert terminal.getvalue() == ""


@pytest.mark.usefixtures("clock")
def test_an_interrupt_leaves_the_line_clean(terminal):
    def work():
        for item in shown(range(10), 10, "replicates"):
            if item == 5:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    assert terminal.getvalue().endswith("\r" + " " * 60 + "\r")


@pytest.mark.usefixtures("clock")
def test_a_file_is_told_nothing(monkeypatch):
    file = io.StringIO()
    standard_error(monkeypatch, file)
    assert len(list(shown(range(10), 10, "replicates"))) == 10
    assert file.getvalue() == ""


@pytest.mark.usefixtures("clock")
def test_a_program_without_standard_error_goes_on(monkeypatch):
    standard_error(monkeypatch, None)
    assert len(list(shown(range(10), 10, "replicates"))) == 10


@pytest.mark.usefixtures("clock")
def test_a_notebook_has_one_output_that_changes(monkeypatch, terminal):
    said = []

    class Handle:
        def update(self, data, *, raw):
            assert raw
            said.append(data["text/plain"])

    def display(data, *, raw, display_id):
        assert raw
        assert display_id
        said.append(data["text/plain"])
        return Handle()

    python = types.ModuleType("IPython")
    python.get_ipython = lambda: types.SimpleNamespace(kernel=object())
    python.display = types.ModuleType("IPython.display")
    python.display.display = display
    monkeypatch.setitem(sys.modules, "IPython", python)
    monkeypatch.setitem(sys.modules, "IPython.display", python.display)
    list(shown(range(6), 6, "curves"))
    assert said[0].startswith("curves: 2 of 6")
    assert said[-1] == ""
    assert terminal.getvalue() == ""
