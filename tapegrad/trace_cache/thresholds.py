"""Thresholds and switches of the trace cache: when an exit is compiled, and how much is kept.

All numbers are counts, never times: equal programs compile the same, and so give the same bits.

Tests: tests/trace_cache/test_interrupts.py
"""

from __future__ import annotations

import os

# ------------------------------------------------------------------------------------------------ hotness

FOLLOWED_CALLS = 256  # calls that followed an edge, of all code, until the compiled matcher is loaded (0.3 to 0.6 s)
CALLS_OF_AN_OP = 128  # of one op on operands of the same forms, until that op has machine code of its own (5 to 20 ms)
VALUES_ALONE = 4  # times as many reads as sweeps before a program gives values alone, which spares less
SCORE_OF_SWEEP, SCORE_OF_READ = 5, 4  # what a sweep adds to the score of a read, and a read takes from it
_SWEEPS = 64


def sweeps_until_hot(instructions: int) -> int:
    """Return the number of the sweep for which a program is made: by then, as much time was spent as that costs.

    In long runs, sweeps and programs both cost in proportion to the length.
    """
    return _SWEEPS + min(instructions, _SWEEPS)


# ------------------------------------------------------------------------------------------------ back-off

RUNS_IN_VAIN = 64  # in a row that a program closed and that were executed after all, until runs are executed at once
RUNS_OF_REST = 1024  # for as many the first time, then twice as many each time, up to this number
# that begin as one that was too long for the tree, or went on after its first call, until one is tried again
RUNS_OFF_TREE = 255

# ------------------------------------------------------------------------------------------------ what is kept

NODES = 1 << 14  # of the tree, some 500 bytes each
BRANCHES = 32  # of one node
BEGINNINGS = 512  # branches of the root
EXITS = 8  # of one node; and sweeps that begin in one run at various slots
RUN_LENGTH = 1000  # instructions of a run on the tree
RECORDING_LENGTH = 1 << 12  # instructions of what a transform records and its sweeps append, on a tree of its own
SWEEP_BYTES = 1 << 20  # of arrays that such a sweep appends
STRETCH = 64  # of the operators' fast path at once: to take in more costs what the next call spares
CALL_ARRAYS = 4  # calls at one node that differ in arrays
CALL_VALUES = 16  # or in anything else but the first operand
KEY_ARRAYS = 512  # arrays that keys name
KEY_BYTES = 1 << 15  # of an array that is part of a key
OP_CODES = 512  # ops with machine code of their own
FEWEST_ROWS = 32  # of a program of rows whose number varies
NUMBERS_OF_ROWS = 4  # that a mask chooses at one node until they share programs
PATHS_OF_ROWS = 256  # of other numbers of rows behind one node
SMALL = 1 << 14  # elements beside which the cost of Python matters: of an operand, or of all results of a run

# ------------------------------------------------------------------------------------------------ switches


class _Settings:
    """The settings, of the whole process.

    Attributes
    ----------
    on : bool
        What runs record is looked up and learnt, and what returns is compiled.
    verbose : bool
        A line is printed whenever something is compiled or refused.
    timed : bool
        Turns of loops are timed.
    """

    __slots__ = ("on", "timed", "verbose")

    def __init__(self) -> None:
        self.on, self.timed = True, False
        self.verbose = os.environ.get("TAPEGRAD_TRACE", "0") not in ("", "0")


settings = _Settings()
