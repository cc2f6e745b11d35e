"""Exported object code: the bits of Python, C programs that link it, statuses, null pointers, threads."""

from __future__ import annotations

import ctypes
import dataclasses
import os
import re
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tests.export.object_programs import STRICT, Library, built, each_compiler, exported, needs_compiler

X, A = np.array([0.3, -0.2, 0.5]), np.arange(9.0).reshape(3, 3) / 7 + np.eye(3)
LONG = np.linspace(0.1, 3.0, 101)


def model(x: Any, A: Any, k: int) -> Any:
    return np.sum(np.exp(x) * np.sin(A @ x)) * k, x[1:] * x[:-1]


FUNCTIONS = {
    "sums": (lambda x: np.sum(np.exp(-x) * np.log1p(x) + np.cumsum(x)), LONG),
    "gradient": (tg.grad(lambda x: np.sum(np.tanh(x) ** 1.5 * np.sqrt(x))), LONG),
    "special": (lambda x: tg.special.erf(x) + tg.special.gammaln(x) * tg.special.digamma(x), LONG),
    "single": (lambda x: np.exp(x) * np.float32(2) + np.log(x), LONG.astype(np.float32)),
    "rows": (lambda x: (x.reshape(-1, 1) - x) ** 2, LONG[:20]),
    "scan": (lambda x: tg.fori_loop(0, 5, lambda i, y: np.sin(y) + x, x), LONG),
    "batch": (tg.vmap(lambda y: np.sum(np.sin(y) ** 2)), LONG[:100].reshape(20, 5)),
    "hessian": (tg.hessian(lambda x: np.sum(np.exp(x[1:] * x[:-1]))), LONG[:7]),
    "products": (lambda x: np.convolve(x, x), LONG),
}


@needs_compiler
@pytest.mark.parametrize("name", [*FUNCTIONS])
def test_the_bits_are_those_of_python(name: str, tmp_path: Path) -> None:
    f, x = FUNCTIONS[name]
    compiled = tg.compile(f)
    expected = compiled(x)
    result = np.full_like(expected, np.nan)
    assert Library(compiled.export(tmp_path / "model", x)).run([x], [result]) == 0
    assert np.asarray(result).tobytes() == np.asarray(expected).tobytes()
    np.testing.assert_allclose(np.asarray(f(x)), result, rtol=1e-6)


@needs_compiler
def test_integers_truth_values_and_singles_have_their_types(tmp_path: Path) -> None:
    def f(n: Any, mask: Any, x: Any) -> Any:
        return np.where(mask, x, 0)[n], mask

    n, mask, x = np.array([2, 0]), np.array([True, False, True]), np.array([1, 2, 3], np.float32)
    files = exported(f, tmp_path, n, mask, x)
    head = files.header.read_text()
    assert "model_run(const int64_t *n, const double *mask, const float *x, float *o0, double *o1, void *work)" in head
    results = [np.zeros(2, np.float32), np.zeros(3)]
    library = Library(files)
    assert library.run([n, mask.astype(float), x], results) == 0
    np.testing.assert_array_equal(results[0], [3, 1])
    np.testing.assert_array_equal(results[1], [1, 0, 1])
    status = library.run([np.array([7, 0]), mask.astype(float), x], results)
    assert library.text(status) == "an integer argument names a position that an array does not have"


@needs_compiler
def test_null_stands_for_zeros_and_for_results_that_nobody_wants(tmp_path: Path) -> None:
    library = Library(exported(model, tmp_path, X, A, 2))
    products = np.full(2, np.nan)
    assert library.run([X, None, None], [None, products]) == 0
    np.testing.assert_array_equal(products, X[1:] * X[:-1])


@needs_compiler
def test_a_guard_has_a_status_that_names_the_line(tmp_path: Path) -> None:
    def f(x: Any) -> Any:
        return np.sum(x) if x[0] > 0 else np.sum(x * x)

    library = Library(exported(f, tmp_path, X, derivatives=("adj1",)))
    assert library.run([X], [np.zeros(())]) == 0
    status = library.run([-X], [np.zeros(())])
    assert status == 1
    assert re.search(r"another decision at .*test_object_code\.py:\d+", library.text(status))
    status = library.run([-X, np.ones(())], [np.zeros(3)], "adj1_model")
    assert "another decision at" in library.text(status)
    assert library.text(0) == "done"
    assert library.text(-99) == library.text(99) == "unknown status"


@needs_compiler
def test_a_singular_matrix_is_a_failure(tmp_path: Path) -> None:
    library = Library(exported(lambda a: np.linalg.inv(a), tmp_path, A))
    result = np.zeros((3, 3))
    assert library.run([A], [result]) == 0
    np.testing.assert_allclose(result, np.linalg.inv(A), rtol=1e-12)
    assert library.text(library.run([0 * A], [result])) == "a function of linear algebra has no result for these values"


@needs_compiler
@pytest.mark.skipif(not shutil.which("nm"), reason="no nm")
def test_it_needs_libm_alone_and_has_no_memory_of_its_own(tmp_path: Path) -> None:
    files = exported(lambda x: np.sum(np.sin(x) * np.exp(x)) ** 2, tmp_path, LONG, derivatives=2)
    undefined = {line.split()[-1] for line in built(["nm", "-u", str(files.code)]).splitlines()}
    assert undefined <= {"sin", "cos", "memset", "memcpy", "_GLOBAL_OFFSET_TABLE_"}
    kinds = {line.split()[-2] for line in built(["nm", str(files.code)]).splitlines()}
    assert not kinds & set("bBdDC") - {"d"}  # tables of pointers are read-only after relocation


