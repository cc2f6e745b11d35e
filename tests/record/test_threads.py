"""Several threads: each records on its own tape, leaves are shared, and nothing crosses over."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ThreadError
from tapegrad.record.frame import Frame


def _in_threads(functions: list[Callable[[], Any]]) -> list[Any]:
    """Run functions at the same time; results in order, the first exception raised."""
    results: list[Any] = [None] * len(functions)
    errors: list[BaseException] = []

    def call(k: int) -> None:
        try:
            results[k] = functions[k]()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=call, args=(k,)) for k in range(len(functions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results


def _gradients(w: tg.Tensor, s: tg.Tensor, k: int) -> float:
    """A mix of scalar and array work on shared leaves; the closed form is checked by the single-threaded run."""
    total = 0.0
    for _ in range(60):
        y = s
        for _ in range(20):
            y = y * s + 0.1 * (k + 1)
        z = (tg.tanh(w * y) * w[3]).sum() * s
        gw, gs = tg.autograd.grad(z, (w, s))
        total += gs.item() + float(gw.numpy().sum())
    return total


def test_shared_leaves_give_the_same_bits_as_one_thread() -> None:
    w = tg.tensor(np.linspace(0.1, 1.0, 50), requires_grad=True)
    s = tg.tensor(0.7, requires_grad=True)
    expected = [_gradients(w, s, k) for k in range(4)]
    pending = s * w  # pending on this thread, with both leaves as inputs, while the others work
    assert _in_threads([lambda k=k: _gradients(w, s, k) for k in range(4)]) == expected  # type: ignore[misc]
    tg.backward(pending.sum())
    assert s.grad is not None
    np.testing.assert_allclose(s.grad.numpy(), np.linspace(0.1, 1.0, 50).sum(), rtol=1e-14)


def test_concurrent_backward_accumulates_every_gradient() -> None:
    x = tg.tensor(np.arange(1.0, 9.0), requires_grad=True)

    def sweep() -> None:
        for _ in range(50):
            (x * x).sum().backward()

    _in_threads([sweep] * 4)
    assert x.grad is not None
    np.testing.assert_allclose(x.grad.numpy(), 200 * 2.0 * np.arange(1.0, 9.0), rtol=1e-13)


@pytest.mark.parametrize("use", [lambda t: t * 2.0, lambda t: t * t, lambda t: tg.exp(t), lambda t: t.backward()])
def test_unswept_history_of_another_thread_is_refused(use: Callable[[tg.Tensor], Any]) -> None:
    x = tg.tensor(2.0, requires_grad=True)
    y = x * x
    y = y * 2.0  # constants and pairs of this run are known by now
    with pytest.raises(ThreadError, match="another thread"):
        _in_threads([lambda: use(y)])
    y.backward()
    assert x.grad is not None
    assert x.grad.item() == 8.0


def test_values_without_history_may_be_used_anywhere() -> None:
    x = tg.tensor([1.0, 2.0])
    pending = x * 3.0 + 1.0
    (total,) = _in_threads([lambda: (pending * 2.0).sum().item()])
    assert total == 22.0
    assert pending.tolist() == [4.0, 7.0]


def test_modes_are_per_thread() -> None:
    x = tg.tensor(1.0, requires_grad=True)
    with tg.no_grad():
        (recorded,) = _in_threads([lambda: (x * x).requires_grad])
    assert recorded


def test_a_leaf_outlives_the_threads_that_used_it() -> None:
    """Thread identifiers are used again after a thread has ended, with its run still open."""
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    for k in range(50):
        _in_threads([lambda: x * 2.0])  # never flushed
        (total,) = _in_threads([lambda k=k: (x * float(k)).sum().detach().item()])  # type: ignore[misc]
        assert total == 3.0 * k


# What a leaf is used for while it is an input of another thread's open run.
USES: list[Callable[[tg.Tensor], Any]] = [
    lambda x: x.detach().tolist(),
    lambda x: x.tolist(),
    repr,
    lambda x: tg.compile(lambda t: t * t)(x).tolist(),
    lambda x: tg.vmap(lambda t: t * t)(x).tolist(),
    lambda x: tg.autograd.functional.jacobian(lambda t: t * t, x).tolist(),
    lambda x: tg.autograd.gradcheck(lambda t: t * t, x),
    lambda x: Square.apply(x).sum().item(),
]


class Square(tg.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: tg.Tensor) -> tg.Tensor:
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx: Any, g: tg.Tensor) -> tg.Tensor:
        return 2.0 * g * ctx.saved_tensors[0]


@pytest.mark.parametrize("use", USES)
def test_a_leaf_is_read_while_another_thread_has_it_in_its_open_run(use: Callable[[tg.Tensor], Any]) -> None:
    x = tg.tensor([1.0, 3.0], requires_grad=True)
    expected = use(x)
    pending = x * 2.0
    assert _in_threads([lambda: use(x)]) == [expected]
    pending.sum().backward()
    assert x.grad is not None
    assert x.grad.tolist() == [2.0, 2.0]


@pytest.mark.parametrize("by_history", [True, False])
def test_a_tensor_that_comes_to_require_grad_while_another_thread_has_it_in_its_open_run(by_history: bool) -> None:
    t, w = tg.tensor([1.0, 3.0]), tg.tensor([2.0, 5.0], requires_grad=True)
    read, go_on = threading.Event(), threading.Event()

    def reader() -> list[float]:
        pending = t * 2.0
        read.set()
        go_on.wait(60.0)
        return (pending + t.detach()).tolist()  # the old value, and the new one

    def writer() -> Any:
        read.wait(60.0)
        try:
            if by_history:
                t.__iadd__(w)
            else:
                t.requires_grad_()
            assert t.requires_grad
            assert t.is_leaf is not by_history
            (t * t).sum().backward()  # d/dw (t + w)^2, or d/dt t^2
        finally:
            go_on.set()
        return w.grad if by_history else t.grad

    new = np.array([3.0, 8.0]) if by_history else np.array([1.0, 3.0])
    found, gradient = _in_threads([reader, writer])
    assert found == [2.0 + new[0], 6.0 + new[1]]
    assert gradient.tolist() == (2.0 * new).tolist()


@pytest.fixture
def short_turns() -> Iterator[None]:
    """Threads take turns often, so that they meet at every place."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("short_turns")
