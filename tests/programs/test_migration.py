"""The page for those who come from another library: each of tapegrad's calls runs, and gives what theirs gives."""

from __future__ import annotations

import ast
import contextlib
import io
import re
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tests.support import ROOT

PAGE = ROOT / "docs" / "learn" / "migration.md"
X, V, A = [0.5, 1.5], [1.0, -2.0], [[0.5, 1.5], [1.0, 2.0]]

pytestmark = pytest.mark.filterwarnings(
    "ignore:Anomaly Detection:UserWarning", "ignore:Converting a tensor:UserWarning"
)


def rows():
    """Section, their call, tapegrad's call."""
    found, section = [], ""
    for line in PAGE.read_text().splitlines():
        if line.startswith("## "):
            section = line[3:]
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if section and len(cells) == 3 and cells[0].startswith("`"):
            found.append((section, cells[0], cells[1]))
    return found


def functions(lib: Any) -> dict[str, Any]:
    """What the page calls f, g, h, and what else its calls name."""

    def f(x):
        return (lib.sin(x) * x).sum()

    def g(x):
        return lib.exp(x) * x[0]

    def h(x, v):
        return (x * x * lib.cos(v)).sum()

    def k(x):
        return f(x), 3.0

    def step(carry, row):
        return carry * row, carry.sum()

    return {"f": f, "g": g, "h": h, "k": k, "step": step}


def tapegrads(arrays: bool) -> dict[str, Any]:
    names = functions(np) | {
        "tg": tg,
        "np": np,
        "a": np.array(X),
        "eye": np.eye(2),
        "ctx": SimpleNamespace(needs_input_grad=(True,)),
    }
    if arrays:
        return names | {"x": np.array(X), "v": np.array(V), "rows": np.array(A)}

    class F(tg.autograd.Function):
        forward = staticmethod(lambda ctx, x: 2.0 * x)
        backward = staticmethod(lambda ctx, g: 2.0 * g)

    x = tg.tensor(X, requires_grad=True)
    return names | {"x": x, "v": tg.tensor(V), "rows": tg.tensor(A), "y": names["f"](x), "F": F}


def of_torch() -> dict[str, Any]:
    torch = pytest.importorskip("torch")
    pytest.importorskip("torch.utils.checkpoint")
    x = torch.tensor(X, dtype=torch.float64, requires_grad=True)
    names = functions(torch)
    wide = {"dtype": torch.float64}
    return names | {
        "torch": torch, "x": x, "v": torch.tensor(V, **wide), "rows": torch.tensor(A, **wide), "y": names["f"](x),
        "a": np.array(X), "eye": torch.eye(2, **wide),
    }  # fmt: skip


def of_autograd() -> dict[str, Any]:
    autograd = pytest.importorskip("autograd")
    for module in ("numpy", "extend", "test_util"):
        pytest.importorskip(f"autograd.{module}")
    return functions(autograd.numpy) | {"autograd": autograd, "np": autograd.numpy, "x": np.array(X), "v": np.array(V)}


def of_jax() -> dict[str, Any]:
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    jnp = jax.numpy
    return functions(jnp) | {"jax": jax, "jnp": jnp, "x": jnp.array(X), "v": jnp.array(V), "rows": jnp.array(A)}


THEIRS = {"PyTorch": of_torch, "HIPS autograd": of_autograd, "JAX": of_jax}


def value(call: str, names: dict[str, Any]) -> Any:
    """Run the statements of a call, and give the value of the last one if it has one."""
    tree = ast.parse(call)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(tree, "page", "exec"), names)
        return None if last is None else eval(compile(ast.Expression(last.value), "page", "eval"), names)


def numbers(found: Any) -> list[np.ndarray]:
    """The arrays in any nest of containers, in order."""
    if isinstance(found, (tuple, list)):
        return [a for item in found for a in numbers(item)]
    if hasattr(found, "detach"):
        found = found.detach().numpy()
    return [np.asarray(found)] if isinstance(found, (bool, int, float)) or hasattr(found, "__array__") else []


@pytest.fixture(autouse=True)
def modes():
    """Calls that switch something are undone."""
    threads = tg.get_num_threads()
    yield
    tg.set_grad_enabled(True)
    tg.autograd.set_detect_anomaly(False)
    tg.set_num_threads(threads)


def test_the_page_has_its_sections():
    assert list(dict.fromkeys(section for section, *_ in rows())) == [
        "PyTorch", "R torch", "libtorch", "OneFlow", "HIPS autograd", "JAX",
    ]  # fmt: skip
    assert len(rows()) > 100


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("section", "theirs", "ours"), rows(), ids=lambda cell: cell.strip("`")[:60])
def test_the_calls_give_the_same(section, theirs, ours):
    (call,) = re.findall(r"`([^`]*)`", ours)
    found = value(call, tapegrads(section in ("HIPS autograd", "JAX")))
    if section not in THEIRS:
        return
    names = THEIRS[section]()
    for other in re.findall(r"`([^`]*)`", theirs):
        expected = numbers(value(other, names))
    ours_found = numbers(found)
    if not expected:  # theirs gives no numbers
        return
    assert len(ours_found) == len(expected)
    for a, b in zip(ours_found, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#\s]*\.md)", PAGE.read_text()):
        assert (PAGE.parent / target).is_file(), target
