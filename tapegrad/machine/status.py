"""Status codes of compiled code: 0 when it is done, 1 + the number of the first guard that failed, or one of these.

Tests: tests/engine/test_failures.py
"""

from __future__ import annotations

INNER_GUARD = 1 << 40  # a guard failed within a program that this one runs
RAISED = 1 << 41  # code of a user raised an exception: a compiled kernel, or Python code
INTERRUPTED = 1 << 42  # a poll stopped it
FAILED = 1 << 43  # a function of linear algebra has no result for these values, or one does not take them
OUTSIDE = 1 << 44  # an integer that is data names a position that the array does not have
