"""Loops in which a mask chooses another number of rows each turn: one program for many numbers, and the same results.

The oracles are the interpreter, with the trace cache off, and PyTorch; gradients of what is nowhere near a kink are
compared with differences besides. Programs are drawn at random; the seed is in the test's name.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd.row_layout import size_for
from tapegrad.record.recording import tape
from tapegrad.tensor import index_operands
from tapegrad.trace_cache import thresholds, tree
from tapegrad.trace_cache.edges import recordings
from tests.support import gradient, hot_after

try:
    import torch
except ImportError:
    torch = None  # what differs from PyTorch is seen elsewhere

_ROWS = 48
_DATA = np.random.default_rng(1).normal(size=(_ROWS, 3))
Step = Callable[[Any, Any, Any, Any], Any]


soon = hot_after(4)


def _on_and_off(turns: Callable[[], list[Any]]) -> tuple[list[Any], list[Any]]:
    with tg.debug.trace_cache(False):
        off = turns()
    return turns(), off


def _compiled() -> int:
    """Return how many sweeps went by a program."""
    return sum(e.compiled for e in tg.debug.exits() if e.what == "sweep")


# Of rows z, an array r of as many, a parameter w, and the library m.
KEEP: dict[str, Step] = {
    "tanh": lambda z, r, w, m: m.tanh(z),
    "square": lambda z, r, w, m: z * z,
    "a parameter": lambda z, r, w, m: z * w,
    "data": lambda z, r, w, m: z - r,
    "numbers": lambda z, r, w, m: 2.0 * z - 0.3,
    "a matrix": lambda z, r, w, m: z @ m.outer(w, w),
    "a choice": lambda z, r, w, m: m.where(z > 0.1, z, 0.2 * z),
    "a quotient": lambda z, r, w, m: z / (1.0 + z * z),
    "centred": lambda z, r, w, m: z - z.mean(0),
    "a root": lambda z, r, w, m: m.sqrt(z * z + 1e-2),
}
JOIN: dict[str, Step] = {
    "a sum": lambda z, r, w, m: z.sum(),
    "a mean": lambda z, r, w, m: z.mean(),
    "sums of rows": lambda z, r, w, m: (z.sum(1) ** 2).sum(),
    "sums of columns": lambda z, r, w, m: (z.sum(0) ** 2).sum(),
    "a product with a vector": lambda z, r, w, m: m.tanh(z @ w).sum(),
    "a mean of columns": lambda z, r, w, m: (z.mean(0) * w).sum(),
    # which no program of more rows gives
    "a largest": lambda z, r, w, m: z.max() if len(z) else z.sum(),
    "a product with itself": lambda z, r, w, m: (z.T @ z).sum(),
    "another shape": lambda z, r, w, m: (z.reshape(-1) ** 2).sum(),
    "neighbours": lambda z, r, w, m: (z[1:] * z[:-1]).sum(),
}


def _mask(rng: np.random.Generator, turn: int, data: np.ndarray) -> np.ndarray:
    """Return a mask, now and then of none, one, or all."""
    share = {0: 0.0, 1: 1.0, 2: 0.02}.get(turn % 9, rng.choice([0.3, 0.5, 0.7]))
    return rng.random(len(data)) < share


def _program(seed: int) -> Callable[[Any, Any, Any, Any, Any], Any]:
    rng = np.random.default_rng(seed)
    keep = [*rng.choice([*KEEP], rng.integers(1, 4)), *rng.choice([*KEEP], 1)]
    joins = rng.choice([*JOIN][: 6 if seed % 4 else None], rng.integers(1, 3), replace=False)
    inner = rng.integers(2)

    def loss(x: Any, w: Any, mask: Any, r: Any, m: Any) -> Any:
        z = (m.sin(x) * 1.5)[mask] if inner else x[mask]
        for name in keep:
            z = KEEP[name](z, r, w, m)
        return sum(JOIN[name](z, r, w, m) for name in joins)

    return loss


def _turns(seed: int, library: Any, m: Any, given: Callable[[Any], Any], turns: int) -> list[Any]:
    loss, rng, found = _program(seed), np.random.default_rng(seed), []
    for turn in range(turns):
        x, w = (library.tensor(a, requires_grad=True) for a in (_DATA, np.array([0.5, -0.3, 0.8])))
        mask = _mask(rng, turn, _DATA)
        value = loss(x, w, given(mask), given(rng.normal(size=(mask.sum(), 3))), m)
        value.backward()
        grads = [np.zeros(t.shape) if t.grad is None else np.array(t.grad.numpy()) for t in (x, w)]
        found += [value.item(), *grads]
    return found


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(24))
def test_random_programs(seed: int) -> None:
    turns = 90
    got, off = _on_and_off(lambda: _turns(seed, tg, np, lambda a: a, turns))
    compiled = _compiled()
    theirs = got if torch is None else _turns(seed, torch, torch, torch.as_tensor, turns)
    for a, b, c in zip(got, off, theirs, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12, err_msg=f"seed {seed}")
        np.testing.assert_allclose(a, c, rtol=1e-9, atol=1e-10, err_msg=f"seed {seed}")
    if seed % 4:  # made of what keeps rows apart, or adds them
        assert compiled > 10


CHOOSE: dict[str, Callable[[Any, np.ndarray], Any]] = {
    "a mask": lambda y, mask: y[mask],
    "a mask and a column": lambda y, mask: y[mask, 1],
    "a mask of elements": lambda y, mask: y[np.stack([mask, ~mask, mask], 1)],
    "positions": lambda y, mask: y[np.flatnonzero(mask)],
    "take": lambda y, mask: np.take(y, np.flatnonzero(mask), axis=0),
    "compress": lambda y, mask: np.compress(mask, y, axis=0),
    "extract": lambda y, mask: np.extract(mask, y[:, 0]),
    "its own values": lambda y, mask: y[y > 0.1 + mask[0]],
    "values of a column": lambda y, mask: y[y[:, 0] > mask.mean() - 0.5],
    "nonzero": lambda y, mask: y[np.nonzero(y[:, 0] > mask.mean() - 0.5)],
    "twice": lambda y, mask: y[mask] * 2.0 + y[::-1][mask],
    "two numbers": lambda y, mask: y[mask].sum() + (y[~mask] ** 2).sum(0),
}


@pytest.mark.parametrize("name", CHOOSE)
def test_ways_to_choose(name: str) -> None:
    choose = CHOOSE[name]

    def turns() -> list[Any]:
        rng, found = np.random.default_rng(5), []
        for _ in range(90):
            x, mask = tg.tensor(_DATA, requires_grad=True), rng.random(_ROWS) < 0.5
            z = choose(x * 1.5, mask)
            total = (z * z).sum()
            total.backward()
            found += [z.detach().numpy(), total.item(), x.grad.numpy()]
        return found

    got, off = _on_and_off(turns)
    assert _compiled() > 10
    for a, b in zip(got, off, strict=True):
        assert np.shape(a) == np.shape(b)
        np.testing.assert_allclose(a, b, rtol=1e-13, atol=1e-13)
    mask = np.random.default_rng(5).random(_ROWS) < 0.5
    (slopes,) = gradient(lambda x: (choose(x * 1.5, mask) ** 2).sum(), [_DATA])
    np.testing.assert_allclose(got[2], slopes.astype(float), rtol=1e-7, atol=1e-8)


def _write_elements(y: Any, mask: np.ndarray) -> None:
    elements = np.stack([mask, ~mask, mask], 1)
    y[elements] = y[elements] ** 2


def _write_shared(y: Any, mask: np.ndarray) -> None:
    y[mask] = y[~mask].sum(0)


def _scale_twice(y: Any, mask: np.ndarray) -> None:
    y[mask] *= 0.5
    y[~mask] += 1.0


def _clip_own(y: Any, mask: np.ndarray) -> None:
    y[y < 0.1 - mask.mean()] *= 0.1


WRITE: dict[str, Callable[[Any, np.ndarray], Any]] = {
    "rows": lambda y, mask: y.__setitem__(mask, np.sin(y[::-1])[mask] * 2.0),
    "a column": lambda y, mask: y.__setitem__((mask, 1), y[mask, 0] * y[mask, 2]),
    "elements": _write_elements,
    "its own values": _clip_own,
    "scaled twice": _scale_twice,
    "the same for all rows": _write_shared,
}


@pytest.mark.parametrize("name", WRITE)
def test_ways_to_write(name: str) -> None:
    write = WRITE[name]

    def turns() -> list[Any]:
        rng, found = np.random.default_rng(5), []
        for _ in range(120):
            x, mask = tg.tensor(_DATA, requires_grad=True), rng.random(_ROWS) < 0.5
            y = x * 1.5
            write(y, mask)
            total = (y * y).sum()
            total.backward()
            found += [y.detach().numpy(), total.item(), x.grad.numpy()]
        return found

    got, off = _on_and_off(turns)
    assert name == "the same for all rows" or _compiled() > 10  # what is repeated for each row has its number
    for a, b in zip(got, off, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-13, atol=1e-13)
    mask = np.random.default_rng(5).random(_ROWS) < 0.5

    def written(x: Any) -> Any:
        y = x * 1.5
        write(y, mask)
        return (y * y).sum()

    (slopes,) = gradient(written, [_DATA])
    np.testing.assert_allclose(got[2], slopes.astype(float), rtol=1e-7, atol=1e-8)


@pytest.mark.parametrize("inputs", [False, True])
def test_a_loss_that_is_read_before_its_sweep(inputs: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program of the sweep runs at the read, for all numbers of rows."""
    monkeypatch.setattr(thresholds, "sweeps_until_hot", lambda length: 12)  # as high as the score of such reads

    def turns() -> list[Any]:
        rng, found = np.random.default_rng(14), []
        w = tg.tensor([0.5, -0.3, 0.8], requires_grad=True)
        for _ in range(160):
            x, mask = tg.tensor(_DATA, requires_grad=True), rng.random(_ROWS) < 0.5
            z = np.tanh(x * w)[mask]
            loss = (z * z).mean()
            found += [loss.item()]
            loss.backward(inputs=[x] if inputs else None)
            found += [x.grad.numpy(), z.detach().numpy()]
        return [*found, 0.0 if w.grad is None else w.grad.numpy()]

    got, off = _on_and_off(turns)
    reads = [e for e in tg.debug.exits() if e.what == "sweep after read" and e.compiled > 60]
    assert len(reads) == (0 if inputs else 1)  # sweeps to some leaves go by paths
    for a, b in zip(got, off, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-13)


