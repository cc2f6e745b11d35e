"""Tiles: how a large product of matrices is cut into products that threads share.

The result is cut along its longer side alone. The cut follows from the shapes and not from the number of threads, so
neither do the bits.

Tests: tests/machine/test_blas_threads.py
"""

from __future__ import annotations

_LEAST = 2**22  # multiplications from which on threads share a product: 0.2 ms or so
_NARROW = 96  # rows or columns below which most of a product's time goes into copies of the other factor
_LONG = 2**29  # multiplications of one tile: some 10 to 50 ms, then a signal may come
_SHORT = 16  # and the narrowest one, if that is more


def tile_width(longer: int, shorter: int, inner: int) -> int:
    """Return how many rows, or columns, of a result each tile has; all if it is one."""
    each = inner * shorter
    most = max(_SHORT, _LONG // each)  # for signals
    if longer * each < _LEAST or longer < 2 * _NARROW:
        return min(longer, most)
    count = 1 << ((longer // _NARROW).bit_length() - 1)
    return min(-(-longer // count), most)
