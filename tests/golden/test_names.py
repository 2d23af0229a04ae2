"""The public names are there, and take the arguments that they took."""

from golden.names import record
from golden.recorders import golden


def test_names():
    (now,) = record().values()
    # Whatever is new is written down too.
    assert now == golden("names.json")
