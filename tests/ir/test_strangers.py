"""A sample of the tapes that `python -m tests.strangers` tries, and what its first runs found."""

from __future__ import annotations

import io
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import IndexingError, TapeFileError
from tapegrad.ir.forms import F8, form_of
from tapegrad.ops import complete
from tapegrad.ops.declare import by_name
from tests.strangers.executing import written
from tests.strangers.genuine import Instruction
from tests.support import WITH_TESTS

OUTSIDE = (np.nan, np.inf, -np.inf, -1.0, 2.0**31, 2.0**63, -(2.0**63))
FACTORED = {
    "solve": ({"transposed": True},),
    "inv": ({},),
    "det": ({},),
    "slogdet": ({},),
    "cofactors": ({},),
    "lu_factor": ({},),
}
SORTED: dict[str, dict[str, Any]] = {"reorder": {}, "put_back": {}, "put_among_zeros": {"length": 3}}


def tape(name: str, given: Any, result: tuple[int, ...], static: Any, dtypes: Any = ()) -> Any:
    """Load a file of one instruction."""
    complete()
    forms = [form_of(shape, F8) for shape in given]
    for k, dtype in dtypes:
        forms[k] = form_of(given[k], np.dtype(dtype))
    return tg.load(io.BytesIO(written(Instruction(by_name[name], tuple(forms), static, form_of(result, F8)))))


def results_of(name: str, n: int) -> tuple[int, ...]:
    return {"det": (), "slogdet": (2,), "solve": (n, 1)}.get(name, (n, n))


def executors(f: Any, *args: Any) -> Any:
    """All ways to run a loaded tape; called twice, it takes the fast path."""
    again = tg.compile(f)
    rows = [np.stack([a, a]) for a in args]
    yield from (lambda: f(*args), lambda: f(*args), lambda: f(*map(tg.tensor, args)).numpy(), lambda: again(*args))
    yield lambda: again.batch(*rows)


@pytest.mark.parametrize("n", [3, 6])  # in registers, and by LAPACK
@pytest.mark.parametrize("name", FACTORED)
def test_exchanged_rows_that_a_matrix_does_not_have_are_refused(name, n):
    right = ((n, 1),) if name == "solve" else ()
    f = tape(name, ((n, n), (n + 1, n), *right), results_of(name, n), *FACTORED[name])
    sides = [np.ones(s) for s in right]
    good = np.vstack([np.eye(n), np.arange(n)])
    for run in executors(f, np.eye(n), good, *sides):
        run()
    for number in OUTSIDE:
        bad = good.copy()
        bad[n, n - 1] = number
        for run in executors(f, np.eye(n), bad, *sides):
            with pytest.raises(IndexingError, match=f"{name}: expected packed from 0 to {n - 1}, got"):
                run()


@pytest.mark.parametrize("name", FACTORED)
@pytest.mark.parametrize("packed", [(6, 6), (7, 7), (3, 2), (2, 7, 6), (9, 8), ()])
def test_factors_of_other_matrices_are_refused(name, packed):
    right = ((6, 1),) if name == "solve" else ()
    with pytest.raises(TapeFileError, match=f"{name}: expected packed of shape"):
        tape(name, ((6, 6), packed, *right), results_of(name, 6), *FACTORED[name])


@pytest.mark.parametrize("name", SORTED)
@pytest.mark.parametrize("shape", [(3,), (3, 2)])
def test_orders_that_are_none_are_refused_or_leave_zeros(name, shape):
    f = tape(name, (shape, shape), shape, {"axis": 0, **SORTED[name]}, [(1, "int64")])
    x = np.arange(1.0, 1.0 + np.prod(shape)).reshape(shape)
    order = np.zeros(shape, np.int64)
    for run in executors(f, x, order):
        found = run()
        assert np.isin(found, [0.0, *x.ravel()]).all()  # and nothing that memory held before
    for number in (-1, 3, 2**31, 2**63 - 1, -(2**63)):
        bad = order.copy()
        bad[2] = number
        for run in executors(f, x, bad):
            with pytest.raises(IndexingError, match=f"{name}: expected order from 0 to 2, got {number}"):
                run()


