"""What functions of SciPy's linear algebra without a record leave open in their results."""

from __future__ import annotations

from typing import Any

import numpy as np


def _without_the_other_triangle(found: Any) -> Any:
    c, lower = found
    return np.tril(c) if np.all(lower) else np.triu(c), lower


OPEN = {"scipy.linalg.cho_factor": _without_the_other_triangle}
