"""SciPy's functions in exported C: those of `libm`, and rules for some that it lacks.

Rules of ops call SciPy by address, which no file can hold. What stands neither here nor there is refused by its name.

Tests: tests/export/test_c_ops.py
"""

from __future__ import annotations

import math
from collections.abc import Callable

from tapegrad.machine import veclog
from tapegrad.machine.lane import Lane, select
from tapegrad.machine.vecspecial import digamma_elsewhere, erfc

OF_LIBM = {"gamma": "tgamma", "gammaln": "lgamma"}


def _times_log(x: Lane, logarithm: Lane) -> Lane:
    return select((x == 0.0) & (logarithm == logarithm), 0.0, x * logarithm)


RULES: dict[str, tuple[tuple[str, ...], Callable[..., Lane]]] = {
    "psi": (("x",), digamma_elsewhere),
    "ndtr": (("x",), lambda x: 0.5 * erfc(-x * math.sqrt(0.5))),
    "xlogy": (("x", "y"), lambda x, y: _times_log(x, veclog.log(y))),
    "xlog1py": (("x", "y"), lambda x, y: _times_log(x, veclog.log1p(y))),
}
