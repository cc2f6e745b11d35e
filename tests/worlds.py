"""One program, run by tapegrad and by PyTorch.

A program takes a `World` and returns numbers, names and lists of them. Where its docstring or the test gives expected
values, they are checked against both, so that a test also says something where PyTorch is not installed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg


class World:
    """tapegrad as the programs see it.

    Attributes
    ----------
    lib : module
        Where ``sin``, ``exp``, ``no_grad`` are.
    autograd : module
        Where ``grad``, ``backward``, ``Function`` and ``graph`` are.
    """

    name = "tapegrad"
    lib: Any = tg
    autograd: Any = tg.autograd

    def leaf(self, data: Any, dtype: Any = "float64") -> Any:
        """A Tensor that requires grad."""
        return tg.tensor(data, dtype=dtype, requires_grad=True)

    def constant(self, data: Any, dtype: Any = "float64") -> Any:
        """A Tensor that does not."""
        return tg.tensor(data, dtype=dtype)


class Torch(World):
    """PyTorch."""

    name = "torch"

    def __init__(self) -> None:
        self.lib: Any = pytest.importorskip("torch")
        self.autograd: Any = self.lib.autograd

    def leaf(self, data: Any, dtype: Any = "float64") -> Any:
        return self.lib.tensor(data, dtype=getattr(self.lib, dtype), requires_grad=True)

    def constant(self, data: Any, dtype: Any = "float64") -> Any:
        return self.lib.tensor(data, dtype=getattr(self.lib, dtype))


worlds = pytest.mark.parametrize("world", [World, Torch], ids=["tapegrad", "torch"])


def plain(found: Any) -> Any:
    """Tensors as nested lists of numbers, in any nest of lists, tuples and dicts."""
    if isinstance(found, (list, tuple)):
        return [plain(x) for x in found]
    if isinstance(found, dict):
        return {key: plain(x) for key, x in found.items()}
    return found.detach().tolist() if hasattr(found, "detach") else found


def same(found: Any, expected: Any, rtol: float = 1e-12) -> None:
    """Equal in structure and, within rounding, in numbers."""
    found, expected = plain(found), plain(expected)
    if isinstance(expected, list):
        assert isinstance(found, list), (found, expected)
        assert len(found) == len(expected), (found, expected)
        for a, b in zip(found, expected, strict=True):
            same(a, b, rtol)
    elif isinstance(expected, dict):
        assert found.keys() == expected.keys()
        for key, value in expected.items():
            same(found[key], value, rtol)
    elif isinstance(expected, float):
        np.testing.assert_allclose(found, expected, rtol=rtol, atol=rtol)
    else:
        assert found == expected


def check(program: Any, world: type[World], expected: Any = None, rtol: float = 1e-12) -> None:
    """A program gives what is expected, and otherwise what it gives in PyTorch."""
    if expected is None:
        same(program(World()), program(Torch()), rtol)
    else:
        same(program(world()), expected, rtol)
