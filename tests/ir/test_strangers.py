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
from tapegrad.func.program_ops import checkpoint_op
from tapegrad.ir.forms import BOOL, F4, F8, RESULTS, form_of
from tapegrad.ops import complete
from tapegrad.ops.declare import by_name
from tapegrad.ops.linalg.lu import swap_rows
from tests.strangers.executing import data, written
from tests.strangers.forgeries import forgeries
from tests.strangers.genuine import SEVERAL, Instruction, genuine_instructions
from tests.support import WITH_TESTS

OUTSIDE = (-1, 2**31, 2**62, 2**63 - 1, -(2**31), -(2**63))
FACTORED = {
    "solve": ({"transposed": True},),
    "inv": ({},),
    "det": ({},),
    "slogdet": ({},),
    "cofactors": ({},),
    "lu_factor": ({},),
}
SORTED: dict[str, dict[str, Any]] = {"reorder": {}, "put_back": {}, "put_among_zeros": {"length": 3}}


def tape(name: str, given: Any, result: tuple[int, ...], static: Any, dtypes: Any = (), index: int = 0) -> Any:
    """Load a file of one instruction; of several results, with the one of a number."""
    complete()
    forms = [form_of(shape, F8) for shape in given]
    for k, dtype in dtypes:
        forms[k] = form_of(given[k], np.dtype(dtype))
    return loaded(Instruction(by_name[name], tuple(forms), static, form_of(result, F8), index))


def loaded(one: Instruction, **keywords: Any) -> Any:
    return tg.load(io.BytesIO(written(one, **keywords)))


def results_of(name: str, n: int) -> tuple[int, ...]:
    return {"det": (), "slogdet": (), "solve": (n, 1)}.get(name, (n, n))


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
    f = tape(name, ((n, n), (n, n), (n,), *right), results_of(name, n), *FACTORED[name], [(2, "int64")])
    sides, good = [np.ones(s) for s in right], np.arange(n)
    for run in executors(f, np.eye(n), np.eye(n), good, *sides):
        run()
    for number in (*OUTSIDE, n):
        for at in (0, n - 1):
            bad = good.copy()
            bad[at] = number
            for run in executors(f, np.eye(n), np.eye(n), bad, *sides):
                with pytest.raises(IndexingError, match=f"{name}: expected rows from 0 to {n - 1}, got {number}"):
                    run()


@pytest.mark.parametrize("back", [False, True])
def test_rows_to_exchange_that_a_matrix_does_not_have_are_refused(back):
    f = tape("swap_rows", ((3, 2), (3,)), (3, 2), {"back": back}, [(1, "int64")])
    for run in executors(f, np.ones((3, 2)), np.array([2, 1, 2])):
        run()
    for number in (*OUTSIDE, 3):
        for run in executors(f, np.ones((3, 2)), np.array([0, 1, number])):
            with pytest.raises(IndexingError, match=f"swap_rows: expected swaps from 0 to 2, got {number}"):
                run()


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "uint64"])
def test_rows_to_exchange_are_integers_of_any_width(dtype):
    swaps, x = np.array([2, 1, 2], dtype), np.arange(6.0).reshape(3, 2) + 1j
    for back in (False, True):
        one = Instruction(
            swap_rows, (form_of((3, 2), x.dtype), form_of((3,), swaps.dtype)), {"back": back}, form_of((3, 2), x.dtype)
        )
        for run in executors(loaded(one), x, swaps):
            np.testing.assert_array_equal(np.reshape(run(), (-1, 3, 2))[0], x[[2, 1, 0]])


@pytest.mark.parametrize("name", FACTORED)
@pytest.mark.parametrize("factors", [(7, 6), (7, 7), (3, 2), (2, 6, 6), (6,), ()])
def test_factors_of_other_matrices_are_refused(name, factors):
    right = ((6, 1),) if name == "solve" else ()
    with pytest.raises(TapeFileError, match=r"expected factors of the matrices' shape \(6, 6\), got"):
        tape(name, ((6, 6), factors, (6,), *right), results_of(name, 6), *FACTORED[name], [(2, "int64")])


@pytest.mark.parametrize("name", FACTORED)
@pytest.mark.parametrize("rows", [(7,), (5,), (1,), (6, 1), (2, 6), (0,), ()])
def test_rows_of_other_matrices_are_refused(name, rows):
    right = ((6, 1),) if name == "solve" else ()
    with pytest.raises(TapeFileError, match=rf"{name}: expected rows of shape \(6,\), got shape"):
        tape(name, ((6, 6), (6, 6), rows, *right), results_of(name, 6), *FACTORED[name], [(2, "int64")])


