"""The modules of elementary functions, which are imported when a kernel that calls one is compiled.

Rules name their functions and do not hold them: ``lambda x: vecmath.exp(x)``.

Tests: tests/ops/test_elementwise.py
"""

from typing import TYPE_CHECKING

from tapegrad.lazy_imports import modules_later

if TYPE_CHECKING:
    from tapegrad.machine import vecinverse as vecinverse
    from tapegrad.machine import veclog as veclog
    from tapegrad.machine import veclog_single as veclog_single
    from tapegrad.machine import vecmath as vecmath
    from tapegrad.machine import vecmath_single as vecmath_single
else:
    vecinverse, veclog, veclog_single, vecmath, vecmath_single = modules_later(
        "tapegrad.machine.vecinverse", "tapegrad.machine.veclog", "tapegrad.machine.veclog_single",
        "tapegrad.machine.vecmath", "tapegrad.machine.vecmath_single",
    )  # fmt: skip