@pytest.mark.parametrize("square", [lambda x: x * x, Square.apply])
def test_no_gradient_is_lost_between_threads(square: Callable[[tg.Tensor], tg.Tensor]) -> None:
    """Leaves go into and out of eight open runs at the same time."""
    x = tg.tensor(np.ones(100), requires_grad=True)

    def sweep() -> None:
        for _ in range(50):
            square(x).sum().backward()

    _in_threads([sweep] * 8)
    assert x.grad is not None
    np.testing.assert_array_equal(x.grad.numpy(), np.full(100, 800.0))


@pytest.mark.parametrize("start", ["1.0", "np.ones(64)"])
def test_history_of_a_thread_that_has_ended_is_refused(start: str) -> None:
    """Also by a thread that the system calls the same; in a process of its own, since it could crash."""
    program = (
        "import threading\n"
        "import numpy as np\n"
        "import tapegrad as tg\n"
        "found = {}\n"
        "def record():\n"
        f"    x = y = tg.tensor({start}, requires_grad=True)\n"
        "    found['keep'] = keep = []\n"
        "    for _ in range(60000):\n"
        "        y = y * 1.00001\n"
        "        keep.append(y)\n"
        "    found['y'] = y if y.shape == () else y.sum()\n"
        "    found['y'].detach()\n"
        "def sweep():\n"
        "    try:\n"
        "        found['y'].backward()\n"
        "    except tg.errors.ThreadError:\n"
        "        print('refused')\n"
        "for f in (record, *[sweep] * 20):\n"
        "    thread = threading.Thread(target=f)\n"
        "    thread.start()\n"
        "    thread.join()\n"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (0, "refused\n" * 20), result.stderr


@pytest.mark.parametrize("executed", [False, True])
def test_a_result_of_another_thread_can_be_looked_at(executed: bool) -> None:
    """Also when that thread has ended; its history stays with that thread."""
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    found: dict[str, tg.Tensor] = {}

    def work() -> None:
        found["loss"] = (x * x).sum()
        if executed:
            found["loss"].item()
        (x * x * x).sum().backward(create_graph=True)

    _in_threads([work])
    loss = found["loss"]
    assert loss.item() == 5.0
    assert repr(loss) == "tensor(5., requires_grad=True)"
    assert float(loss.detach() * 2.0) == 10.0
    assert repr(x.grad) == "tensor([ 3., 12.], requires_grad=True)"
    with pytest.raises(ThreadError, match=r"pass on t\.detach\(\)"):
        loss.backward()


@pytest.mark.parametrize("give", [np.sum, np.cumsum], ids=["number", "array"])
def test_a_run_is_freed_while_another_thread_reads_a_value(give):
    """At each step of the read."""
    code = Frame.value.__code__
    read = 0
    for stop in range(1000):
        x = tg.tensor([1.0, 2.0, 3.0], requires_grad=True)
        y = give(np.sin(x) * x)
        y.tolist()  # executes the run
        steps = 0

        def free(frame: Any, event: str, _: Any, y: Any = y, stop: int = stop) -> Any:
            nonlocal steps
            if frame.f_code is not code:
                return None
            frame.f_trace_opcodes = True
            if event == "opcode":
                if steps == stop:
                    sys.settrace(None)
                    y.backward(np.ones(y.shape))
                    assert y._family.run.backing.freed
                steps += 1
            return free

        before = sys.gettrace()
        sys.settrace(free)
        try:
            found = y.tolist()
        finally:
            sys.settrace(before)
        assert np.all(found == give(np.sin([1.0, 2.0, 3.0]) * [1.0, 2.0, 3.0]))
        if steps <= stop:
            break
        read += 1
    assert read > 5


def test_nodes_of_what_another_thread_records() -> None:
    x, recorded, done = tg.tensor([1.0, 2.0], requires_grad=True), threading.Event(), threading.Event()
    results = []

    def record() -> None:
        y = np.sin(x)
        results.extend([y, y * x])
        recorded.set()
        done.wait()
        results[1].sum().backward()

    thread = threading.Thread(target=record)
    thread.start()
    recorded.wait()
    node = results[1].grad_fn
    assert repr(node) == "<Node of another thread's tape>"
    for ask in (lambda: node.name(), lambda: node.next_functions, lambda: node.saved):
        with pytest.raises(ThreadError, match="grad_fn: another thread"):
            ask()
    np.testing.assert_allclose(results[1].detach(), np.sin(x.detach()) * x.detach())
    done.set()
    thread.join()
    np.testing.assert_allclose(x.grad, np.cos(x.detach()) * x.detach() + np.sin(x.detach()), rtol=1e-14)