def test_numbers_that_came_before_are_found_on_their_paths() -> None:
    """Up to a bound, and whatever number comes; beyond it, runs leave the tree, and have the same results."""
    rng, nodes = np.random.default_rng(11), []
    for turn in range(300):
        x, mask = tg.tensor(_DATA, requires_grad=True), rng.permutation(_ROWS) < 4 + turn % 20
        loss = (x[mask] ** 2).sum()
        pending = tape._open.pending
        assert pending is not None
        nodes.append(pending.node)
        loss.backward()
        np.testing.assert_array_equal(x.grad.numpy(), np.where(mask[:, None], 2.0 * _DATA, 0.0))
    assert None not in nodes[200:]
    assert len({*nodes[200:]}) == 20
    assert sum(node.rows for node in nodes[200:]) == 80  # the first numbers have programs of their own
    assert sum(bool(e.node.exits) for e in recordings.next.values()) == 1


@pytest.mark.parametrize("room", [0, 3])
def test_numbers_beyond_those_kept_leave_the_tree(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_operands, "PATHS_OF_ROWS", room)
    rng = np.random.default_rng(12)
    for _ in range(120):
        x, mask = tg.tensor(_DATA, requires_grad=True), rng.random(_ROWS) < 0.5
        (x[mask] ** 2).sum().backward()
        np.testing.assert_array_equal(x.grad.numpy(), np.where(mask[:, None], 2.0 * _DATA, 0.0))
    assert _compiled() > 40


