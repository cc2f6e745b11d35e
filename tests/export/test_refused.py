"""What cannot leave is refused before any file is written."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.__main__ import main
from tests.export.object_programs import exported

X = np.array([0.5, 1.5, 2.5])


class Doubled(tg.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return 2 * x

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return 2 * g


REFUSED = {
    "gammainc": lambda x: tg.special.gammainc(2.0, x),
    "fft": lambda x: np.abs(np.fft.rfft(x * np.ones((997, 1)), axis=0)) ** 2,
}


@pytest.mark.parametrize("name", [*REFUSED])
def test_an_op_that_cannot_leave_is_named(name: str, tmp_path: Path) -> None:
    with pytest.raises(tg.errors.ArgumentError, match=rf"export: \S*{name}.*no exported file can hold"):
        exported(REFUSED[name], tmp_path, X)
    assert not [*tmp_path.iterdir()]


def test_the_line_is_named_where_it_is_known(tmp_path: Path) -> None:
    compiled = tg.compile(REFUSED["gammainc"], lines=True)
    with pytest.raises(tg.errors.ArgumentError, match=r"gammainc at .*test_refused\.py:\d+ is computed by SciPy"):
        compiled.export(tmp_path / "model", X)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"kind": "fortran"}, "kind must be"), ({"target": "abacus"}, "a target that LLVM has"),
        ({"kind": "c", "cpu": "znver4"}, "target and cpu are for"), ({"derivatives": 7}, "derivatives must be"),
        ({"name": "int"}, "a name that C can use"),
    ],
)  # fmt: skip
def test_unknown_options_are_refused(options: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(tg.errors.ArgumentError, match=said):
        exported(lambda x: x, tmp_path, X, **options)
    with pytest.raises(tg.errors.ArgumentError, match="a path in a folder"):
        exported(lambda x: x, tmp_path / "none", X)
    assert not [*tmp_path.iterdir()]


def test_leaves_from_outside_are_refused(tmp_path: Path) -> None:
    leaf = tg.tensor(2.0, requires_grad=True)
    with pytest.raises(tg.errors.TapegradError):
        exported(lambda x: leaf * x, tmp_path, X)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("keywords", [{"cpu": "skylak"}, {"cpu": "i386"}, {"name": "exp"}, {"name": "malloc"}])
def test_processors_and_names_that_cannot_be(tmp_path: Any, keywords: dict[str, str]) -> None:
    with pytest.raises(tg.errors.ArgumentError, match=r"expected a (processor that LLVM has|name of its own)"):
        tg.compile(np.sum).export(tmp_path / "model", np.ones(3), **keywords)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("names", [["nowhere:f", "numpy:ones"], ["numpy:sum", "numpy:nowhere"], ["numpy", "numpy:pi"]])
def test_the_command_line_says_what_is_not_there(names: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["export", names[0], "--example", names[1]])
    assert end.value.code == 2
    assert "error: export: expected" in capsys.readouterr().err


def power(x: Any) -> Any:
    return np.sum(tg.linalg.expm(np.outer(x, x)))  # the line that is named


@pytest.mark.parametrize("kind", ["object", "c"])
def test_refusals_name_the_users_line(tmp_path: Any, kind: str) -> None:
    line = power.__code__.co_firstlineno + 1
    compiled = tg.compile(power)
    compiled(X)  # the tape that it replays has no lines
    with pytest.raises(tg.errors.ArgumentError, match=rf"expm at .*test_refused\.py:{line} .*Compute it outside"):
        compiled.export(tmp_path / "model", X, kind=kind)


class Spring:
    stiffness = 2.0

    @tg.compile
    def energy(self, x: Any) -> Any:
        return 0.5 * self.stiffness * np.sum(x * x)


def test_methods_are_exported_as_functions_of_the_other_arguments(tmp_path: Any) -> None:
    spring = Spring()
    for example in ((X,), ()):
        exported = spring.energy.export(tmp_path / "spring", *example, kind="c")
        assert "int spring_run(const double *x, double *o0, void *work)" in exported.header.read_text()
        assert "test_refused.py:" in exported.code.read_text() or not example
    pointer = spring.energy.pointer(X, form="quad")
    assert pointer.function(3, (ctypes.c_double * 3)(*X)) == np.sum(X * X)
