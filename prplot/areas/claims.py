"""Claims that a tool prints the number of a convention, and what they rest on."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["SINGLE", "TESTED", "Claim"]

# Tools whose numbers are compared with ours in tests/peers, and the version of which the claims speak.
TESTED = {
    "scikit-learn": "1.9.1",
    "torchmetrics": "1.9.0",
    "Keras": "3.15.1",
    "XGBoost": "3.2.0",
    "pyprg": "0.1.1b7",
    "ROCR": "1.0-11",
    "pROC": "1.18.0",
    "pycocotools": "2.0.11",
    "pytrec_eval": "0.5.11",
}

# What numbers computed in single precision keep.
SINGLE = 1e-6


@dataclass(frozen=True)
class Claim:
    """That a tool prints the number of a convention.

    Attributes
    ----------
    tool : str
        Its name.
    call : str
        What one calls there.
    for_ : tuple of str
        What must hold of the sample for the claim to hold; keys of
        `prplot.areas.conditions.CONDITIONS`. Empty: any labels and weights.
    within : float
        How far its number may be from ours: it computes in single precision, or on a grid.
    remark : str
        What else one should know.
    unreturned : bool
        Whether the tool knows of positives that no threshold returns, and needs no negatives.
    """

    tool: str
    call: str
    for_: tuple[str, ...] = ()
    within: float = 1e-9
    remark: str = ""
    unreturned: bool = False

    @property
    def tested(self) -> bool:
        """Whether the tool was run and its numbers are compared with ours in the tests."""
        return self.tool in TESTED

    @property
    def status(self) -> str:
        """What the claim rests on: "tested against TOOL VERSION" or "from its source, not run"."""
        return f"tested against {self.tool} {TESTED[self.tool]}" if self.tested else "from its source, not run"

    @property
    def basis(self) -> str:
        """What the claim rests on, how close the number is, and the remark."""
        close = f"to about {self.within:.0e}".replace("e-0", "e-") if self.within >= SINGLE else ""
        return "; ".join(filter(None, (self.status, close, self.remark)))

    def __str__(self) -> str:
        samples = f"; for {', '.join(self.for_)}" if self.for_ else ""
        return f"{self.tool}: {self.call} ({self.basis}{samples})"
