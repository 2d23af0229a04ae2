"""Kernels of notebooks that are tested side by side never choose the same ports."""

from __future__ import annotations

import os
import socket
from itertools import count

from jupyter_client.connect import LocalPortCache


class PortsOfThisProcess(LocalPortCache):
    """Ports outside of those that the system gives to anybody, other ones for each process of the tests.

    Jupyter asks the system for a free port, and its kernel binds it a second later, when another kernel, a server or
    a browser may have got it.
    """

    def __init__(self) -> None:
        super().__init__()
        worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
        self._next = count(11_000 + 1_000 * int(worker))

    def find_available_port(self, ip: str) -> int:
        """Return the next port of this process that nobody listens to."""
        return next(port for port in self._next if _is_free(ip, port))


def _is_free(ip: str, port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((ip, port)) != 0


PortsOfThisProcess.instance()
