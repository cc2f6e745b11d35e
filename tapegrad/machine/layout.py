"""The memory layout of runs and regions: numbers that Python and the compiled sweeps share.

A run of n instructions is four arrays::

    code   int32 (n, 4)   op code and up to three operand slots; an instruction's own slot is its index
    kinds  int32 (n,)     2 * form + requires_grad: shape and dtype of the result
    vals   float64 (n,)   results of one element (a float32 lies in the first half of its word)
    flags  uint8 (n,)     the bits below

and a list `arrays` of the results with several elements, None where nothing is stored. Together they are the
run's frame, the tuple ``(code, kinds, vals, flags, arrays)``.

Tests: tests/engine/test_stretches.py
"""

from __future__ import annotations

from tapegrad.named_tuples import NamedTuple

# op classes
LEAF, ELEMENTWISE, SUM, ARRAY, PICK = 0, 1, 2, 3, 4

# the op codes of leaves; all others are numbered by the registry
INPUT, CONST = 0, 1

# forms: one row of the table `forms` for each shape and dtype
PLAIN, SCALAR_F8, SCALAR_F4, LANES_F8, LANES_F4 = 0, 1, 2, 3, 4  # classes; PLAIN takes no part in regions
FORM_CLASS, FORM_ITERATION, FORM_SIZE, FORM_COLUMNS = 0, 1, 2, 4

# columns of a kernel table, whose rows are the op codes; BAR + k for argument k
FORWARD, SCALAR, REVERSE, BAR, USES, COLUMNS = 0, 1, 2, 3, 6, 8

# flag bits of a slot
LIVE = 1  # a Tensor held it at the flush: readable for good
STORED = 2  # its array is kept: it is read outside its region
NEEDED = 4  # this sweep wants its adjoint
REACHED = 8  # this sweep passes it
CONSUMED = 16  # an earlier sweep passed it and gave it up
FRESH = 32  # its adjoint array holds nothing yet
EARLY = 64  # a pick from an input array: done before all else

# kinds of segment, and the columns of the segment table:
# kind, start, stop, first and number of outside arrays read, first and number of arrays stored, iteration form
SCALARS_F8, SCALARS_F4, REGION, CALL, PICKS, SEGMENT_COLUMNS = 0, 1, 2, 3, 4, 8

MAX_REGION = 96  # instructions of a region; longer stretches are cut, so that registers stay in the cache

CHUNK = 1 << 16  # lanes between two returns to Python: for interrupts, and what a thread takes at a time

SUM_CHUNK = 256  # lanes that are summed without compensation; a divisor of a region's block

# a region's workspace: the words of its head, of which the last count the rows of its tables, then the tables
SIZE, BLOCK, ITEM, DIMS, NDIM = range(5)
HEAD = 13
MAX_LOCS = 8 * MAX_REGION


class Table(NamedTuple):
    """A table of a workspace: the word that counts its rows, the word it begins at, and how many a row has."""

    length: int
    first: int
    columns: int


ROWS = Table(5, HEAD, 5)  # kernel; locs of out, a, b, c
BARS = Table(6, ROWS.first + 5 * MAX_REGION, 8)  # kernel; locs of bar, g, out, a, b, c; whether to add
LOCS = Table(7, BARS.first + 8 * 4 * MAX_REGION, 3)  # kind, address, whether it is written
GATHERS = Table(8, LOCS.first + 3 * MAX_LOCS, 2)  # loc, array
SCATTERS = Table(9, GATHERS.first + 2 * MAX_LOCS, 2)  # loc, array
FILLS = Table(10, SCATTERS.first + 2 * MAX_LOCS, 2)  # loc, address of the scalar
SUMS = Table(11, FILLS.first + 2 * MAX_LOCS, 3)  # loc, address of the result, whether to add
TOUCHED = Table(12, SUMS.first + 3 * MAX_LOCS, 1)  # slots whose entries in the maps must be reset
WORKSPACE = TOUCHED.first + 2 * MAX_LOCS

STREAM, REGISTER = 0, 1  # kinds of loc: memory that the block moves along; scratch memory
FILL_BAR = 1  # in place of a kernel's address: the adjoint of a sum's operand

LANE = 8  # must be lane.WIDTH