@pytest.mark.parametrize("name", [*FACTORED, "swap_rows"])
@pytest.mark.parametrize("dtype", ["float64", "float32", "bool", "complex128"])
def test_rows_that_are_no_integers_are_refused(name, dtype):
    if name == "swap_rows":
        given, result, static, k = ((6, 6), (6,)), (6, 6), {"back": True}, 1
    else:
        given, result, (static,), k = ((6, 6), (6, 6), (6,)), results_of(name, 6), FACTORED[name], 2
    given = (*given, (6, 1)) if name == "solve" else given
    with pytest.raises(TapeFileError, match=r"expected integers among the operands|expected real numbers"):
        tape(name, given, result, static, [(k, dtype)])


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
    ("qr", ((3, 5),), (3, 3), {}),
    ("lu", ((3, 5),), (3, 5), {}),
    ("svd", ((3,),), (3,), {}),
    ("max", ((0,),), (), {"axes": (0,)}),
    ("fourier", ((0,), (0,)), (2, 0), {"axis": 0, "inverse": False, "scale": 1.0}),
    ("eigh", ((3, 3),), (3,), {"uplo": "X"}),
    *(
        (name, ((3, 3),), (1,), {"uplo": "L", "which": which})
        for name in ("eigenpair", "eigenvalue") for which in (3, -1, 1 << 40, 1 << 63, 1.0, True, None)
    ),
    ("eigenvalue", ((0, 0),), (1,), {"uplo": "L", "which": 0}),
    ("eigenvalue", ((),), (1,), {"uplo": "L", "which": 0}),
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


def of_program(name: str, given: Any, program: Any, index: int = 0, **static: Any) -> Any:
    """Load a file of one instruction that runs a program, of operands with shapes and dtypes."""
    complete()
    forms = tuple(form_of(shape, np.dtype(dtype)) for shape, dtype in given)
    one = Instruction(by_name[name], forms, {"program": program, **static}, RESULTS, index)
    try:
        form = one.results[index]
    except Exception:  # of any kind: it is to be refused
        form = forms[0]
    return loaded(one._replace(form=form))


def test_programs_within_take_operands_of_their_inputs_forms_alone():
    def f(x: Any, k: Any, b: Any, z: Any) -> Any:
        return np.where(b, x, 0.0) * k, k + 1, np.logical_not(b), z * 2

    args = np.ones((2, 3)), np.arange(3), np.array([True, False, True]), np.array([1j])
    given = [(a.shape, a.dtype) for a in args]
    program = tg.compile(f).tape(*args)
    for index, expected in enumerate(f(*args)):
        found = of_program("checkpoint", given, program, index)(*args)
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected)
    for k, (shape, dtype) in enumerate(given):
        others = [((*shape, 1), dtype), (shape[1:], dtype), (tuple(n + 1 for n in shape), dtype)]
        others += [(shape, other) for other in ("f8", "f4", "i8", "i4", "u8", "?", "c16", "c8") if other != dtype]
        for other in others:
            with pytest.raises(TapeFileError, match="the program that it runs does not fit"):
                of_program("checkpoint", [*given[:k], other, *given[k + 1 :]], program)
    for other in (given[:-1], [*given, given[0]], given[::-1]):
        with pytest.raises(TapeFileError, match="the program that it runs does not fit"):
            of_program("checkpoint", other, program)


SCAN = {"carries": 2, "columns": 1, "steps": 5, "backwards": False, "keep": False, "active": None}
STEP_ARGS = np.ones((1, 2)), np.array(3), np.array([True, False]), np.float32(0.5)


def _step(c: Any, n: Any, b: Any, x: Any) -> Any:
    return np.where(b, c + x.astype(np.float64), c), n + 1, c[0] * n


def test_steps_take_operands_of_their_inputs_forms_alone():
    step = tg.compile(_step).tape(*STEP_ARGS)
    column = np.arange(10).reshape(5, 2) % 3 > 0
    args = *STEP_ARGS[:2], column, STEP_ARGS[3]
    given = [(np.shape(a), a.dtype) for a in args]
    expected, outputs = [*args[:2]], []
    for line in column:
        *expected, output = _step(*expected, line, args[3])
        outputs.append(output)
    for index, value in enumerate([*expected, np.array(outputs)]):
        found = of_program("scan", given, step, index, **SCAN)(*args)
        assert found.dtype == value.dtype
        np.testing.assert_array_equal(found, value)
    for k, (shape, dtype) in enumerate(given):
        for other in ("f8", "f4", "i8", "i4", "u8", "?", "c16", "c8"):
            if other != dtype:
                with pytest.raises(TapeFileError, match="the program takes other dtypes"):
                    of_program("scan", [*given[:k], (shape, other), *given[k + 1 :]], step, **SCAN)
        for other in ((*shape, 1), shape[1:] if shape else (0,), tuple(n + 1 for n in shape) or (2,)):
            with pytest.raises(TapeFileError, match=r"the program takes shapes|with a line for each of 5 steps"):
                of_program("scan", [*given[:k], (other, dtype), *given[k + 1 :]], step, **SCAN)


