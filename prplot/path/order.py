"""Sort scores fast. This is the only clever module of prplot.

NumPy sorts integers several times as fast as it computes the sorting order of floats. The bits of float64 numbers, read
as integers, have the order of the numbers, except for signs. Removing the bits that all scores share leaves room in
each integer for a label or a row number, which is then sorted along with the score.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.rows.arrays import BLOCK, BoolArray, FloatArray, IntArray, blocks

BITS = 64
MAGNITUDE = np.int64(2**63 - 1)
# For at most this many numbers argsort is fast enough.
FEW = 4096
# Keys of at most COUNTED_BITS bits are counted instead of sorted, if each occurs OF_EACH times on average.
COUNTED_BITS, OF_EACH = 16, 4

Integers = NDArray[np.int64]


class Keys(NamedTuple):
    """How floats become integer keys from 0 on that have the same order; equal numbers have equal keys.

    Attributes
    ----------
    bits : int
        How many bits the largest key has.
    least : int
        The number that is subtracted, so that the smallest key is 0.
    spare : int
        The number of last bits that are 0 in all numbers, and are dropped.
    nearest : int
        The bits of the smallest nonzero magnitude, minus one; this gap around 0 is removed.
    """

    bits: int
    least: int
    spare: int
    nearest: int

    @classmethod
    def of(cls, numbers: FloatArray) -> Keys:
        """Return the form of keys with the fewest bits for these numbers; there must be at least one, and no NaN."""
        used, nearest = 0, int(MAGNITUDE)
        for block in blocks(len(numbers)):
            magnitude = numbers[block].view(np.int64) & MAGNITUDE
            used |= int(np.bitwise_or.reduce(magnitude))
            # For 0 the subtraction wraps around to the largest unsigned integer, so 0 never becomes the nearest.
            nearest = min(nearest, int((magnitude - 1).view(np.uint64).min()))
        spare = max((used & -used).bit_length() - 1, 0)
        # These keys allow for negative numbers; if there are none, this does no harm.
        keys = cls(0, -1, spare, nearest >> spare)
        ends = np.empty(2, dtype=np.int64)
        keys.write(np.array([numbers.min(), numbers.max()]), 0, ends)
        least, most = (ends - 1).tolist()
        return keys._replace(bits=(most - least).bit_length(), least=least)

    def write(self, numbers: FloatArray, shift: int, out: Integers) -> None:
        """Write the keys of a block of numbers into ``out``, shifted left, or right if ``shift`` is negative."""
        bits = numbers.view(np.int64)
        if self.least < 0:
            # The magnitude bits of negative numbers rise as the numbers fall, so they are inverted.
            bits = ((bits >> (BITS - 1)) & MAGNITUDE) ^ bits
        np.right_shift(bits, self.spare, out=out)
        gap = np.minimum(out, self.nearest)
        if self.least < 0:
            np.maximum(gap, -self.nearest, out=gap)
        gap += self.least
        np.subtract(out, gap, out=out)
        if shift > 0:
            np.left_shift(out, shift, out=out)
        elif shift < 0:
            # A right shift may fill the highest bits with ones; the later left shift, which makes room for rows, drops
            # them.
            np.right_shift(out, -shift, out=out)

    def read(self, keys: NDArray[np.uint64]) -> FloatArray:
        """Return the numbers that have these keys."""
        value = keys.view(np.int64) + self.least
        sign = value >> (BITS - 1)
        magnitude = value ^ sign
        magnitude[value != 0] += self.nearest
        return ((magnitude << self.spare) | (sign << (BITS - 1))).view(np.float64)


def _direction(numbers: FloatArray) -> int:
    """Return 1 if the numbers never fall, -1 if they never rise, else 0; usually the first block decides."""
    for sign, in_order in ((1, np.less_equal), (-1, np.greater_equal)):
        if all(in_order(numbers[block], numbers[1:][block]).all() for block in blocks(len(numbers) - 1)):
            return sign
    return 0


def sorted_with_labels(score: FloatArray, positive: BoolArray, form: Keys) -> NDArray[np.uint64]:
    """Return the keys of scores in rising order, with the label in the last bit of each."""
    labeled = np.empty(len(score), dtype=np.int64)
    for block in blocks(len(score)):
        form.write(score[block], 1, labeled[block])
        labeled[block] |= positive[block]
    keys = labeled.view(np.uint64)
    along = _direction(score)
    if not along:
        keys.sort()
    return np.ascontiguousarray(keys[:: along or 1])


def counted(score: FloatArray, positive: BoolArray, form: Keys) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the distinct scores, falling, and the number of positives and negatives at each; for short keys only."""
    count = np.zeros(2 << form.bits)
    size = max(BLOCK, len(count))
    key = np.empty(size, dtype=np.int64)
    for block in blocks(len(score), size):
        labeled = key[: block.stop - block.start]
        form.write(score[block], 1, labeled)
        labeled |= positive[block]
        count += np.bincount(labeled, minlength=len(count))
    negatives, positives = count.reshape(-1, 2).T
    present = np.flatnonzero((negatives > 0) | (positives > 0))[::-1]
    return form.read(present.astype(np.uint64)), positives[present], negatives[present]


def rising_order(numbers: FloatArray) -> tuple[IntArray, BoolArray]:
    """Return the order that sorts numbers (rising), and whether each sorted number is larger than the one before.

    Equal numbers come in any order. There must be at least one number, and no NaN.
    """
    if len(numbers) <= FEW:
        return _with_rises(np.argsort(numbers), numbers)
    if along := _direction(numbers):
        return _with_rises(np.arange(len(numbers))[::along], numbers)
    keys, row_bits = Keys.of(numbers), (len(numbers) - 1).bit_length()
    # If a key and a row number do not fit into 64 bits together, the last bits of the key are dropped.
    lost = max(keys.bits + row_bits - BITS, 0)
    order = np.empty(len(numbers), dtype=np.int64)
    for block in blocks(len(numbers)):
        out = order[block]
        keys.write(numbers[block], -lost, out)
        out <<= row_bits
        out |= np.arange(block.start, block.stop)
    # The sort is unsigned, because the keys use the sign bit too.
    order.view(np.uint64).sort()
    rises = np.empty(len(order) - 1, dtype=bool)
    for block in blocks(len(rises)):
        rises[block] = (order[1:][block] ^ order[block]).view(np.uint64) >> np.uint64(row_bits) > 0
    order &= (1 << row_bits) - 1
    if lost:
        # Numbers with equal shortened keys are neighbors now, but not sorted yet, so each run of them is sorted.
        near = np.flatnonzero(~(np.append(rises, True) & np.append(True, rises)))
        if 2 * len(near) > len(numbers):
            return _with_rises(np.argsort(numbers), numbers)
        rows = order[near]
        # One sort of all runs keeps each run in its place, because its numbers are larger than those of the run before.
        order[near], rises[near[:-1]] = _with_rises(rows[np.argsort(numbers[rows])], numbers)
    return order, rises


def _with_rises(rows: IntArray, numbers: FloatArray) -> tuple[IntArray, BoolArray]:
    rising = numbers[rows]
    return rows, rising[1:] > rising[:-1]