def test_two_independent_numbers_have_no_path_for_each_pair() -> None:
    rng = np.random.default_rng(13)
    for _ in range(400):
        x, one, other = tg.tensor(_DATA, requires_grad=True), rng.random(_ROWS) < 0.5, rng.random(_ROWS) < 0.5
        (x[one].sum() + (x[other] ** 2).sum()).backward()
        np.testing.assert_allclose(x.grad.numpy(), one[:, None] + 2.0 * other[:, None] * _DATA, rtol=1e-14)
    behind = [edge.node for edge in tree.root.next.values() if edge.node.rows]
    for node in behind:  # those found on the way are looked at, too
        behind += [edge.node for edge in node.next.values()]
    assert thresholds.NUMBERS_OF_ROWS <= max(len(node.next) for node in behind) <= 2 * thresholds.NUMBERS_OF_ROWS


def _masks(turns: int = 40) -> list[np.ndarray]:
    rng = np.random.default_rng(7)
    return [rng.random(_ROWS) < 0.5 for _ in range(turns)]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("special", [np.nan, np.inf, -np.inf, 0.0, -0.0])
def test_special_values_stay_in_their_row(special: float) -> None:
    """What is repeated is the last row, which is special in half the turns; of others nothing is seen either."""
    data = np.abs(_DATA) + 0.1
    data[-6:] = special

    def turns() -> list[Any]:
        found = []
        for mask in _masks():
            x, w = tg.tensor(data, requires_grad=True), tg.tensor(np.ones(3), requires_grad=True)
            z = x[mask]
            good = np.where(np.isfinite(z.detach().numpy()) & (z > 0.0), np.sqrt(z) * w + np.log(z), 0.0)
            (good.mean() + (z * 0.5).sum()).backward()
            found += [x.grad.numpy(), w.grad.numpy(), z.detach().numpy()]
            x = tg.tensor(data, requires_grad=True)
            root = np.sqrt(x[mask]).sum()
            root.backward()
            found += [root.item(), x.grad.numpy()]
        return found

    for a, b in zip(*_on_and_off(turns), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-13, atol=1e-14)