WRONG_SCANS: list[tuple[dict[str, Any], str]] = [
    ({"columns": 3}, "it has 4 operands, and more carries and columns"),
    ({"carries": 4}, "it has 4 operands, and more carries and columns"),
    ({"carries": 1}, "with a line for each of 5 steps"),
    ({"carries": 3, "columns": 0}, "takes shapes|must return the carries"),
    ({"columns": 2}, "with a line for each of 5 steps"),
    ({"columns": 0}, "takes shapes"),
    *(({"steps": n}, "with a line for each of") for n in (0, 4, 6, 1 << 31, 1 << 62, 1 << 63)),
    *(({name: n}, "no number of carries") for name in ("steps", "carries", "columns") for n in (-1, True, 5.0, None, "5")),
    *(({name: x}, "no direction") for name in ("backwards", "keep") for x in (0, 1, None, "x")),
    *(({"active": n}, "says whether it has ended") for n in (-1, 3, 4, 1 << 63, True, 0.0, "x")),
    *(({"active": n}, "is no number") for n in (0, 1, 2)),
]  # fmt: skip


@pytest.mark.parametrize(("change", "match"), WRONG_SCANS, ids=str)
def test_numbers_of_a_scan_that_do_not_fit_are_refused(change, match):
    step = tg.compile(_step).tape(*STEP_ARGS)
    given = [((1, 2), "f8"), ((), "i8"), ((5, 2), "?"), ((), "f4")]
    with pytest.raises(TapeFileError, match=match):
        of_program("scan", given, step, **{**SCAN, **change})


def test_a_scan_that_may_end_gives_no_numbers():
    step = tg.compile(lambda c, active: (c * 2, active, c)).tape(np.ones(2), np.ones(1))
    static = {**SCAN, "columns": 0}
    of_program("scan", [((2,), "f8"), ((1,), "f8")], step, **static)
    with pytest.raises(TapeFileError, match="it gives numbers, and may end"):
        of_program("scan", [((2,), "f8"), ((1,), "f8")], step, **{**static, "active": 1})


def test_carries_that_a_step_gives_in_another_form_are_refused():
    for step in (lambda c: c[:1], lambda c: c > 0, lambda c: c.astype(np.float32), lambda c: c + 1j):
        program = tg.compile(step).tape(np.ones(2))
        with pytest.raises(TapeFileError, match=r"must return the carries|does not give the carries"):
            of_program("scan", [((2,), "f8")], program, **{**SCAN, "carries": 1, "columns": 0})


def test_truth_values_within_programs_are_held_as_the_program_holds_them():
    program = tg.compile(np.isfinite).tape(np.ones(3, np.float32))
    one = Instruction(checkpoint_op, tuple(program.input_forms), {"program": program}, form_of((3,), BOOL, F4), 0)
    x = np.array([np.inf, 1.0, np.nan], np.float32)
    np.testing.assert_array_equal(loaded(one)(x), [False, True, False])
    with pytest.raises(TapeFileError, match="the result is bool"):  # elsewhere they would be read of other memory
        loaded(one._replace(form=form_of((3,), BOOL, F8)))


def several() -> list[Instruction]:
    """Instructions of all ops with several results."""
    complete()
    assert {name for name, op in by_name.items() if op.several and not op.kind.python} == SEVERAL
    found = genuine_instructions(SEVERAL)
    return [one for of in found.values() for one in of[:2] if one.op.several]


def test_results_that_are_named_wrongly_are_refused():
    ones, tried = several(), 0
    for one in ones:
        loaded(one, wanted=range(len(one.results)))
        for forgery in forgeries(one):
            assert forgery.tried() == "refused"
            tried += 1
    assert tried > 90 * len(ones) > 900


def test_results_are_read_in_any_order_and_more_than_once():
    for one in several():
        args = next(data(one.given, np.random.default_rng(0), 0))
        order = range(len(one.results))
        alone = [loaded(one, wanted=[k])(*args) for k in order]
        backwards = [*order][::-1] * 2
        for found, k in zip(loaded(one, wanted=backwards)(*args), backwards, strict=True):
            assert (found.dtype, found.tobytes()) == (alone[k].dtype, alone[k].tobytes())


SAMPLES = (
    ("getitem", "gather", "solve"),
    ("lu", "reorder", "interpolate", "argmax"),
    ("matmul", "scatter", "where"),
    ("einsum", "svd", "ranked", "fourier"),
    ("recurrence", "solve_banded", "slide"),
    ("sparse_product", "integer_power", "put_among_zeros"),
)


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.skipif(sys.platform != "linux", reason="the guards are Linux's")
@pytest.mark.parametrize("ops", SAMPLES, ids="-".join)
def test_a_sample_of_the_tapes_of_strangers(ops):
    code = "from tests.strangers.__main__ import main; sys.exit(main())"
    command = [sys.executable, "-P", "-c", WITH_TESTS + code, "--count", "1", "--draws", "4", *ops]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert done.stdout.splitlines()[-1].startswith(f"all: {{'executed': {len(ops)}}}")
