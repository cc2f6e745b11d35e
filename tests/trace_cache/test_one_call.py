"""Runs of one call: what the first reads give, and the next ones, has the bits of the cache turned off."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.record.recording import tape
from tapegrad.trace_cache import tree
from tapegrad.trace_cache.keys import Elements

VECTOR = np.linspace(-1.7, 2.3, 11)


MATRIX = np.arange(9.0).reshape(3, 3) + 4.0 * np.eye(3)


@pytest.fixture(autouse=True)
def nothing_known():
    """Let each test be the first to record its calls."""
    tg.debug.trace_cache(True)


def test_another_thread_reads_what_is_pending_and_leaves_it_so():
    x = tg.tensor(VECTOR)
    for _ in range(2):
        y = np.cos(x)
        run = y._family.run
        seen = []
        thread = threading.Thread(target=lambda: seen.append(y.numpy()))
        thread.start()
        thread.join()
        assert tape.pending is run.backing
        np.testing.assert_array_equal(seen[0], y.numpy())


def test_what_fails_is_left_behind():
    bad = tg.tensor(-np.eye(3), requires_grad=True)
    for _ in range(3):
        with pytest.raises(np.linalg.LinAlgError):
            np.linalg.cholesky(bad)
        assert tape.pending is None
        good = np.linalg.cholesky(-bad)
        np.testing.assert_array_equal(good.detach().numpy(), np.eye(3))


def test_nothing_of_the_users_is_kept_by_keys():
    def body(carry, x):
        return carry * 0.5 + x, carry

    x = tg.tensor(VECTOR, requires_grad=True)
    chosen = np.array([0, 2])
    for _ in range(3):
        assert x[chosen].detach().numpy().tolist() == VECTOR[[0, 2]].tolist()
        tg.scan(body, x[0], x)[1].detach().numpy()
        np.sum(x.reshape(11, 1), axis=1).detach().numpy()

    def parts(key):
        for part in key:
            yield from parts(part) if isinstance(part, tuple) else [part]

    kept = [part for key in tree.nothing.node.next for part in parts(key)]
    arrays = [part.array for part in kept if isinstance(part, Elements)]
    assert arrays
    assert not any(np.shares_memory(array, chosen) or array.flags.writeable for array in arrays)
    plain = (int, float, str, type, np.dtype, Elements)
    assert all(part is None or isinstance(part, plain) or part is ... for part in kept)


@pytest.mark.parametrize("order", [1, -1])
def test_parameters_that_are_equal_and_of_other_types_are_told_apart(order):
    x = tg.tensor(MATRIX, requires_grad=True)
    for index in [1, True, (1, 1), (True, 1), 0, False, slice(0, 1), slice(False, True), (0, None), (0, 0)][::order]:
        np.testing.assert_array_equal(x[index].detach().numpy(), MATRIX[index])
