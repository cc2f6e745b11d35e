"""The matcher's table: addresses that compiled code reads in this process, and the stub of an edge.

Both are arrays of 64-bit words. The table says where objects have their slots, and which objects there are; a stub says
what the operands of a call must be for an edge to be followed, and what is then appended. See
`tapegrad.engine.matcher`, which reads them, and `tapegrad.trace_cache.stubs`, which writes stubs.

Tests: tests/trace_cache/test_index_operands.py
"""

from __future__ import annotations

from tapegrad.cpython.field_offsets import CONTIGUOUS as CONTIGUOUS
from tapegrad.cpython.field_offsets import DATA_AT as DATA_AT
from tapegrad.cpython.field_offsets import DTYPE_AT as DTYPE_AT
from tapegrad.cpython.field_offsets import FLAGS_AT as FLAGS_AT
from tapegrad.cpython.field_offsets import NDIM_AT as NDIM_AT
from tapegrad.cpython.field_offsets import SHAPE_AT as SHAPE_AT

(
    # types and single objects
    TENSOR, PENDING, FAMILY, ARRAY, FLOAT, INT, STR, SLICE, LIST, DICT, TUPLE, FLOAT64, INT64, NONE, TRUE,
    FALSE, KEY, MODES, SERIAL, ROOT, FRESH, FRESH_RUN, CALLED, CODES, ENTWINE, FLUSH,
    EMPTY, FUNCTION_CALL, FRAME, VALUES, RELEASED,
    # where slots lie
    T_FAMILY, T_I, T_INSTRUCTION, T_NODE, F_RUN, F_LIMIT, F_REQUIRES_GRAD, F_INSTRUCTIONS, F_OWNER,
    F_MODES, F_PAIRS, F_CONSTS, F_OUT, F_ID, R_BACKING, R_SOURCES, R_SERIAL, R_OWNER, U_RUN, U_INSTRUCTIONS, U_NODE,
    U_OUTDATED, U_MODES, U_NUMBERS, U_IMPORTED, U_GIVEN, U_ROOM, U_CALLS, U_FAMILIES, U_EARLY,
    KEPT_OF_CALL, KEPT_OF_VALUES, KEPT_OF_RELEASED, B_ARRAYS, B_VALS, B_SAVED, B_DEFERRED, N_ORDER, N_STOP, E_STUB,
    D_ARRAY, D_BASE, O_PENDING, O_THREAD, O_IDENT, O_RUNS, O_CROWDED, M_PLAIN, M_GRAD,
    # lists of such places, and room for what one call needs
    RUN_SLOTS, PENDING_SLOTS, FAMILY_SLOTS, THREAD, CELL, CELL_1, CELL_2, OPERANDS,
) = range(88)  # fmt: skip

MOST = 48  # operands of a call, and of these, how many may be new to a run
NEW = OPERANDS + 2 * MOST  # (Tensor or number, version, array, where its data lie) of each
ENTRIES = NEW + 4 * MOST  # (code, function, kind) of each method
METHODS = 64
SIZE = ENTRIES + 3 * METHODS
ARRAYS, SWAPPED, COMMUTES = 1, 2, 4  # kinds: operands may be arrays; it is the right one, which may change with floats
OF_METHOD, OF_UFUNC, OF_FUNCTION, QUICK = 8, 16, 32, 64  # any arguments; those of NumPy's two protocols; a fast path
PROMPT = 128  # it may be computed at once where no gradients are recorded

# a stub: its head, four words for each operand, four for each step, two for each number that must lie in the run
(
    P_CODE, P_COUNT, P_STEPS, P_FIRST, P_FLAGS, P_TYPE, P_INSTRUCTION, P_NODE, P_PASSES, P_CALLS, P_FAMILY,
    P_VIEW, P_STATIC, P_NEED, P_NUMBERS, HEAD,
) = range(16)  # fmt: skip
VIEW, RESHAPED, PICKS_EARLY, PACKED = 1, 2, 4, 8  # flags
SLOT, LEAF, SAME, KNOWN, NUMBER, PLAIN, WITHIN, DATA, POSITIONS = range(9)  # operands
GIVEN, SCALAR_F8, SCALAR_F4, CONSTANT, TEMPLATE, INSTRUCTION, MADE = range(7)  # steps
REQUIRES_GRAD = 8  # added to a step
OF_ONE = 16  # added to a leaf: a number; the rest of that word are the bytes of plain data, also of positions
OF_SLICE = 16  # added to positions: of a slice
