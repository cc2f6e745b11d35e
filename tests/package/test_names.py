"""Public names, as type checkers and editors see them: what is exported, and nothing else."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import tapegrad as tg
from tapegrad.ops.public_names import public

NAMESPACES = [name for name in tg._LATER["tapegrad"] if name not in ("errors", "numpy", "scipy")]


def exported(tree: ast.AST) -> set[str]:
    """Names that a module's text gives to others: assigned, or imported under their own name once more (PEP 484)."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            found |= {a.name for a in node.names if a.asname == a.name}
        elif isinstance(node, ast.Assign):
            found |= {n.id for target in node.targets for n in ast.walk(target) if isinstance(n, ast.Name)}
    return {name for name in found if not name.startswith("_")}


def test_type_checkers_see_every_public_name():
    text = Path(tg.__file__).read_text()
    assert exported(ast.parse(text)) | public("numpy").keys() == set(tg.__all__)


def test_what_is_imported_on_first_use_is_the_same_for_type_checkers():
    (block,) = [node for node in ast.parse(Path(tg.__file__).read_text()).body if isinstance(node, ast.If)]
    assert exported(block) == {name for names in tg._LATER.values() for name in names}


@pytest.mark.parametrize("name", NAMESPACES)
def test_a_namespace_shows_public_names_alone(name):
    if name == "bridges":  # whose modules import the packages that they lead to
        for package in tg.bridges.__all__:
            pytest.importorskip(package)
    module = getattr(tg, name)
    shown = {n: getattr(module, n) for n in dir(module) if not n.startswith("__")}
    assert shown
    assert not [n for n in shown if n.startswith("_")]
    foreign = ("typing", "numba", "collections", "contextlib", "llvmlite")
    others = [n for n, v in shown.items() if getattr(v, "__module__", None) in foreign]
    assert not [n for n, v in shown.items() if isinstance(v, ModuleType) and not v.__name__.startswith("tapegrad")]
    assert not others
    assert not {"annotations", "np", "TYPE_CHECKING", "Any"} & shown.keys()


def test_a_star_brings_what_numpys_brings_and_no_more_of_the_builtins():
    import builtins

    import numpy as np

    scope: dict[str, object] = {}
    exec("from tapegrad import *", scope)
    assert tg.__all__ == sorted(scope.keys() - {"__builtins__"})
    assert set(tg.__all__) & set(dir(builtins)) <= {*np.__all__, "compile"}


USE = """
from typing import Any, assert_type

import numpy as np
import numpy.typing as npt

import tapegrad as tg


def f(x: Any) -> Any:
    return tg.sum(x * x)


def loss(x: tg.Tensor, rate: float) -> tg.Tensor:
    return tg.sum(tg.sin(x) * rate)


def loss_and_sine(x: tg.Tensor) -> tuple[tg.Tensor, tg.Tensor]:
    return tg.sum(x), tg.sin(x)


def norm(x: npt.NDArray[np.float64]) -> np.float64:
    return np.float64(np.sum(x * x))


x = tg.tensor([1.0], requires_grad=True)
y = tg.sin(x).sum()
y.backward()
tg.grad(f)(1.0)
tg.grad(np.sin)(np.ones(2))
tg.grad(lambda x: np.sum(x * x))(np.ones(2))
tg.compile(f)
with tg.no_grad():
    used = [x.grad, tg.value_and_grad(f), tg.hessian(f), tg.vmap(f), tg.jacobian(f), tg.hvp(f), tg.max(x), tg.pad, tg.norm]
more = [tg.linalg.solve, tg.fft.fft, tg.special.gammaln, tg.stats.norm, tg.signal.convolve, tg.nb.value, tg.func.jvp]

# what an editor completes after
assert_type(tg.sin(x), tg.Tensor)
assert_type(tg.add(1.0, x), tg.Tensor)
assert_type(tg.where(x > 0.0, x, 0.0), tg.Tensor)
assert_type(tg.sum(x * x), tg.Tensor)
assert_type(tg.concatenate([x, x]), tg.Tensor)
assert_type(tg.reshape([1.0, 2.0], (2, 1)), tg.Tensor)
assert_type(x.reshape(1, 1).T @ x, tg.Tensor)
assert_type(tg.stats.norm.logpdf(x, 0.0, 2.0), tg.Tensor)

# what transforms give
assert_type(tg.value_and_grad(loss)(x, 2.0), tuple[tg.Tensor, Any])
assert_type(tg.value_and_grad(norm)(np.ones(2)), tuple[np.float64, Any])
assert_type(tg.value_and_grad(loss_and_sine, has_aux=True)(x), tuple[tuple[tg.Tensor, tg.Tensor], Any])
assert_type(tg.grad(loss_and_sine, has_aux=True)(x), tuple[Any, tg.Tensor])
assert_type(tg.func.jvp(loss, (x, 2.0), (x, 0.0)), tuple[tg.Tensor, tg.Tensor])
assert_type(tg.func.vjp(loss, x, 2.0)[0], tg.Tensor)
assert_type(tg.vmap(loss)(x, 2.0), tg.Tensor)
compiled = tg.compile(loss)
compiled.stats()
decorated = tg.compile(max_variants=3)(loss)
decorated.stats()
tg.grad(loss)(x, "fast")  # type: ignore[arg-type]
tg.jacobian(loss)(x)  # type: ignore[call-arg]
"""


@pytest.mark.exhaustive
@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="needs mypy")
def test_mypy_accepts_a_users_program(tmp_path):
    program = tmp_path / "use.py"
    program.write_text(USE)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "use.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert [line for line in done.stdout.splitlines() if line.startswith("use.py")] == []
    assert done.returncode in (0, 1)
    assert "Success" in done.stdout or "tapegrad" in done.stdout
