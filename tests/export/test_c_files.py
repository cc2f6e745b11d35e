"""Files of portable C: the functions that they have, as C programs and CasADi call them."""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError
from tapegrad.export.c_source import source
from tapegrad.export.description import interface_of
from tapegrad.export.interface import Interface
from tests.export.c_programs import COMPILERS, each_compiler, library, shim
from tests.support import gradient

pytestmark = pytest.mark.skipif(not COMPILERS, reason="no compiler of C")
RNG = np.random.default_rng(8)
X, A, N = RNG.normal(size=3), RNG.normal(size=(2, 3)), np.array([4, -1, 2])
SINGLE = np.linspace(0.5, 2.0, 4, dtype=np.float32)
PROTOTYPES = ("-Wmissing-prototypes", "-Wstrict-prototypes", "-Wshadow")


def model(x: Any, a: Any, n: Any, s: Any) -> dict[str, Any]:
    y = np.sin(a @ x) + x[n[2]]
    return {"y": y, "outer": np.outer(y, x), "n": n * 2 + 1, "b": x > 0.0, "single": s * s, "e": np.exp(np.sum(x))}


ARGUMENTS = (X, A, N, SINGLE)


def described(f: Callable[..., Any], args: Sequence[Any], derivatives: int = 0, name: str = "model") -> Interface:
    compiled = tg.compile(f)
    return interface_of(compiled._sealed(tuple(args), {}), f, name, derivatives, "export")


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    folder = tmp_path_factory.mktemp("model")
    text = source(described(model, ARGUMENTS, 1))
    shim(text, folder)
    return library(text, folder, COMPILERS[-1], "-O1", *PROTOTYPES)


def protocol(loaded: ctypes.CDLL, name: str, arguments: Sequence[Any]) -> tuple[int, list[np.ndarray]]:
    """Call a function as CasADi does: matrices of doubles in the order of columns; None is a null pointer."""
    counts = [int(getattr(loaded, f"{name}_n_{what}")()) for what in ("in", "out")]
    assert counts[0] == len(arguments)
    sizes = (ctypes.c_longlong * 4)()
    getattr(loaded, f"{name}_work")(*[ctypes.byref(sizes, 8 * k) for k in range(4)])
    given = [None if x is None else np.asarray(x, float).ravel(order="F").copy() for x in arguments]
    results = [np.full(elements(loaded, name, "out", k), np.nan) for k in range(counts[1])]
    places = [(ctypes.c_void_p * max(1, n))() for n in sizes[:2]]
    for table, arrays in zip(places, (given, results), strict=True):
        for k, array in enumerate(arrays):
            table[k] = None if array is None else array.ctypes.data
    w = np.full(max(1, sizes[3]), np.nan)
    status = getattr(loaded, name)(places[0], places[1], None, ctypes.c_void_p(w.ctypes.data), 0)
    return status, results


def pattern(loaded: ctypes.CDLL, name: str, what: str, k: int) -> tuple[int, int, Any, Any]:
    """Return rows, columns, and for a sparse matrix column starts and rows."""
    function = getattr(loaded, f"{name}_sparsity_{what}")
    function.restype, function.argtypes = ctypes.POINTER(ctypes.c_longlong), [ctypes.c_longlong]
    words = function(k)
    rows, columns = words[0], words[1]
    if words[2] == 1:
        return rows, columns, None, None
    starts = words[2 : 3 + columns]
    return rows, columns, starts, words[3 + columns : 3 + columns + starts[-1]]


def elements(loaded: ctypes.CDLL, name: str, what: str, k: int) -> int:
    rows, columns, starts, _ = pattern(loaded, name, what, k)
    return rows * columns if starts is None else starts[-1]


def names(loaded: ctypes.CDLL, name: str, what: str) -> list[str]:
    function = getattr(loaded, f"{name}_name_{what}")
    function.restype, function.argtypes = ctypes.c_char_p, [ctypes.c_longlong]
    return [function(k).decode() for k in range(getattr(loaded, f"{name}_n_{what}")())]


