"""Sorting numbers that carry something along: as whole numbers with room for it in their last bits.

NumPy sorts whole numbers several times as fast as it finds the order of floats. The bits of float64 numbers are in the
order of the numbers, but for signs; what all of them have in common is taken away, and there is room for a label, or
for the number of a row.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.rows.arrays import BLOCK, FloatArray, blocks
from prplot.rows.sums import whole

__all__ = ["BITS", "FEW", "Order", "SortKeys", "direction", "rising_order"]

BITS = 64
MAGNITUDE = np.int64(2**63 - 1)
# So few numbers are put in order as they are, without a look at their bits.
FEW = 4096
# Beyond these a whole number is taken for a float like others.
LARGEST_WHOLE = 2.0**62

Integers = NDArray[np.int64]


class SortKeys(NamedTuple):
    """How numbers become keys: whole numbers from 0 on, in the same order, equal where the numbers are.

    Attributes
    ----------
    bits : int
        How many bits the largest key has.
    least : int
        What becomes 0.
    spare : int
        The last bits that are 0 in all numbers; -1 where the numbers are whole and their keys are their values.
    nearest : int
        The bits of the number nearest to 0, other than 0, less one: what lies between it and 0 is nothing.
    """

    bits: int
    least: int
    spare: int
    nearest: int

    @classmethod
    def of(cls, numbers: FloatArray) -> SortKeys:
        """Return the keys with the fewest bits for some numbers, at least one and none of them NaN."""
        low, high = float(numbers.min()), float(numbers.max())
        if low > -LARGEST_WHOLE and high < LARGEST_WHOLE and whole(numbers):
            return cls((int(high) - int(low)).bit_length(), int(low), -1, 0)
        used, nearest = 0, 2**63
        for block in blocks(len(numbers)):
            magnitude = numbers[block].view(np.int64) & MAGNITUDE
            used |= int(np.bitwise_or.reduce(magnitude))
            magnitude -= 1
            # 0 becomes the largest.
            nearest = min(nearest, int(magnitude.view(np.uint64).min()))
        spare = (used & -used).bit_length() - 1
        shape = cls(0, 0, spare, nearest >> spare)
        least, most = shape._signed(low), shape._signed(high)
        return shape._replace(bits=(most - least).bit_length(), least=least)

    def write(self, numbers: FloatArray, shift: int, out: Integers) -> None:
        """Write the keys of a block of numbers, shifted to the left, or to the right where that is negative."""
        if self.spare < 0:
            out[:] = numbers
            np.subtract(out, self.least, out=out)
        else:
            given = numbers.view(np.int64)
            np.bitwise_and(given, MAGNITUDE, out=out)
            if self.spare:
                np.right_shift(out, self.spare, out=out)
            np.subtract(out, self.nearest, out=out)
            np.maximum(out, 0, out=out)
            sign = given >> (BITS - 1)
            # -x is ~x + 1, and ~x is x ^ -1.
            np.bitwise_xor(out, sign, out=out)
            sign += self.least
            np.subtract(out, sign, out=out)
        if shift > 0:
            np.left_shift(out, shift, out=out)
        elif shift < 0:
            # What is largest has the bit of the sign.
            unsigned = out.view(np.uint64)
            np.right_shift(unsigned, np.uint64(-shift), out=unsigned)

    def read(self, keys: NDArray[np.uint64]) -> FloatArray:
        """Return the numbers that have these keys."""
        value = keys.view(np.int64) + self.least
        if self.spare < 0:
            return value.astype(np.float64)
        sign = value >> (BITS - 1)
        magnitude = (value ^ sign) - sign
        magnitude[magnitude > 0] += self.nearest
        magnitude <<= self.spare
        magnitude |= sign << (BITS - 1)
        return magnitude.view(np.float64)

    def _signed(self, number: float) -> int:
        """Return the key of one number, before the least is taken away."""
        magnitude = int(np.float64(abs(number)).view(np.int64)) >> self.spare
        above = max(magnitude - self.nearest, 0)
        return above if number >= 0 else -above


def direction(numbers: FloatArray) -> int:
    """Return 1 for numbers that never fall, -1 for others that never rise, and 0; mostly seen at once."""
    for sign, in_order in ((1, np.less_equal), (-1, np.greater_equal)):
        if bool(in_order(numbers[:FEW][:-1], numbers[:FEW][1:]).all()) and all(
            in_order(numbers[block], numbers[1:][block]).all() for block in blocks(len(numbers) - 1)
        ):
            return sign
    return 0


class Order(NamedTuple):
    """Numbers in rising order.

    Attributes
    ----------
    rows : array of shape (n,)
        Which comes first, second and so on; equal ones in any order.
    rises : array of shape (n - 1,)
        Whether the next one is larger, or else equal.
    """

    rows: NDArray[np.intp]
    rises: NDArray[np.bool_]


def rising_order(numbers: FloatArray) -> Order:
    """Return at least one number, none of them NaN, in rising order."""
    if len(numbers) <= FEW:
        return _with_rises(np.argsort(numbers), numbers)
    if along := direction(numbers):
        return _with_rises(np.arange(len(numbers))[::along], numbers)
    keys, row_bits = SortKeys.of(numbers), (len(numbers) - 1).bit_length()
    # Where a key has no room for the row its last bits have to go.
    lost = max(keys.bits + row_bits - BITS, 0)
    found = np.empty(len(numbers), dtype=np.int64)
    rows = np.arange(BLOCK)
    for block in blocks(len(numbers)):
        out = found[block]
        keys.write(numbers[block], -lost, out)
        out <<= row_bits
        out |= rows[: len(out)]
        rows += BLOCK
    # The bit of a sign counts like any other.
    found.view(np.uint64).sort()
    rises = np.empty(len(found) - 1, dtype=bool)
    for block in blocks(len(rises)):
        rises[block] = (found[1:][block] ^ found[block]).view(np.uint64) >> np.uint64(row_bits) > 0
    found &= (1 << row_bits) - 1
    if lost:
        # What is left of a key is that of the row before or of the row after.
        near = np.flatnonzero(~(np.append(rises, True) & np.append(True, rises)))
        if 2 * len(near) > len(numbers):
            return _with_rises(np.argsort(numbers), numbers)
        if len(near):
            _put_in_order(found, near, numbers, rises)
    return Order(found, rises)


def _with_rises(rows: NDArray[np.intp], numbers: FloatArray) -> Order:
    rising = numbers[rows]
    return Order(rows, rising[1:] > rising[:-1])


def _put_in_order(found: Integers, near: NDArray[np.intp], numbers: FloatArray, rises: NDArray[np.bool_]) -> None:
    """Put rows, some of them neighbours that are only nearly in order, in order."""
    # Runs of them are in order among each other, so that all can be sorted as one.
    rows = found[near]
    rows = rows[np.argsort(numbers[rows])]
    found[near], values, follows = rows, numbers[rows], near[1:] == near[:-1] + 1
    rises[near[:-1][follows]] = (values[1:] > values[:-1])[follows]
