"""Static arguments that are changed after a call."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg


class Setting:
    """Equal by its value, which can be changed."""

    def __init__(self, factor: float) -> None:
        self.factor = factor

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Setting) and self.factor == other.factor

    def __hash__(self) -> int:
        return hash(self.factor)


@pytest.mark.parametrize("kept", [1, 2, 64])
def test_a_static_object_that_is_changed_is_another_one(kept: int) -> None:
    compiled = tg.compile(lambda x, s: np.sum(x) * s.factor, static_argnums=1, max_variants=kept)
    x, setting = np.array([1.0, 2.0]), Setting(2.0)
    for factor in (2.0, 5.0, -1.0, 2.0, 5.0, 0.5):
        setting.factor = factor
        for _ in range(3):
            assert compiled(x, setting) == 3.0 * factor
        assert compiled(x, Setting(factor)) == 3.0 * factor
        setting.factor = 7.0  # what was recorded for it may have to go
        assert compiled(x, Setting(9.0)) == 27.0
    assert compiled.stats()["variants"] <= kept


def test_a_static_object_that_its_function_changes() -> None:
    def f(x: Any, s: Setting) -> Any:
        s.factor += 1.0
        return x * s.factor

    compiled = tg.compile(f, static_argnums=1, max_variants=1)
    assert [float(compiled(3.0, Setting(1.0))) for _ in range(3)] == [6.0, 6.0, 6.0]


def test_a_slice_is_static_by_its_bounds():
    part = tg.compile(lambda x, which: x[which] * 2.0, static_argnums=1)
    x = np.arange(5.0)
    for which in (slice(1, 3), slice(1, 3), slice(1, None), slice(None, None, -1), slice(1, 3)):
        np.testing.assert_array_equal(part(x, which), x[which] * 2.0)
    assert part.stats()["recordings"] == 3
