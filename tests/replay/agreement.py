"""Compiled functions beside the same functions run eagerly."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.ir.program import Program
from tests.support import bits, plain

DTYPES = (np.float64, np.float32)
each_dtype = pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.__name__)


def same(found: Any, expected: Any, exact: bool = True, what: Any = "", amplified: float = 1.0) -> None:
    """Equal in shape, dtype and bits but for signs of zeros; or to rounding, which the record may amplify."""
    expected = plain(expected) if isinstance(expected, tg.Tensor) else np.asarray(expected)
    assert isinstance(found, (np.ndarray, np.generic)), what
    assert found.dtype == expected.dtype, what
    assert found.shape == expected.shape, what
    if exact and expected.dtype.kind == "f":
        np.testing.assert_array_equal(bits(found + 0.0), bits(expected + 0.0), err_msg=str(what))
    elif exact:
        np.testing.assert_array_equal(found, expected, err_msg=str(what))
    else:
        tolerance = amplified * (1e-12 if expected.dtype == np.float64 else 2e-6)
        scale = np.max(np.abs(expected[np.isfinite(expected)]), initial=1.0)
        np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance * scale, err_msg=str(what))


def takes(call: Any, dtype: Any) -> bool:
    """A program within an op is one of float64."""
    return dtype == np.float64 or not any(isinstance(value, Program) for value in call.keywords.values())


LAYOUTS = {
    "strided": lambda a: np.repeat(a, 2, axis=-1)[..., ::2],
    "reversed": lambda a: a[..., ::-1].copy()[..., ::-1],
    "Fortran": np.asfortranarray,
    "part": lambda a: np.pad(a, 1)[tuple(slice(1, -1) for _ in a.shape)],
    "big-endian": lambda a: a.astype(a.dtype.newbyteorder(">")),
    "unaligned": lambda a: np.frombuffer(b"x" + a.tobytes(), a.dtype, a.size, 1).reshape(a.shape),
    "read-only": lambda a: np.frombuffer(a.tobytes(), a.dtype).reshape(a.shape),
    "repeated": lambda a: np.broadcast_to(a[:1], a.shape),
    "float16": lambda a: a.astype(np.float16),
    "integers": lambda a: np.rint(a * 3).astype(np.int32),
}
