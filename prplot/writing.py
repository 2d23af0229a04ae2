"""Write a file completely, or leave the old file unchanged."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from prplot.errors import PrplotError, invalid, short

if sys.platform != "win32":
    import fcntl


class WriteError(PrplotError, OSError):
    """A file could not be written; ``filename`` is its name and ``strerror`` the reason."""

    def __str__(self) -> str:
        return f"{self.filename} cannot be written: {self.strerror}."


def named_file(argument: str, path: str | os.PathLike[str]) -> Path:
    """Return the path of a file; raise an error for a name that only a folder can have."""
    name = os.fspath(path)
    if "\0" in name:
        raise invalid(argument, "be the name of a file, without null characters", short(name))
    # A name that ends in a separator has no last part; `Path` would drop the separator.
    if os.path.split(name)[1] in ("", ".", ".."):
        raise invalid(argument, "end in the name of a file", short(name), "For example 'figure.pdf'.")
    return Path(name)


@contextmanager
def written_whole(file: Path) -> Iterator[Path]:
    """Yield a draft that replaces the file on success and is deleted on failure.

    A symbolic link stays one: the file that it leads to is written. The permissions of an existing file are kept.
    A device or a pipe is written to as it is, since nothing may take its place. What a process that was killed has left
    beside the file is removed.

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
        with _folder_beside(target) as folder:
            draft = Path(folder, file.name)
            yield draft
            if target.exists():
                shutil.copymode(target, draft)
            draft.replace(target)
    except OSError as error:
        raise WriteError(error.errno, error.strerror or str(error), str(file)) from None


@contextmanager
def _folder_beside(target: Path) -> Iterator[str]:
    """Yield a temporary folder beside a file, and remove such folders that were left over by killed processes."""
    # The name of the file may be too long for a part of the folder's name.
    beginning = f".prplot-{sha256(os.fsencode(target.name)).hexdigest()[:12]}-"
    for left_over in target.parent.glob(f"{beginning}*"):
        with suppress(OSError), _locked(left_over) as free:
            if free:
                shutil.rmtree(left_over)
    with TemporaryDirectory(prefix=beginning, dir=target.parent) as folder, _locked(Path(folder)):
        yield folder


@contextmanager
def _locked(folder: Path) -> Iterator[bool]:
    """Lock a folder until the block or the process ends; yield False if another process holds the lock."""
    if sys.platform == "win32":
        # Windows cannot remove an open file, so no lock is needed.
        yield True
        return
    handle, free = os.open(folder, os.O_RDONLY), True
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            free = False
        yield free
    finally:
        os.close(handle)