def test_a_sum_of_negative_zeros_has_its_sign() -> None:
    def turns() -> list[Any]:
        found = []
        for mask in _masks():
            x = tg.tensor(np.full((_ROWS, 3), -0.0), requires_grad=True)
            total = (x[mask] * 1.0).sum()
            total.backward()
            found.append(np.copysign(1.0, total.item()))
        return found

    on, off = _on_and_off(turns)
    assert on == off
    assert _compiled() > 10


def _loss(x: Any, mask: np.ndarray) -> tuple[Any, Any]:
    z = np.tanh(x)[mask]
    return z, (z * z).mean()


def _observed(what: str, x: Any, mask: np.ndarray) -> list[Any]:
    z, loss = _loss(x, mask)
    seen: list[Any] = []
    if what == "hook":
        z.register_hook(lambda g: seen.append(g.numpy()) or g * 2.0)
        loss.backward()
    elif what == "retained gradient":
        z.retain_grad()
        loss.backward()
        seen.append(z.grad.numpy())
    elif what == "gradient of rows":
        seen += [g.numpy() for g in tg.autograd.grad(loss, [z, x])]
    elif what == "retained graph":
        loss.backward(retain_graph=True)
        loss.backward()
    elif what == "recorded sweep":
        (g,) = tg.autograd.grad(loss, [x], create_graph=True)
        (g * g).sum().backward()
    elif what == "rows live on":
        other = (z**3).sum()
        loss.backward(retain_graph=True)
        other.backward()
    elif what == "written":
        y = np.tanh(x)[mask]
        y[0] = 3.0
        (y * y).sum().backward()
    elif what == "a view of data":
        z = x.detach()[:].requires_grad_()
        _loss(z, mask)[1].backward()
        x = z
    else:
        raise AssertionError(what)
    return [*seen, z.detach().numpy(), *([] if x.grad is None else [x.grad.numpy()])]


@pytest.mark.parametrize(
    "what",
    ["hook", "retained gradient", "gradient of rows", "retained graph", "recorded sweep", "rows live on", "written",
     "a view of data"],
)  # fmt: skip
def test_what_observes_a_sweep(what: str) -> None:
    """Turns that are observed come between others."""

    def turns() -> list[Any]:
        found = []
        for turn, mask in enumerate(_masks(60)):
            x = tg.tensor(_DATA, requires_grad=True)
            if turn % 2:
                found += _observed(what, x, mask)
            else:
                _loss(x, mask)[1].backward()
                found.append(x.grad.numpy())
        return found

    for a, b in zip(*_on_and_off(turns), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-13, atol=1e-14)


