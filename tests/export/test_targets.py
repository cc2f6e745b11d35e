"""Object code for other processors and systems: linked by cross compilers, and run under emulators."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tests.export.object_programs import Library, built, exported

X = np.linspace(0.1, 2.0, 21)
PROGRAM = """\
#include <stdio.h>
#include "model.h"

static double work[(model_WORK + 7) / 8], x[21], y[21], s;

int main(void)
{
    int status;
    for (int i = 0; i < 21; i++)
        x[i] = %s;
    status = model_run(x, &s, y, work);
    printf("%%d %%a", status, s);
    for (int i = 0; i < 21; i++)
        printf(" %%a", y[i]);
    return 0;
}
"""


def model(x: Any) -> Any:
    return np.sum(np.exp(-x) * np.log1p(x)), np.tanh(x) * np.sqrt(x) + tg.special.erf(x) * tg.special.gammaln(x)


def program(folder: Path) -> Path:
    """Write a C program that prints results in hexadecimal."""
    numbers = ", ".join(float(x).hex() for x in X)
    file = folder / "main.c"
    text = PROGRAM.replace("%s", f"((const double[]){{{numbers}}})[i]", 1).replace("%%", "%")
    file.write_text(text)
    return file


def results(printed: str) -> list[float]:
    status, *numbers = printed.split()
    assert status == "0"
    return [float.fromhex(number) for number in numbers]


def expected() -> list[float]:
    total, y = tg.compile(model)(X)
    return [float(total), *y.tolist()]


AARCH64 = [shutil.which(name) for name in ("aarch64-linux-gnu-gcc", "qemu-aarch64-static")]
WINDOWS = [shutil.which(name) for name in ("x86_64-w64-mingw32-gcc", "wine")]


@pytest.mark.skipif(None in AARCH64, reason="no cross compiler for aarch64, or no qemu")
def test_aarch64_has_the_same_bits(tmp_path: Path) -> None:
    files = exported(model, tmp_path, X, target="aarch64-linux-gnu")
    assert files.library is None
    target = str(tmp_path / "main")
    built([str(AARCH64[0]), "-static", str(program(tmp_path)), str(files.code), "-o", target, "-lm"])
    assert results(built([str(AARCH64[1]), target])) == expected()


@pytest.mark.exhaustive
@pytest.mark.skipif(None in WINDOWS, reason="no cross compiler for Windows, or no wine")
def test_windows_has_the_same_bits(tmp_path: Path) -> None:
    # a processor with fused products and sums: those of MinGW's library round twice
    files = exported(model, tmp_path, X, target="x86_64-pc-windows-msvc", cpu="x86-64-v3")
    assert files.code.suffix == ".obj"
    target = str(tmp_path / "main.exe")
    built([str(WINDOWS[0]), "-static", str(program(tmp_path)), str(files.code), "-o", target])
    environment = {**os.environ, "WINEPREFIX": str(tmp_path / "wine"), "WINEDEBUG": "-all", "DISPLAY": ""}
    done = subprocess.run([str(WINDOWS[1]), target], capture_output=True, text=True, check=False, env=environment)
    assert results(done.stdout) == expected()


@pytest.mark.parametrize(
    ("target", "first"),
    [
        ("arm64-apple-darwin", b"\xcf\xfa\xed\xfe"),
        ("x86_64-pc-windows-msvc", b"\x64\x86"),
        ("riscv64-linux-gnu", b"\x7fELF"),
    ],
)
def test_objects_of_other_systems_have_their_format(target: str, first: bytes, tmp_path: Path) -> None:
    assert exported(model, tmp_path, X, target=target).code.read_bytes().startswith(first)


@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc")
@pytest.mark.parametrize("cpu", ["x86-64", "x86-64-v3"])
def test_other_processors_have_the_same_bits(cpu: str, tmp_path: Path) -> None:
    if os.uname().machine != "x86_64":
        pytest.skip("another processor")
    files = exported(model, tmp_path, X, cpu=cpu)
    target = str(tmp_path / "main")
    built(["gcc", str(program(tmp_path)), str(files.code), "-o", target, "-lm"])
    assert results(built([target])) == expected()


@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc")
def test_single_precision_has_the_same_bits_without_vector_instructions(tmp_path: Path) -> None:
    if os.uname().machine != "x86_64":
        pytest.skip("another processor")

    def f(x: Any) -> Any:
        return np.exp(x - 2), np.log(x), np.tanh(x), np.sin(x) ** 3, np.expm1(x), x**1.7

    x = np.linspace(0.1, 80.0, 203, dtype=np.float32)
    values = [np.full_like(x, np.nan) for _ in range(6)]
    assert Library(exported(f, tmp_path, x, cpu="x86-64")).run([x], values) == 0
    for value, one in zip(values, tg.compile(f)(x), strict=True):
        np.testing.assert_array_equal(value, one)
    np.testing.assert_allclose(values[0], np.exp(x - 2), rtol=1e-6)
