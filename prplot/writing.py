"""Files that are written whole, or stay as they were."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from prplot.errors import PrplotError

__all__ = ["WriteError", "written_whole"]


class WriteError(PrplotError, OSError):
    """A file could not be written; its name is ``filename``, the reason ``strerror``."""

    def __str__(self) -> str:
        return f"{self.filename} cannot be written: {self.strerror}."


@contextmanager
def written_whole(file: Path) -> Iterator[Path]:
    """Yield a place to write to; at the end the file gets what is there, on failure nothing is left.

    What the name leads to stays what it is: a symbolic link and the names of a hard link lead to
    the new content, permissions and owner are kept, and devices and pipes are written to. So only
    a new file, or one without such ties, appears at once; into others the content is copied.

    Raises
    ------
    WriteError
        With the name of ``file``, whatever failed.
    """
    try:
        old = _found(file)
        target = Path(os.path.realpath(file))
        moved = old is None or _replaceable(old, target.parent)
        handle, name = tempfile.mkstemp(file.suffix, ".prplot-", target.parent if moved else None)
        os.close(handle)
        place = Path(name)
        try:
            yield place
            if moved:
                place.chmod(_usual() if old is None else stat.S_IMODE(old.st_mode))
                place.replace(target)
            else:
                with place.open("rb") as content, file.open("wb") as stream:
                    shutil.copyfileobj(content, stream)
        finally:
            place.unlink(missing_ok=True)
    except WriteError:
        raise
    except OSError as error:
        raise WriteError(error.errno, error.strerror or str(error), str(file)) from None


def _found(file: Path) -> os.stat_result | None:
    """Return the status of what the name leads to, which may be written; None for nothing."""
    try:
        old = file.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(old.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    if not os.access(file, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return old


def _replaceable(old: os.stat_result, folder: Path) -> bool:
    """Return whether a file of this process can take the place of the old one without a trace."""
    if os.name == "posix" and (old.st_uid, old.st_gid) != (os.geteuid(), os.getegid()):
        return False
    return stat.S_ISREG(old.st_mode) and old.st_nlink == 1 and os.access(folder, os.W_OK)


def _usual() -> int:
    """Return the permissions of any new file: a temporary one is private."""
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