def test_a_hook_that_raises_leaves_the_sweep_to_be_tried_again() -> None:
    """The mask is of values, so that a sweep goes on into an earlier run."""
    for turn, mask in enumerate(_masks(60)):
        x = tg.tensor(_DATA, requires_grad=True)
        y = np.sin(x) * 1.5
        loss = (y[y > mask.mean() - 0.5] ** 2).sum()
        fails = [turn % 3 == 0]

        def hook(g: Any, fails: list[bool] = fails) -> None:
            if fails.pop() if fails else False:
                raise RuntimeError("once")

        x.register_hook(hook)
        if fails[0]:
            with pytest.raises(RuntimeError, match="once"):
                loss.backward()
            assert x.grad is None
        loss.backward()
        y = np.sin(_DATA) * 1.5
        want = np.where(y > mask.mean() - 0.5, 2.0 * y * 1.5 * np.cos(_DATA), 0.0)
        np.testing.assert_allclose(x.grad.numpy(), want, rtol=1e-13, atol=1e-14)


def test_threads() -> None:
    failed: list[BaseException] = []

    def work(seed: int) -> None:
        rng = np.random.default_rng(seed)
        try:
            for _ in range(60):
                x, mask = tg.tensor(_DATA, requires_grad=True), rng.random(_ROWS) < 0.5
                _loss(x, mask)[1].backward()
                t = np.tanh(_DATA)
                want = np.where(mask[:, None], 2.0 * t * (1.0 - t * t) / (3 * mask.sum()), 0.0)
                np.testing.assert_allclose(x.grad.numpy(), want, rtol=1e-12, atol=1e-14)
        except BaseException as error:  # which pytest does not see in a thread
            failed.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


def test_one_program_serves_all_numbers_of_a_class() -> None:
    assert [size_for(n) for n in (2, 32, 33, 48, 49, 64, 65, 96, 97)] == [32, 32, 48, 48, 64, 64, 96, 96, 128]
    for n in np.random.default_rng(8).permutation(np.arange(70, 95).repeat(3)):
        x = tg.tensor(np.ones((100, 3)), requires_grad=True)
        mask = np.arange(100) < n
        (x[mask] ** 2).sum().backward()
        np.testing.assert_array_equal(x.grad.numpy(), 2.0 * np.repeat(mask, 3).reshape(100, 3))
    assert len([key for key in recordings.next if "rows" in key]) == 1
    assert _compiled() > 40


def test_masks_of_one_number_stay_on_their_path() -> None:
    rng = np.random.default_rng(10)
    for _ in range(40):
        x, mask = tg.tensor(_DATA, requires_grad=True), rng.permutation(_ROWS) < 20
        (x[mask] ** 2).sum().backward()
        np.testing.assert_array_equal(x.grad.numpy(), np.where(mask[:, None], 2.0 * _DATA, 0.0))
    exits = [found for edge in recordings.next.values() for found in edge.node.exits.values()]
    assert not any(found.artefact for found in exits)
    assert _compiled() > 20


@pytest.mark.parametrize("name", ["argmax", "count_nonzero"])
def test_integers_that_are_read_come_between_programs(name: str) -> None:
    """What gives integers is computed between two compiled stages."""

    def turns() -> list[Any]:
        rng, found = np.random.default_rng(9), []
        for _ in range(120):
            x = tg.tensor(rng.normal(size=20), requires_grad=True)
            y = np.sin(x) * 2.0
            k = int(np.argmax(y)) % 2 if name == "argmax" else int(np.count_nonzero(y > 0.0)) % 2
            ((y * y) * (1.0 + k)).sum().backward()
            found += [k, x.grad.numpy()]
        return found

    got, off = _on_and_off(turns)
    assert _compiled() > 40
    for a, b in zip(got, off, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-13, atol=1e-14)