REFUSED = [
    ("solve_positive", ((5, 5), (2, 2), (5, 1)), (5, 1), {}),
    ("cholesky_adjoint", ((5, 5), (5, 7)), (5, 7), {}),
    ("solve_banded", ((3, 5), (5, 1)), (5, 1), {"lower": -1, "upper": 3, "transposed": False}),
    ("solve_banded", ((2, 5), (5, 1)), (5, 1), {"lower": 0, "upper": True, "transposed": False}),
    ("solve_triangular", ((5, 5), (5, 1)), (5, 1), {"lower": 2, "transposed": False, "unit": False}),
    ("swap_rows", ((5, 2), (5,)), (5, 2), {"back": "x"}),
    ("at_ranks", ((3,),), (1,), {"axis": 0, "ranks": (3,)}),
    ("partition", ((3,),), (3,), {"axis": 0, "kth": (7,)}),
    ("interp", ((4,), (3,), (2,)), (4,), {}),
    ("concatenate", ((0, 0), (0, 1)), (0, 5), {"axis": 1}),
    ("put_rows", ((), (2,), (2,)), (), {}),
    ("slide", ((0,), (3,)), (2,), {"full": True}),
    ("qr", ((3, 5),), (8, 5), {}),
    ("max", ((0,),), (), {"axes": (0,)}),
    ("fourier", ((0,), (0,)), (2, 0), {"axis": 0, "inverse": False, "scale": 1.0}),
    ("eigh", ((3, 3),), (4, 3), {"uplo": "X"}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "given", "result", "static"), REFUSED, ids=str)
def test_shapes_and_parameters_that_do_not_fit_are_refused(name, given, result, static):
    with pytest.raises(TapeFileError, match=rf"instruction \d \('{name}'\)"):
        tape(name, given, result, static, [(1, "int64")] if name == "put_rows" else ())


@pytest.mark.parametrize(
    ("name", "count"), [("negative", 1), ("positive", 1), ("sign", 1), ("subtract", 2), ("where", 3)]
)
def test_arithmetic_of_truth_values_alone_is_refused(name, count):
    with pytest.raises(TapeFileError, match="expected numbers among the operands"):
        tape(name, ((2, 3),) * count, (2, 3), {}, [(k, "bool") for k in range(count)])


def test_places_are_counted_before_they_are_listed():
    with pytest.raises(TapeFileError, match="as many values as shape"):  # memory does not hold so many
        tape("stack", ((0,),), (0, 1 << 31), {"shape": (0, 1 << 31)})


def of_program(name: str, given: Any, result: tuple[int, ...], program: Any, **static: Any) -> Any:
    """Load a file of one instruction that runs a program, of operands with shapes and dtypes."""
    complete()
    forms = tuple(form_of(shape, np.dtype(dtype)) for shape, dtype in given)
    one = Instruction(by_name[name], forms, {"program": program, **static}, form_of(result, F8))
    return tg.load(io.BytesIO(written(one)))


def test_programs_within_take_vectors_of_float64_alone():
    square = tg.compile(lambda x: np.sin(x) * x).tape(np.ones(3))
    step = tg.compile(lambda c, row: (c + row, c * row)).tape(np.ones(1), np.ones(1))
    scan = {"carries": 1, "columns": 1, "backwards": False, "keep": False, "active": None}
    np.testing.assert_allclose(of_program("checkpoint", [((3,), "f8")], (3,), square)(np.ones(3)), np.sin(1.0))
    rows = [((1,), "f8"), ((5, 1), "f8")]
    np.testing.assert_allclose(of_program("scan", rows, (6,), step, **scan)(np.ones(1), np.ones((5, 1)))[0], 6.0)
    for dtype in ("f4", "i8", "?"):
        with pytest.raises(TapeFileError, match="expected operands of float64 for a program"):
            of_program("checkpoint", [((3,), dtype)], (3,), square)
        with pytest.raises(TapeFileError, match="expected operands of float64 for a program"):
            of_program("scan", [rows[0], ((5, 1), dtype)], (6,), step, **scan)
    with pytest.raises(TapeFileError, match="it has 2 operands, and more carries and columns"):
        of_program("scan", rows, (6,), step, **{**scan, "columns": 2})


SAMPLES = (
    ("getitem", "gather", "solve", "lu", "reorder", "interpolate", "argmax"),
    ("matmul", "scatter", "where", "einsum", "svd", "ranked", "fourier"),
    ("recurrence", "solve_banded", "slide", "sparse_product", "integer_power", "put_among_zeros"),
)


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.skipif(sys.platform != "linux", reason="the guards are Linux's")
@pytest.mark.parametrize("ops", SAMPLES, ids=["first", "second", "third"])
def test_a_sample_of_the_tapes_of_strangers(ops):
    code = "from tests.strangers.__main__ import main; sys.exit(main())"
    command = [sys.executable, "-P", "-c", WITH_TESTS + code, "--count", "1", "--draws", "4", *ops]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert done.stdout.splitlines()[-1].startswith(f"all: {{'executed': {len(ops)}}}")
