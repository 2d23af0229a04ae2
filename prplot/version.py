"""The version of prplot."""

__version__ = "0.1.0"
