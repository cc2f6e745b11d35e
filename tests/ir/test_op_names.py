"""Ops bear NumPy's names; files in which they had others are read, but for ops that give other results now."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import TapeFileError
from tapegrad.ir import files
from tapegrad.ops import composites, declare, dispatch_tables
from tests.ir.test_files import built, parsed

OLD = Path(__file__).with_name("version_1.tape")  # written when ops had names of their own
X, V = np.arange(6.0).reshape(2, 3) / 4 - 0.5, np.array([0.5, -1.0, 0.25])
RUN = {"call": "checkpoint", "call_keeping": "checkpoint_keeping"}  # their results were packed into one array


def old_file() -> io.BytesIO:
    """The file without the instructions that run programs."""
    header, arrays = parsed(OLD.read_bytes())
    program = header["programs"][-1]
    first = next(k for k, row in enumerate(program["instructions"]) if row[0] in RUN)
    del program["instructions"][first:]
    program["outputs"] = [s for s in program["outputs"] if s < first]
    header["programs"] = [program]
    dict(header["call"]["dict"])["result"][1 + len(program["outputs"]) :] = []
    return io.BytesIO(built(header, arrays, version=1))


def expected(x, v):
    """What the tape in the file computes, by NumPy."""
    a = x.T @ x
    b = np.concatenate([a, np.flip(a, 0)])
    c = np.broadcast_to(v, (2, 3)) * np.max(x, axis=0)
    d = np.cumsum(b, axis=1).sum(axis=0) + x.T @ v[:2] - np.min(x, axis=1).sum()
    e = np.einsum("ij,ik->jk", c, x)
    s = np.stack([v[0], v @ v, np.sum(d)])
    return np.clip(s * d, -1.0, 2.0) + e[0].astype(np.float32), e.reshape(9)


def test_a_file_with_the_names_of_before_is_read():
    program, _ = files.load(old_file())
    used = {op.name for op in program.ops if op is not None}
    assert set(files._RENAMED.values()) - set(RUN.values()) <= used  # the file has every other op that was renamed
    assert used.isdisjoint(files._RENAMED)
    again = files.decode(files.encode(program))[0]
    assert again == program
    loaded = tg.load(old_file())
    for x in (X, 0.7 * X + 0.1):
        for found, value in zip(loaded(x, V), expected(x, V), strict=True):
            np.testing.assert_allclose(found, value, rtol=1e-13, atol=1e-15)


def test_a_file_with_the_names_of_before_is_differentiated():
    loaded = tg.load(old_file())

    def total(x, v):
        return sum(np.sum(part) for part in loaded(x, v))

    gradient = tg.grad(total)(X, V)
    for i in np.ndindex(X.shape):
        step = np.zeros_like(X)
        step[i] = 1e-3  # a part of it has the precision of float32
        above, below = (sum(map(np.sum, expected(x, V))) for x in (X + step, X - step))
        assert gradient[i] == pytest.approx((above - below) / 2e-3, abs=1e-4)


SQUARE, OF_BEFORE = (3, 3), (4, 3)  # factors with the exchanged rows below, values with the vectors below
PACKED: dict[str, tuple[list[Any], Any, dict[str, Any]]] = {
    "lu": ([SQUARE], OF_BEFORE, {}), "solve": ([SQUARE, OF_BEFORE, (3, 1)], (3, 1), {"transposed": False}),
    "inv": ([SQUARE, OF_BEFORE], SQUARE, {}), "det": ([SQUARE, OF_BEFORE], (), {}), "slogdet": ([SQUARE, OF_BEFORE], (2,), {}),
    "cofactors": ([SQUARE, OF_BEFORE], SQUARE, {}), "lu_factor": ([SQUARE, OF_BEFORE], SQUARE, {}),
    "swap_rows": ([(3, 2), (3,)], (3, 2), {"back": False}), "eigh": ([SQUARE], OF_BEFORE, {"uplo": "L"}),
    "eigenpair": ([SQUARE], (4,), {"uplo": "L", "which": 0}), "svd": ([SQUARE], (7, 3), {}), "qr": ([SQUARE], (6, 3), {}),
}  # fmt: skip


@pytest.mark.parametrize("version", [1, 2, 3])
@pytest.mark.parametrize("name", PACKED)
def test_ops_whose_results_were_packed_are_refused(name, version):
    given, result, static = PACKED[name]
    n = len(given)
    program = {
        "forms": [["float64", shape] for shape in (*given, result)],
        "instructions": [*(["input", k] for k in range(n)), [name, n, [*range(n)], static]],
        "inputs": [*range(n)], "outputs": [n], "guards": [], "lines": [], "recorded": n + 1,
    }  # fmt: skip
    with pytest.raises(TapeFileError, match=rf"instruction {n} \('{name}'\)") as caught:
        tg.load(io.BytesIO(built({"call": None, "programs": [program], "arrays": []}, b"", version)))
    assert str(caught.value).endswith(f" The file is of version {version}. Save the tape again.") == (version < 3)


@pytest.mark.parametrize("name", RUN)
def test_programs_whose_results_were_packed_are_refused(name):
    with pytest.raises(TapeFileError, match=r"\('call'\): .*\. The file is of version 1\. Save the tape again\."):
        tg.load(OLD)
    header, arrays = parsed(OLD.read_bytes())
    rows = header["programs"][-1]["instructions"]
    first, place = (next(k for k, row in enumerate(rows) if row[0] in names) for names in (RUN, {name}))
    rows[first:] = [rows[place]]
    for version in (1, 2):
        match = rf"instruction {first} \('{name}'\): .*\. The file is of version {version}\. Save the tape again\."
        with pytest.raises(TapeFileError, match=match):
            tg.load(io.BytesIO(built(header, arrays, version)))


def test_an_op_has_the_name_of_its_function_in_numpy():
    """The same name stands for the same thing in a printed tape and in a program of NumPy."""
    for name in ("transpose", "reshape", "concatenate", "broadcast_to", "flip", "matmul", "einsum", "cumsum", "clip"):
        assert name in declare.by_name
        assert f"numpy.{name}" in composites.composites or dispatch_tables.ufuncs[getattr(np, name)]
        assert hasattr(np, name)
