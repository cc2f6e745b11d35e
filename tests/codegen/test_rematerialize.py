"""Values that are computed where they are read: what is no longer written, and that no bit changes."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.codegen import schedule
from tapegrad.codegen.executable import executable_of
from tests.codegen.test_fuse_reductions import Maker


def softmax(x, w):
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return np.sum(w * (e / np.sum(e, axis=-1, keepdims=True)))


def largest(x, w):
    return np.sum(np.max(np.exp(x) * x + w, axis=0))


def centred(x, w):
    y = np.tanh(x)
    return np.sum(y * y * np.sum(y, axis=0) * w)


def compiled_both_ways(f, monkeypatch, *arguments):
    found = tg.compile(f)
    results = found(*arguments)
    with monkeypatch.context() as patch:
        patch.setattr(schedule, "recompute", lambda plan, most: None)
        plain = tg.compile(f)
        expected = plain(*arguments)
        return results, expected, [executable_of(c.tape()).work for c in (found, plain)]


@pytest.mark.parametrize("f", [softmax, largest, centred])
@pytest.mark.parametrize("shape", [(60, 70), (400, 24)])
def test_light_values_are_not_written(f, shape, monkeypatch):
    x, w = np.random.default_rng(0).normal(size=(2, *shape))
    found, expected, (work, before) = compiled_both_ways(tg.grad(f), monkeypatch, x, w)
    np.testing.assert_array_equal(found, expected)
    assert before - work >= 1.9 * x.nbytes


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(24))
def test_no_bit_changes(seed, monkeypatch):
    program = Maker(seed)
    with np.errstate(all="ignore"):
        for f in (program, tg.value_and_grad(program.loss, (0, 1, 2))):
            found, expected, _ = compiled_both_ways(f, monkeypatch, *program.arguments)
            for one, other in zip(leaves(found), leaves(expected), strict=True):
                np.testing.assert_array_equal(one, other)


def leaves(value):
    return [leaf for part in value for leaf in leaves(part)] if isinstance(value, (list, tuple)) else [value]
