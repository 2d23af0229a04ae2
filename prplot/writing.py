"""Write a file completely, or leave the old one unchanged."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from prplot.errors import PrplotError


class WriteError(PrplotError, OSError):
    """A file could not be written; its name is ``filename``, the reason ``strerror``."""

    def __str__(self) -> str:
        return f"{self.filename} cannot be written: {self.strerror}."


@contextmanager
def written_whole(file: Path) -> Iterator[Path]:
    """Yield a place to write to; at the end the file is what is there, on failure nothing is left.

    A symbolic link stays one: the file that it leads to is written. The permissions of an existing file are kept.
    A device or a pipe is written to as it is, since nothing may take its place.

    Raises
    ------
    WriteError
        With the name of ``file``, whatever failed.
    """
    target = Path(os.path.realpath(file))
    try:
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, "it is a folder")
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if target.exists() and not target.is_file():
            yield file
            return
        with TemporaryDirectory(prefix=".prplot-", dir=target.parent) as folder:
            place = Path(folder, file.name)
            yield place
            if target.exists():
                shutil.copymode(target, place)
            place.replace(target)
    except OSError as error:
        raise WriteError(error.errno, error.strerror or str(error), str(file)) from None
