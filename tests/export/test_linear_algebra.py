"""Exported linear algebra: routines of BLAS and LAPACK by their standard names, with integers of 32 bits."""

from __future__ import annotations

import platform
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tests.export.object_programs import Library, built, exported

scipy = pytest.importorskip("scipy")
OPENBLAS = [*Path(scipy.__file__).parent.parent.glob("scipy.libs/libscipy_openblas-*.so")]  # its integers have 32 bits
pytestmark = [
    pytest.mark.skipif(not shutil.which("gcc") or not shutil.which("nm"), reason="no gcc"),
    pytest.mark.skipif(platform.machine() != "x86_64", reason="another processor"),
    pytest.mark.skipif(not OPENBLAS, reason="SciPy has no OpenBLAS of its own"),
]
RNG = np.random.default_rng(3)
A, B = RNG.normal(size=(40, 40)), RNG.normal(size=40)


def linked(f: Any, folder: Path, *args: Any, **options: Any) -> Library:
    """Export a function, and link it with SciPy's OpenBLAS under the standard names."""
    files = exported(f, folder, *args, **options)
    undefined = {line.split()[-1] for line in built(["nm", "-u", str(files.code)]).splitlines()}
    routines = sorted(name for name in undefined if name.endswith("_") and not name.startswith("_"))
    assert routines
    library = folder / "linked.so"
    jumps = "".join(f'asm(".text\\n.globl {name}\\n{name}: jmp scipy_{name}@PLT");\n' for name in routines)
    (folder / "names.c").write_text(jumps)
    search = f"-Wl,-rpath,{OPENBLAS[0].parent}"
    built(
        [
            "gcc",
            "-shared",
            "-o",
            str(library),
            str(files.code),
            str(folder / "names.c"),
            str(OPENBLAS[0]),
            search,
            "-lm",
        ]
    )
    return Library(files._replace(library=library))


@pytest.mark.parametrize(
    "f",
    [
        lambda a, b: np.linalg.solve(a, b), lambda a, b: np.linalg.slogdet(a)[1] * b,
        lambda a, b: np.linalg.eigvalsh(a + a.T) * b, lambda a, b: np.linalg.cholesky(a @ a.T + 1e3 * np.eye(40)) @ b,
        tg.grad(lambda a, b: np.sum(np.linalg.solve(a, b) ** 2)), lambda a, b: np.linalg.qr(a)[1] @ b,
    ],
    ids=["solve", "slogdet", "eigvalsh", "cholesky", "gradient", "qr"],
)  # fmt: skip
def test_it_has_numpys_results(f: Any, tmp_path: Path) -> None:
    library = linked(f, tmp_path, A, B)
    expected = np.asarray(f(A, B))
    result = np.full(expected.shape, np.nan)
    assert library.run([A, B], [result]) == 0
    np.testing.assert_allclose(result, expected, rtol=1e-8, atol=1e-9)
