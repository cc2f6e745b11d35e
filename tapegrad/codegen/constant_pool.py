"""The constant pool of a function: the arrays whose addresses it is given, and what they were made from.

Where numbers are data, the same machine code serves other sizes with other arrays in these places. So the pool knows
which of them are constants of the program, and which are tables of numbers that follow from sizes.

Tests: tests/codegen/test_size_bindings.py
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from tapegrad.machine.extents import now


class ConstantPool(list[np.ndarray]):
    """Constants and tables.

    Attributes
    ----------
    slots : dict
        By the number of an array, the constants of the program that it holds; -1 for an array of its own.
    numbers : dict
        By the number of a table of which some numbers may be extents, these numbers.
    """

    def __init__(self) -> None:
        self.slots: dict[int, set[int]] = defaultdict(set)
        self.numbers: dict[int, list[int]] = {}
        self._places: dict[int, int] = {}

    def place(self, array: np.ndarray, slot: int = -1) -> int:
        """Return the number of an array, which may be the constant of a slot; of objects, it is a table of numbers."""
        if array.dtype == object:
            self.numbers[len(self)] = array.ravel().tolist()
            array = np.array([*map(now, array.ravel().tolist())], np.int64)
        array = np.ascontiguousarray(array)
        k = self._places.setdefault(id(array), len(self))
        if k == len(self):
            self.append(array)
        self.slots[k].add(slot)
        return k
