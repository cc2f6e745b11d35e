"""Words of the block of memory that a stepper works on: integers, addresses and floats of 64 bits each.

`tapegrad.integrate.block_layout` lays out the block. A *row* is a step that was accepted: its
time, its length, the state before it, and the stages from which its dense output is computed.

Tests: tests/integrate/test_steppers.py
"""

from __future__ import annotations

from itertools import count

_numbers = count()


def _word(size: int = 1) -> int:
    """Return the place of the next words, of which there are so many."""
    first = next(_numbers)
    for _ in range(size - 1):
        next(_numbers)
    return first


# programs, each as four words: the address of its code, those of its tables of inputs and outputs, working memory
FIELD, JACOBIAN, PULL, EVENTS = _word(4), _word(4), _word(4), _word(4)
TIME, STATE, SEED = _word(), _word(), _word()  # where the programs read the time, the state and the seed
SLOPES_AT, SHARES, MATRIX = _word(), _word(), _word()  # where they write: `SLOPES_AT` is set before each call

N, PARTS, SIZES = _word(), _word(), _word()  # numbers of a state, how many arrays they are, and their sizes
START, ATOL, RTOL, MAX_STEP, FIRST_STEP = _word(), _word(), _word(), _word(), _word()  # FIRST_STEP: NaN for none
BEGIN, BOUND, UNTIL = (
    _word(),
    _word(),
    _word(),
)  # the first and the last time; after UNTIL no step is made; NaN for none

TIMES, AT, ORDER, RESULTS = _word(), _word(), _word(), _word()  # how many times are asked for; a result for each part
POLL, BETWEEN_POLLS = _word(), _word()

ROWS, CAPACITY, GROWS, DENSE = _word(), _word(), _word(), _word()  # DENSE: rows have all stages of the dense output
COUNT, NFEV, NJEV, NLU, STATUS = _word(), _word(), _word(), _word(), _word()

T, H_ABS, DIRECTION, NEXT, ROW = _word(), _word(), _word(), _word(), _word()
H_BEFORE, ERROR_BEFORE, CURRENT, FACTORED, T_BEFORE, LENGTH_BEFORE = (_word() for _ in range(6))

EVENT_COUNT, BEFORE_STEP, AFTER_STEP = _word(), _word(), _word()  # of functions of events; their values at both ends

PULLED, SEEDS, TOTAL = _word(), _word(), _word()  # numbers that parameters have; seeds by part; the sums of shares

# memory of a method: see `Method.areas`
NEW, WEIGHTS, FIRST, FAILED_AT = (_word() for _ in range(4))
STAGE_SLOPES, TRANSFORMED, REAL, COMPLEX, SCALE, ERROR, BEFORE = (_word() for _ in range(7))
LU_REAL, LU_COMPLEX, PIVOTS_REAL, PIVOTS_COMPLEX = (_word() for _ in range(4))
STAGE_SHARES, SYSTEM, SYSTEM_PIVOTS = (_word() for _ in range(3))

WORDS = next(_numbers)

# what a stepper returns: 0 at the end, or a status of a program (`machine.status`), or one of these
TOO_SMALL, NO_MEMORY, PAUSED = -1, -2, -3  # PAUSED: an event's function has changed its sign, and steps may go on