def test_arrays_of_numpy(loaded: ctypes.CDLL) -> None:
    expected = model(*ARGUMENTS)
    results = [np.zeros(2), np.zeros((2, 3)), np.zeros(3, np.int64), np.zeros(3), np.zeros(4, np.float32), np.zeros(1)]
    loaded.model_run_work.restype = ctypes.c_longlong
    work = np.full(loaded.model_run_work() // 8, np.nan)
    pointers = [ctypes.c_void_p(x.ctypes.data) for x in (*ARGUMENTS, *results, work)]
    assert loaded.model_run(*pointers) == 0
    for found, wanted in zip(results, expected.values(), strict=True):
        np.testing.assert_allclose(
            found.reshape(np.shape(wanted)), wanted, rtol=1e-6 if wanted.dtype == np.float32 else 1e-13
        )


def test_pointers_that_are_null(loaded: ctypes.CDLL) -> None:
    """An argument that is not there is zeros, a result that is not wanted is written nowhere."""
    y = np.zeros(2)
    work = np.full(loaded.model_run_work() // 8, np.nan)
    pointers = [None, ctypes.c_void_p(A.ctypes.data), None, None, ctypes.c_void_p(y.ctypes.data), *[None] * 5]
    assert loaded.model_run(*pointers, ctypes.c_void_p(work.ctypes.data)) == 0
    np.testing.assert_array_equal(y, model(0.0 * X, A, 0 * N, SINGLE)["y"])


def test_casadis_protocol(loaded: ctypes.CDLL) -> None:
    assert names(loaded, "model", "in") == ["x", "a", "n", "s"]
    assert names(loaded, "model", "out") == ["y", "outer", "n_1", "b", "single", "e"]
    assert pattern(loaded, "model", "in", 1)[:2] == (2, 3)
    status, results = protocol(loaded, "model", ARGUMENTS)
    assert status == 0
    for found, wanted in zip(results, model(*ARGUMENTS).values(), strict=True):
        np.testing.assert_allclose(found, np.ravel(wanted, order="F"), rtol=1e-6)


def loss(x: Any, a: Any, seeds: Sequence[np.ndarray]) -> Any:
    results = model(x, a, N, SINGLE)
    return sum(np.sum(results[name] * g) for name, g in zip(("y", "outer", "e"), seeds, strict=True))


def test_derivatives(loaded: ctypes.CDLL) -> None:
    """Adjoints, tangents and the sparse Jacobian, by differences of NumPy's function."""
    seeds = [RNG.normal(size=2), RNG.normal(size=(2, 3)), np.array(0.7)]
    wanted = gradient(lambda x, a: loss(x, a, seeds), [X, A])
    absent = [None] * 6
    adjoints = [seeds[0], seeds[1], None, None, None, seeds[2]]
    status, results = protocol(loaded, "adj1_model", [*ARGUMENTS, *absent, *adjoints])
    assert status == 0
    for found, slope in zip(results, wanted, strict=False):
        np.testing.assert_allclose(found, np.ravel(slope, order="F"), rtol=1e-6, atol=1e-8)
    tangents = [RNG.normal(size=3), RNG.normal(size=(2, 3)), None, None]
    status, moved = protocol(loaded, "fwd1_model", [*ARGUMENTS, *absent, *tangents])
    assert status == 0
    total = np.dot(moved[0], seeds[0]) + np.dot(moved[1], np.ravel(seeds[1], order="F")) + float(moved[5][0] * seeds[2])
    np.testing.assert_allclose(total, sum(np.sum(w * t) for w, t in zip(wanted, tangents, strict=False)), rtol=1e-6)
    status, blocks = protocol(loaded, "jac_model", [*ARGUMENTS, *absent])
    assert status == 0
    labels = names(loaded, "jac_model", "out")
    rows, columns, starts, places = pattern(loaded, "jac_model", "out", labels.index("jac_outer_a"))
    matrix = np.zeros((rows, columns))
    for column in range(columns):
        for k in range(starts[column], starts[column + 1]):
            matrix[places[k], column] = blocks[labels.index("jac_outer_a")][k]
    assert len(places) < rows * columns
    by_adjoint = np.ravel(seeds[1], order="F") @ matrix
    only = gradient(lambda a: np.sum(model(X, a, N, SINGLE)["outer"] * seeds[1]), [A])[0]
    np.testing.assert_allclose(by_adjoint, np.ravel(only, order="F"), rtol=1e-6, atol=1e-8)


def test_statuses_have_texts(tmp_path: Path) -> None:
    def decided(x: Any, i: Any) -> Any:
        y = np.linalg.cholesky(np.outer(x, x) + x[1] * np.eye(3)) if x[0] > 0.0 else np.outer(x, x)
        return y[i]

    text = source(described(decided, (np.ones(3), np.array([1, 2])), name="decided"))
    shim(text, tmp_path)
    loaded = library(text, tmp_path, COMPILERS[0], *PROTOTYPES)
    loaded.decided_status_text.restype = ctypes.c_char_p

    def said(x: Any, i: Any) -> str:
        status, _ = protocol(loaded, "decided", [x, i])
        return str(loaded.decided_status_text(status).decode())

    assert said(np.ones(3), [0, 1]) == "done"
    assert "test_c_files.py" in said(-np.ones(3), [0, 1])
    assert said(np.ones(3), [0, 3]) == "an integer argument names a position that an array does not have"
    assert "linear algebra" in said(np.array([1.0, -5.0, 1.0]), [0, 1])
    version = ctypes.c_char_p(ctypes.addressof(ctypes.c_char.in_dll(loaded, "decided_version"))).value
    assert version is not None
    assert version.decode().startswith("tapegrad ")


@each_compiler
def test_names_that_c_has_otherwise(compiler: str, tmp_path: Path) -> None:
    """Parameters may be called as functions of `libm`, as loops' indices, and as what wrappers call their own."""

    def f(exp: Any, i: Any, in_: Any, memory: Any, status: Any, sum_: Any, j: Any, k: Any, int64_t: Any) -> Any:
        return np.sum(np.exp(exp)) + i * in_ + memory * status + sum_ + j * k + int64_t, np.cumsum(exp)

    args = (X, *RNG.normal(size=8))
    loaded = library(source(described(f, args, 1, "exp_model")), tmp_path, compiler, *PROTOTYPES[:2])
    _, (value, running) = protocol(loaded, "exp_model", args)
    np.testing.assert_allclose(value[0], f(*args)[0], rtol=1e-14)
    np.testing.assert_allclose(running, np.cumsum(X), rtol=1e-14)


def test_the_page_shows_what_is_written() -> None:
    def model(x: Any) -> Any:
        return np.sum(np.where(x > 0.0, np.sqrt(x), 0.0))

    page = Path(__file__).parents[2] / "docs" / "howto" / "export_c.md"
    shown = page.read_text(encoding="utf-8").split("```c\n")[1].split("```")[0]
    assert shown in source(described(tg.value_and_grad(model), (np.ones(100),)))


@pytest.mark.slow
def test_the_program_of_the_page_prints_what_numpy_computes(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "howto" / "export_c.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(python|c|sh|text)\n(.*?)^```\n", page, re.MULTILINE | re.DOTALL)
    script, main = blocks[0][1], next(text for kind, text in blocks if kind == "c" and "main" in text)
    commands = next(text for kind, text in blocks if kind == "sh" and "./model" in text)
    (tmp_path / "main.c").write_text(main)
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True)
    done = subprocess.run(["sh", "-ec", commands], cwd=tmp_path, check=True, capture_output=True, text=True)
    x = 0.01 * np.arange(100)
    assert done.stdout == f"{np.sqrt(x).sum():.6f} {0.5 / np.sqrt(x[25]):.6f}\n"
    assert done.stdout in page


def test_the_file_holds_no_state_and_allocates_nothing() -> None:
    text = source(described(model, ARGUMENTS, 1))
    for word in ("malloc", "static double *", "static int64_t *", "goto"):
        assert word not in text
    assert all("const" in line or "(" in line for line in text.split("\n") if line.startswith("static"))


def test_export_writes_the_file_or_nothing(tmp_path: Path) -> None:
    compiled = tg.compile(model, lines=True)
    exported = compiled.export(tmp_path / "model", *ARGUMENTS, kind="c", derivatives=1)
    text = exported.code.read_text()
    assert "test_c_files.py:" in text
    assert text.startswith(exported.header.read_text())
    shim(text, tmp_path)
    _, results = protocol(library(text, tmp_path, COMPILERS[0]), "model", ARGUMENTS)
    np.testing.assert_allclose(results[0], model(*ARGUMENTS)["y"], rtol=1e-13)
    with pytest.raises(ArgumentError, match=r"expm at .*test_c_files\.py:\d+ has no portable C"):
        tg.compile(lambda x: tg.linalg.expm(np.outer(x, x))).export(tmp_path / "power", X, kind="c")
    assert not [*tmp_path.glob("power*")]