@needs_compiler
def test_version_and_names(tmp_path: Path) -> None:
    import ctypes

    library = Library(exported(model, tmp_path, X, A, 2)).library
    text = ctypes.string_at(ctypes.addressof(ctypes.c_char.in_dll(library, "model_version"))).decode()
    assert text.startswith(f"tapegrad {tg.__version__} interface ")
    library.model_name_in.restype = ctypes.c_char_p
    assert [library.model_name_in(ctypes.c_longlong(k)) for k in range(4)] == [b"x", b"A", b"k", None]
    assert library.model_checkout() == 0


PROGRAM = """\
#include <stdio.h>
#include <stdlib.h>
#include "model.h"

int main(void)
{
    const double x[3] = {0.3, -0.2, 0.5};
    double A[9], value, products[2];
    const int64_t k = 2;
    void *work = malloc(model_WORK);
    int status;
    for (int i = 0; i < 9; i++)
        A[i] = i / 7.0 + (i % 4 == 0);
    status = model_run(x, A, &k, &value, products, work);
    free(work);
    if (status != 0) {
        fprintf(stderr, "%s\\n", model_status_text(status));
        return 1;
    }
    printf("%a %a %a\\n", value, products[0], products[1]);
    return 0;
}
"""


@each_compiler
def test_a_c_program_links_the_object(compiler: str, tmp_path: Path) -> None:
    files = exported(model, tmp_path, X, A, 2)
    (tmp_path / "main.c").write_text(PROGRAM)
    target = str(tmp_path / "main")
    built([
        compiler, *STRICT, "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", str(tmp_path / "main.c"),
        str(files.code), "-o", target, "-lm",
    ])  # fmt: skip
    printed = [float.fromhex(word) for word in built([target]).split()]
    value, products = tg.compile(model)(X, A, 2)
    assert printed == [value, *products]


@pytest.mark.skipif(not shutil.which("g++"), reason="no g++")
def test_the_header_is_one_of_cpp_too(tmp_path: Path) -> None:
    exported(model, tmp_path, X, A, 2, derivatives=1)
    (tmp_path / "main.cpp").write_text('#include "model.h"\nint (*f)(void) = model_checkout;\n')
    built(["g++", "-Wall", "-Wextra", "-Werror", "-c", str(tmp_path / "main.cpp"), "-o", str(tmp_path / "main.o")])


@needs_compiler
def test_many_threads_call_it_at_once(tmp_path: Path) -> None:
    compiled = tg.compile(tg.value_and_grad(lambda x: np.sum(np.sin(x) * np.exp(-x))))
    library = Library(compiled.export(tmp_path / "model", LONG))
    inputs = [LONG + k for k in range(8)]
    results = [[np.zeros(()), np.zeros_like(LONG)] for _ in inputs]
    statuses: list[int] = []

    def calls(k: int) -> None:
        statuses.extend(library.run([inputs[k]], results[k]) for _ in range(50))

    threads = [threading.Thread(target=calls, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [0] * 400
    for x, (value, gradient) in zip(inputs, results, strict=True):
        expected = compiled(x)
        assert value == expected[0]
        np.testing.assert_array_equal(gradient, expected[1])


def test_without_a_compiler_the_message_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    files = exported(model, tmp_path, X, A, 2)
    assert files.library is None
    assert "No C compiler was found" in files.message
    assert files.code.stat().st_size > 1000


def test_loaded_tapes_are_exported(tmp_path: Path) -> None:
    tg.compile(model).save(tmp_path / "model.tape", X, A, 2)
    files = tg.load(tmp_path / "model.tape").export(tmp_path / "model")
    assert "model_run(const double *x0, const double *x1, const int64_t *x2" in files.header.read_text()


@pytest.mark.exhaustive
@needs_compiler
def test_the_command_line_exports(tmp_path: Path) -> None:
    (tmp_path / "springs.py").write_text(
        "import numpy as np\n\ndef energy(x):\n    return np.sum(x[1:] * x[:-1])\n\nexample = (np.ones(4),)\n"
    )
    command = [
        "python",
        "-m",
        "tapegrad",
        "export",
        "springs:energy",
        "--example",
        "springs:example",
        "--derivatives",
        "1",
    ]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert {"energy.h", "energy.o"} <= {file.name for file in tmp_path.iterdir()}
    assert "energy.h" in done.stdout


def test_a_loaded_tape_whose_arguments_hold_texts(tmp_path: Path) -> None:
    """The texts are part of the tape, and not among the arguments in C."""

    @dataclasses.dataclass
    class Spring:
        stiffness: float
        kind: str

    file = tmp_path / "spring.tape"
    tg.compile(lambda s, x: s.stiffness * x).save(file, Spring(2.0, "steel"), 3.0)
    tape = tg.load(file)
    exported = tape.export(tmp_path / "spring", {"stiffness": 2.0, "kind": "steel"}, 3.0)
    assert "steel" not in exported.header.read_text()
    assert tape.pointer(form="quad").function(2, (ctypes.c_double * 2)(2.0, 3.0)) == 6.0
