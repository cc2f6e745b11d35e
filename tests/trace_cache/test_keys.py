"""Keys: what is alike has one, what differs in any way has another, and what may change has none."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.ops import elementwise_ops
from tapegrad.record.modes import Modes
from tapegrad.trace_cache.keys import call_key, with_static
from tapegrad.trace_cache.tree import nothing

ALIKE: tuple[Any, ...] = (
    0, 1, -1, 2**70, True, False, 0.0, -0.0, 1.0, float("inf"), "", "a", None, ..., (), (1,), (1, 1), (True,), (1.0,), ((1,),), ((1,), 1),
    (1, (1,)), (None,), slice(None), slice(1), slice(1, None), slice(None, None, 1), slice(True), np.float64(1.0), np.float32(1.0), np.int64(1),
    np.float64(-0.0), np.float64(0.0), np.dtype("f8"), np.dtype("f4"), {}, {"a": 1}, {"a": True}, {"b": 1}, {"a": 1, "b": 2}, elementwise_ops.add,
    elementwise_ops.subtract, (slice(None), 1), (None, None), ((), ()), (((),),),
)  # fmt: skip
ONLY_IN_CALLS: tuple[Any, ...] = (
    [], [1], [[1]], [1, [1]], [[1], 1], [True], [1.0], ([1],), np.arange(2), np.arange(3), np.arange(2).reshape(2, 1), np.arange(2, dtype=np.int32),
    np.array([0.0, 1.0]), np.array([-0.0, 1.0]), np.array([True]), np.zeros((0, 2)), np.zeros((2, 0)), [np.arange(2)], (np.arange(2), 1),
)  # fmt: skip


def of_call(x: Any) -> Any:
    for _ in range(2):  # of floating-point data only what was seen before is in a key
        found = call_key(nothing, Modes(), -2, (x,))
    return found and found[0]


def test_parameters_that_differ_have_other_keys() -> None:
    keys = [with_static([], {"p": x}) for x in ALIKE]
    assert None not in keys
    for (x, a), (y, b) in itertools.combinations(zip(ALIKE, keys, strict=True), 2):
        assert a != b, (x, y)
    assert len({*keys}) == len(ALIKE)


def test_arguments_that_differ_have_other_keys() -> None:
    every = [x for x in ALIKE if not isinstance(x, dict)] + [*ONLY_IN_CALLS]
    keys = [of_call(x) for x in every]
    assert None not in keys
    for (x, a), (y, b) in itertools.combinations(zip(every, keys, strict=True), 2):
        assert a != b, (x, y)
    assert len({*keys}) == len(every)


def test_what_is_alike_has_the_same_key() -> None:
    assert with_static([], {"p": (1, 2.5, slice(0, 3)), "q": {"a": None}}) == with_static(
        [], {"p": (1, float("2.5"), slice(0, 3)), "q": {"a": None}}
    )
    for x in ONLY_IN_CALLS:
        if isinstance(x, np.ndarray):
            assert of_call(x) == of_call(x.copy(order="F")), x


@pytest.mark.parametrize(
    "x",
    [[1], np.arange(2), {1}, bytearray(b"a"), object(), (1, [1]), {"a": [1]}, tg.tensor(1.0)],
    ids=lambda x: type(x).__name__,
)
def test_static_parameters_that_may_change_have_none(x: Any) -> None:
    assert with_static([], {"p": x}) is None


def test_a_dict_of_the_users_is_in_no_key_of_a_call() -> None:
    """What the call records would hold it, and it may change."""
    assert of_call({"a": 1}) is None
    assert of_call(({"a": 1},)) is None


def test_a_key_keeps_what_an_array_was() -> None:
    x = np.arange(4.0)
    before = of_call(x)
    x[0] = 7.0
    after = of_call(x)
    assert before != after
    x[0] = 0.0
    assert of_call(x) == before


def test_where_positions_stand_is_in_the_key() -> None:
    found = [call_key(nothing, Modes(), -2, (1,), {}, kinds) for kinds in ("", "i", "s", "a-")]
    assert len({f and f[0] for f in found}) == 4
