from __future__ import annotations

import io
from collections.abc import Callable

import pytest


@pytest.fixture
def saved() -> Callable[..., bytes]:
    """What is in the file of a figure."""

    def save(artists, ending: str, **options) -> bytes:
        file = io.BytesIO()
        artists.save(file, format=ending, **options)
        return file.getvalue()

    return save
