"""Bad input: each a clear error at the user's line, with nothing changed afterwards; and what only looks bad, and works."""

from __future__ import annotations

import signal
import threading
import time

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import functional, graph
from tapegrad.errors import (
    ArgumentError,
    DtypeError,
    GradientError,
    IndexingError,
    InplaceError,
    PlainDataError,
    ShapeError,
    TapeFreedError,
    TapegradError,
    ThreadError,
)
from tapegrad.ops import declare
from tests.support import leaf

BUILTINS = {
    ShapeError: ValueError,
    DtypeError: TypeError,
    GradientError: RuntimeError,
    TapeFreedError: RuntimeError,
    PlainDataError: TypeError,
    InplaceError: RuntimeError,
    ThreadError: RuntimeError,
    IndexingError: IndexError,
    ArgumentError: ValueError,
}


@pytest.mark.parametrize("error", BUILTINS, ids=lambda e: e.__name__)
def test_errors_are_builtin_errors_too(error):
    assert issubclass(error, TapegradError)
    assert issubclass(error, BUILTINS[error])


def consumed(x):
    y = x * x
    tg.autograd.grad(y, x, np.ones(3))
    return y


# The call, the error, and how its message begins. `x` is a leaf of three elements.
CASES = {
    "shapes that do not broadcast": (lambda x: x + np.ones(4), ShapeError, "add: shapes (3,) and (4,)"),
    "shapes that do not broadcast, three arguments": (lambda x: np.where(x > 0, x, np.ones(2)), ShapeError, "where: "),
    "shapes that do not chain": (lambda x: x @ np.ones((4, 2)), ShapeError, "matmul: x of shape (3,)"),
    "matmul of a number": (lambda x: np.matmul(x, 2.0), ShapeError, "matmul: "),
    "reshape to another size": (lambda x: x.reshape(2, 2), ShapeError, "reshape: "),
    "concatenation of other shapes": (lambda x: np.concatenate([x, np.ones((2, 2))]), ShapeError, "concatenate: "),
    "stack of other shapes": (lambda x: np.stack([x, np.ones(2)]), ShapeError, "stack: "),
    "an axis that is not there": (lambda x: x.sum(axis=1), (IndexError, ValueError), "sum: "),
    "broadcast_to a smaller shape": (lambda x: np.broadcast_to(x, (2,)), ShapeError, "broadcast_to: "),
    "uneven nested sequences": (lambda x: tg.tensor([[1.0, 2.0], [3.0]]), ShapeError, "tensor: "),
    "seeds of the wrong count": (lambda x: tg.backward([x * x, x], [np.ones(3)]), ArgumentError, "backward: got 2 outputs and 1"),
    "seeds of the wrong shape": (lambda x: (x * x).backward(np.ones(4)), ShapeError, "backward: seed 0 has shape (4,)"),
    "seeds that broadcast only": (lambda x: (x * x).backward(np.ones((1, 3))), ShapeError, "backward: seed 0"),
    "complex seeds": (lambda x: (x * x).backward(np.ones(3) * 1j), DtypeError, "backward: "),
    "object seeds": (lambda x: (x * x).backward(np.array([None] * 3)), DtypeError, "backward: "),
    "a seed of another kind": (lambda x: (x * x).backward({"a": 1}), (TypeError, ValueError), "backward: "),
    "grad_outputs of the wrong count": (lambda x: tg.autograd.grad([x.sum()], [x], [None, None]), ArgumentError, "grad: got 1"),
    "grad_outputs of the wrong shape": (lambda x: tg.autograd.grad(x * x, x, np.ones(2)), ShapeError, "grad: seed 0"),
    "backward on a non-scalar": (lambda x: (x * x).backward(), GradientError, "backward: the seed can be left out only for an output of one element, got shape (3,)"),
    "grad of a non-scalar": (lambda x: tg.autograd.grad(x * x, x), GradientError, "grad: the seed can be left out only for an output of one element, got shape (3,)"),
    "outputs without gradient": (lambda x: x.detach().sum().backward(), GradientError, "backward: no output requires grad"),
    "no outputs": (lambda x: tg.backward([]), GradientError, "backward: there are no outputs"),
    "outputs that are no tensors": (lambda x: tg.backward([1.0]), DtypeError, "backward: tensors must be Tensors, got float"),
    "None as output": (lambda x: tg.backward(None), DtypeError, "backward: tensors must be Tensors, got NoneType"),
    "a second sweep": (lambda x: consumed(x).backward(np.ones(3)), TapeFreedError, "backward: this part of the tape was freed"),
    "empty inputs of backward": (lambda x: x.sum().backward(inputs=[]), ArgumentError, "backward: inputs is empty"),
    "empty inputs of grad": (lambda x: tg.autograd.grad(x.sum(), []), ArgumentError, "grad: inputs is empty"),
    "unused inputs": (lambda x: tg.autograd.grad(x.sum(), leaf(1.0)), GradientError, "grad: input 0 was not used"),
    "inputs without gradient": (lambda x: tg.autograd.grad(x.sum(), x.detach()), GradientError, "grad: an input does not"),
    "integers that ask for grad": (lambda x: tg.tensor([1, 2], requires_grad=True), DtypeError, "tensor: only float64"),
    "an integer array that asks for grad": (lambda x: tg.tensor(np.arange(2)).requires_grad_(), DtypeError, "requires_grad: "),
    "object arrays": (lambda x: tg.tensor(np.array([object()])), DtypeError, "tensor: expected numbers, got dtype object"),
    "strings": (lambda x: tg.tensor(["a", "b"]), DtypeError, "tensor: expected numbers, got dtype <U1"),
    "dates": (lambda x: tg.tensor(np.array(["2020-01-01"], "M8[D]")), DtypeError, "tensor: expected numbers"),
    "complex numbers": (lambda x: tg.tensor([1j], dtype=float), DtypeError, "tensor: the imaginary parts would be lost"),
    "an object array as operand": (lambda x: x + np.array([None] * 3), DtypeError, "add: expected numbers, got dtype object"),
    "a string array as operand": (lambda x: x * np.array(["a"] * 3), DtypeError, "multiply: expected numbers"),
    "complex numbers as real ones": (lambda x: (x * 1j).astype(float), DtypeError, "astype: the imaginary parts would be lost"),
    "no seed of a complex output": (lambda x: (x * 1j).sum().backward(), GradientError, "backward: the seed can be left out only for a real output, got complex128"),
    "complex long doubles": (lambda x: x * np.ones(3, np.clongdouble), DtypeError, "multiply: expected complex128 or complex64"),
    "assignment to a leaf": (lambda x: x.__setitem__(0, 1.0), InplaceError, "assignment: a leaf that requires grad"),
    "in-place arithmetic on a leaf": (lambda x: x.__iadd__(1.0), InplaceError, "+=: a leaf that requires grad"),
    "out= on a leaf": (lambda x: np.multiply(x, 2.0, out=x), InplaceError, "multiply: a leaf that requires grad"),
    "out= of plain data": (lambda x: np.multiply(x, 2.0, out=np.ones(3)), PlainDataError, "multiply: "),
    "float(t)": (lambda x: float(x[0]), PlainDataError, "float(): this Tensor requires grad"),
    "int(t)": (lambda x: int(x[0]), PlainDataError, "int(): this Tensor requires grad"),
    "np.asarray(t)": (np.asarray, PlainDataError, "np.asarray(): this Tensor requires grad"),
    "t.numpy()": (lambda x: x.numpy(), PlainDataError, "numpy(): this Tensor requires grad"),
    "ndarray[...] = t": (lambda x: np.ones(3).__setitem__(slice(None), x), PlainDataError, "np.asarray(): "),
    "item of several elements": (lambda x: x.item(), ShapeError, "item: expected one element, got shape (3,)"),
    "truth of several elements": (lambda x: bool(x > 0), ShapeError, "bool: the truth of 3 elements"),
    "an index out of range": (lambda x: x[3], IndexingError, "getitem: index 3 is out of bounds"),
    "a negative index out of range": (lambda x: x[-4], IndexingError, "getitem: index -4 is out of bounds"),
    "an index array out of range": (lambda x: x[[0, 3]], IndexingError, "getitem: index 3 is out of bounds"),
    "too many indices": (lambda x: x[0, 0], IndexingError, "getitem: too many indices"),
    "a mask of another length": (lambda x: x[np.array([True, False])], IndexingError, "getitem: boolean index"),
    "a float as index": (lambda x: x[1.5], IndexingError, "getitem: "),
    "a string as index": (lambda x: x["a"], IndexingError, "getitem: "),
    "a function that is not differentiated": (np.isnat, DtypeError, "isnat: "),
    "no outputs of grad": (lambda x: tg.autograd.grad([], x), GradientError, "grad: there are no outputs"),
    "outputs of another kind": (lambda x: tg.autograd.grad(object(), x), DtypeError, "grad: outputs must be Tensors, got object"),
    "a function as output": (lambda x: tg.backward(np.sin), DtypeError, "backward: tensors must be Tensors, got ufunc"),
    "a function as input": (lambda x: tg.autograd.grad(x.sum(), len), DtypeError, "grad: inputs must be Tensors, got builtin"),
    "a function as seed": (lambda x: tg.backward(x * x, len), DtypeError, "backward: seed 0 must be a Tensor"),
    "batched seeds without a batch axis": (lambda x: tg.autograd.grad(x * x, x, np.ones(3), is_grads_batched=True), ShapeError, "grad: seed 0 has shape (3,), but its output has shape (3,) and is_grads_batched=True"),
    "requires_grad that is no bool": (lambda x: tg.tensor(1.0).requires_grad_("yes"), ArgumentError, "requires_grad: expected True or False, got 'yes'"),
    "a mode that is no bool": (lambda x: tg.set_grad_enabled("x"), ArgumentError, "set_grad_enabled: expected True or False"),
    "a mode of no function": (lambda x: tg.no_grad(3), ArgumentError, "no_grad: expected a function, got int"),
    "hooks on what is no tensor": (lambda x: graph.register_multi_grad_hook([x, None], print), DtypeError, "register_multi_grad_hook: expected a Tensor, got NoneType"),
    "a multi-grad hook on one tensor": (lambda x: graph.register_multi_grad_hook(x, print), ArgumentError, "register_multi_grad_hook: expected a list of Tensors, got Tensor"),
    "an edge of an array": (lambda x: graph.get_gradient_edge(np.ones(3)), DtypeError, "get_gradient_edge: expected a Tensor, got ndarray"),
    "an edge without node": (lambda x: tg.autograd.grad(graph.GradientEdge(None, 0), x), DtypeError, "GradientEdge: expected a node, got NoneType"),
    "an edge without number": (lambda x: tg.autograd.grad(graph.GradientEdge((x * x).grad_fn, "a"), x), ArgumentError, "GradientEdge: output_nr must be an integer, got 'a'"),
    "a folder that is a number": (lambda x: graph.save_on_disk(folder=3), ArgumentError, "save_on_disk: 3 is not a folder"),
    "checkpoints of a tensor": (lambda x: tg.checkpoint_sequential(x, 2, np.sin), ArgumentError, "checkpoint_sequential: expected a list of functions, got Tensor"),
    "checkpoints of one function": (lambda x: tg.checkpoint_sequential(np.sin, 1, x), ArgumentError, "checkpoint_sequential: expected a list of functions, got ufunc"),
    "checkpoints of numbers": (lambda x: tg.checkpoint_sequential([1, 2], 1, x), ArgumentError, "checkpoint_sequential: expected a function, got int"),
    "the Jacobian of a number": (lambda x: functional.jacobian(3, x), ArgumentError, "jacobian: expected a function, got int"),
    "the Hessian of a number": (lambda x: functional.hessian(3, x), ArgumentError, "hessian: expected a function, got int"),
    "a product of a number": (lambda x: functional.vjp(3, x), ArgumentError, "vjp: expected a function, got int"),
    "a forward product of a number": (lambda x: functional.jvp(3, x), ArgumentError, "jvp: expected a function, got int"),
    "a Hessian's product of a number": (lambda x: functional.hvp(3, x), ArgumentError, "hvp: expected a function, got int"),
    "a check of a number": (lambda x: tg.autograd.gradcheck(3, x), ArgumentError, "gradcheck: expected a function, got int"),
    "a second check of a number": (lambda x: tg.autograd.gradgradcheck(3, x), ArgumentError, "gradgradcheck: expected a function, got int"),
    "a check with a step that is no number": (lambda x: tg.autograd.gradcheck(np.sin, x, eps="a"), ArgumentError, "gradcheck: eps must be a number, got 'a'"),
    "a length that is no number": (lambda x: np.fft.fft(x, n="a"), ArgumentError, "fft: expected a whole number for n, got 'a'"),
    "a length that is no integer": (lambda x: tg.fft.rfft(x, n=2.5), ArgumentError, "rfft: expected a whole number for n, got 2.5"),
    "a length that is a tuple": (lambda x: tg.fft.fft(x, n=(None,)), ArgumentError, "fft: expected a whole number for n, got (None,)"),
    "one length for two axes": (lambda x: tg.fft.fft2(tg.stack([x, x]), s=3), ArgumentError, "fft2: 1 lengths do not fit 2 axes"),
    "an axis that is no integer": (lambda x: x.sum(axis="a"), ArgumentError, "sum: axes must be integers, got 'a'"),
    "a transform of a string": (lambda x: tg.fft.fft("abc"), DtypeError, "fft: expected numbers, got dtype <U3"),
    "a mean of nothing": (lambda x: tg.mean(None), DtypeError, "mean: expected numbers, got dtype object"),
    "eigenvalues of a vector": (np.linalg.eig, ShapeError, "eig: expected square matrices"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_clear_error_and_nothing_changed(name):
    call, error, message = CASES[name]
    x = leaf([1.0, 2.0, 3.0])
    before = x.grad = tg.tensor([10.0, 20.0, 30.0])
    y = np.sin(x) * x  # pending while the error happens
    with pytest.raises(error) as caught:
        call(x)
    assert str(caught.value).startswith(message)
    assert x.tolist() == [1.0, 2.0, 3.0]
    assert x.grad is before
    assert before.tolist() == [10.0, 20.0, 30.0]
    assert tg.is_grad_enabled()
    y.sum().backward()
    v = np.array([1.0, 2.0, 3.0])
    np.testing.assert_allclose(x.grad.numpy(), [10.0, 20.0, 30.0] + np.cos(v) * v + np.sin(v), rtol=1e-14)


@pytest.mark.parametrize("other", ["a", None, {}, object()], ids=lambda other: type(other).__name__)
def test_operators_refuse_what_is_no_number(other):
    x = leaf([1.0, 2.0])
    for operate in (lambda: x + other, lambda: other * x, lambda: x - other, lambda: x < other):
        with pytest.raises(TypeError):
            operate()


# -------------------------------------------------------------------------------------------- what works


@pytest.mark.parametrize(
    "f",
    [np.mean, np.flip, np.cumsum, np.linalg.norm, np.fft.fft, np.fft.irfft, np.fft.fftshift],
    ids=lambda f: f.__name__,
)
def test_functions_of_one_array_take_lists_of_numbers_and_tensors(f):
    values = [3.0, 1.0, 4.0]
    x = leaf(values)
    places = (tg.fft, tg.linalg, tg)
    ours = next(getattr(place, f.__name__) for place in places if hasattr(place, f.__name__))
    np.testing.assert_allclose(ours(values).numpy(), f(values), rtol=1e-14)
    y = ours([x[0], x[1], x[2]])
    np.testing.assert_allclose(y.detach().numpy(), f(values), rtol=1e-14)
    assert y.requires_grad


def test_a_list_is_a_seed_of_one_tensor():
    x = leaf([1.0, 2.0])
    (x * x).backward([1.0, 10.0])
    assert x.grad.tolist() == [2.0, 40.0]


def test_nan_and_infinities_propagate_as_in_numpy():
    values = np.array([np.nan, np.inf, -np.inf, 0.0, 1.0, -1.0])
    x = leaf(values)
    with np.errstate(all="ignore"):
        for function in (
            np.exp,
            np.sqrt,
            np.log,
            np.sin,
            np.tanh,
            lambda v: 1.0 / v,
            lambda v: v * 0.0,
            lambda v: v - v,
        ):
            np.testing.assert_allclose(function(x).detach().numpy(), function(values), rtol=1e-15)
        np.testing.assert_array_equal(x.sum().item(), values.sum())
        np.testing.assert_array_equal(np.maximum(x, 0.5).detach().numpy(), np.maximum(values, 0.5))
        np.testing.assert_array_equal((x > 0).numpy(), values > 0)


def test_nan_and_infinities_in_gradients():
    x = leaf([np.inf, np.nan, 0.0, 2.0])
    (x * x).sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), [np.inf, np.nan, 0.0, 4.0])
    y = leaf([0.0, 4.0])
    np.sqrt(y).backward(np.array([1.0, 1.0]))
    np.testing.assert_array_equal(y.grad.numpy(), [np.inf, 0.25])
    z = leaf([1.0, 2.0])
    (z * 3.0).backward(np.array([np.nan, np.inf]))
    np.testing.assert_array_equal(z.grad.numpy(), [np.nan, np.inf])


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (2, 0, 4)])
def test_empty_arrays_work(shape):
    x = leaf(np.zeros(shape))
    y = np.exp(x * 2.0 + 1.0)
    assert y.shape == shape
    assert y.sum().item() == 0.0
    assert (y.reshape(-1) * 2.0).shape == (0,)
    assert np.concatenate([y, y]).shape == (2 * shape[0], *shape[1:])
    (y.sum() + y.T.sum() + np.where(y > 0, y, 0.0).sum()).backward()
    assert x.grad.shape == shape
    assert (x @ np.ones((shape[-1], 2))).shape == (*shape[:-1], 2)
    with pytest.raises(ValueError, match="max"):
        x.max()


def test_empty_arrays_beside_others():
    x, w = leaf(np.zeros((0, 3))), leaf([1.0, 2.0, 3.0])
    ((x * w).sum() + (x @ w).sum() + w.sum()).backward()
    assert x.grad.shape == (0, 3)
    assert w.grad.tolist() == [1.0, 1.0, 1.0]


def test_zero_dimensional_arrays_work():
    x = leaf(np.array(2.0))
    for y in (
        x + np.array(1.0),
        np.float64(1.0) + x,
        x[...] * 1.0,
        x[()] + 0.0,
        x.reshape(()),
        x.sum(),
        x.T,
        np.sqrt(x),
    ):
        assert y.shape == ()
        assert y.requires_grad
    (np.square(x) * np.array(3.0)).backward(np.array(1.0))
    assert x.grad.shape == ()
    assert x.grad.item() == 12.0
    with pytest.raises(TypeError):
        len(x)
    with pytest.raises(TypeError):
        iter(x)
    with pytest.raises(IndexError):
        x[0]


# -------------------------------------------------------------------------------------------- too large


def test_an_array_larger_than_memory_is_a_memory_error():
    a, b = leaf(np.ones((10**7, 1))), tg.tensor(np.ones((1, 10**7)))
    w = leaf([1.0, 2.0])
    y = w * w
    for _ in range(2):
        with pytest.raises(MemoryError):
            (a + b).detach().numpy()
        with pytest.raises(MemoryError):
            (a * b).sum(0).tolist()
    y.sum().backward()
    assert w.grad.tolist() == [2.0, 4.0]
    (w * 3.0).sum().backward()
    assert w.grad.tolist() == [5.0, 7.0]
    assert a.grad is None


def test_creation_larger_than_memory():
    with pytest.raises(MemoryError):
        tg.zeros((10**8, 10**8))


# -------------------------------------------------------------------------------------------- threads


def on_another_thread(function):
    """The result or the error of a function run on another thread."""
    outcome = []

    def work():
        try:
            outcome.append(function())
        except BaseException as error:
            outcome.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return outcome[0]


@pytest.mark.parametrize("executed", [False, True])
def test_history_on_another_threads_tape(executed):
    x = leaf([1.0, 2.0])
    y = x * x
    if executed:
        y.detach().numpy()
    for use in (
        lambda: y * 2.0,
        lambda: y.sum(),
        lambda: y[0],
        lambda: y.backward(np.ones(2)),
        lambda: np.stack([y, y]),
    ):
        error = on_another_thread(use)
        assert isinstance(error, ThreadError)
        assert "another thread's tape" in str(error)
    assert x.grad is None
    y.backward(np.ones(2))
    assert x.grad.tolist() == [2.0, 4.0]


def test_leaves_constants_and_detached_values_go_anywhere():
    x, c = leaf([1.0, 2.0]), tg.tensor([3.0, 4.0])
    y = (x * c).detach()
    k = c * 2.0  # pending on this thread, without history

    def elsewhere():
        ((x * c + y) * k).sum().backward()
        return True

    assert on_another_thread(elsewhere) is True
    assert x.grad.tolist() == [3.0 * 6.0, 4.0 * 8.0]


def test_executed_values_of_another_thread_can_be_read():
    x = leaf([1.0, 2.0])
    y = x * x
    assert y.tolist() == [1.0, 4.0]
    assert on_another_thread(lambda: y.tolist()) == [1.0, 4.0]
    y.backward(np.ones(2))
    assert x.grad.tolist() == [2.0, 4.0]


# -------------------------------------------------------------------------------------------- deep tapes


def deep(n):
    x = leaf(1.0)
    y = x
    for _ in range(n):
        y = y * 1.0000001
    y.backward()
    assert x.grad.item() == pytest.approx(1.0000001**n, rel=1e-9)
    begin = time.thread_time()
    del y
    assert time.thread_time() - begin < 0.5


def test_a_tape_of_a_million_operations():
    deep(10**6)


@pytest.mark.exhaustive
def test_a_tape_of_ten_million_operations():
    deep(10**7)


@pytest.mark.exhaustive
def test_a_deep_tape_of_many_runs_is_freed_without_recursion():
    x = leaf(np.ones(3))
    y = x
    for k in range(20_000):
        y = y * 1.0
        if k % 2:
            y.tolist()  # ends the run
    y.sum().backward()
    assert x.grad.tolist() == [1.0, 1.0, 1.0]


@pytest.mark.exhaustive
def test_a_deep_tape_of_many_runs_that_is_never_swept():
    x = leaf(1.0)
    y = x
    for _ in range(20_000):
        y = y + 1.0
        y.item()
    assert y.item() == 20_001.0
    del y


# -------------------------------------------------------------------------------------------- interruptions


class Trap:
    """Let the adjoints of the matrix product end in an exception."""

    def __init__(self, monkeypatch, error):
        self.armed = True
        op = declare.by_name["matmul"]
        for argument, (rule, names) in list(op.rules.items()):

            def trapped(rule=rule, **arguments):
                if self.armed:
                    if error is KeyboardInterrupt:
                        signal.raise_signal(signal.SIGINT)
                    raise error
                return rule(**arguments)

            monkeypatch.setitem(op.rules, argument, (trapped, names))


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, ZeroDivisionError])
@pytest.mark.parametrize("create_graph", [False, True])
def test_an_exception_in_the_middle_of_a_sweep(monkeypatch, error, create_graph):
    rng = np.random.default_rng(0)
    values = rng.normal(size=(3, 3))
    x, w, late = leaf(values), leaf(values.T), leaf(np.ones(3))
    before = late.grad = tg.tensor([7.0, 7.0, 7.0])
    y = np.sin(x)
    y.retain_grad()
    product = y @ w
    total = product.sum() + (late * 2.0).sum()
    trap = Trap(monkeypatch, error)
    with pytest.raises(error):
        total.backward(create_graph=create_graph)
    assert x.grad is None
    assert w.grad is None
    assert y.grad is None
    assert late.grad is before
    assert tg.is_grad_enabled()
    trap.armed = False
    total.backward()
    ones = np.ones((3, 3))
    np.testing.assert_allclose(w.grad.numpy(), np.sin(values).T @ ones, rtol=1e-14)
    np.testing.assert_allclose(x.grad.numpy(), (ones @ values) * np.cos(values), rtol=1e-14)
    np.testing.assert_allclose(y.grad.numpy(), ones @ values, rtol=1e-14)
    assert late.grad.tolist() == [9.0, 9.0, 9.0]


def test_an_exception_in_the_middle_of_a_limited_sweep(monkeypatch):
    x, w = leaf(np.eye(2)), leaf(np.ones((2, 2)))
    total = (np.exp(x) @ w).sum()
    trap = Trap(monkeypatch, ValueError)
    with pytest.raises(ValueError):
        tg.autograd.grad(total, x)
    trap.armed = False
    total.backward()  # of all leaves: nothing of the limits is left
    np.testing.assert_allclose(w.grad.numpy(), np.exp(np.eye(2)).T @ np.ones((2, 2)), rtol=1e-15)
    np.testing.assert_allclose(x.grad.numpy(), 2 * np.exp(np.eye(2)), rtol=1e-15)


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_an_exception_in_the_middle_of_the_forward_run(monkeypatch, error):
    op = declare.by_name["matmul"]
    forward = op.forward

    def fails(*args, **static):
        raise error

    x, w = leaf(np.eye(2)), leaf(np.ones((2, 2)))
    other = w * 2.0
    product = np.exp(x) @ w
    monkeypatch.setattr(op, "forward", fails)
    with pytest.raises(error):
        product.tolist()
    monkeypatch.setattr(op, "forward", forward)
    np.testing.assert_allclose(product.tolist(), np.exp(np.eye(2)) @ np.ones((2, 2)), rtol=1e-15)
    (product.sum() + other.sum()).backward()
    np.testing.assert_allclose(x.grad.numpy(), 2 * np.exp(np.eye(2)), rtol=1e-15)


def sweep_for_ever(root):
    while True:
        root.backward(retain_graph=True)


def test_ctrl_c_during_a_long_computation():
    x = leaf(np.linspace(0.1, 1.0, 2_000_000))
    y = x
    for _ in range(100):
        y = np.sin(y) + x
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    begin = time.process_time()
    try:
        with pytest.raises(KeyboardInterrupt):
            sweep_for_ever(y.sum())
        assert time.process_time() - begin < 5.0
    finally:
        timer.cancel()
    del y
    x.grad = None
    (x * 2.0).sum().backward()
    assert np.all(x.grad.numpy() == 2.0)


@pytest.mark.filterwarnings("error")
def test_sweeps_give_no_warnings_of_numpy():
    x = tg.tensor([np.nan, 1.0], requires_grad=True)
    x.max().backward()
    np.testing.assert_array_equal(np.cumsum(tg.tensor([np.inf, -np.inf])).numpy(), [np.inf, np.nan])
    y = tg.tensor([[np.inf, -np.inf]], requires_grad=True)
    z = (y @ y.T).sum()
    z.register_hook(lambda g: g * 2.0)
    z.backward()
    np.testing.assert_array_equal(y.grad.numpy(), [[np.inf, -np.inf]])


@pytest.mark.parametrize("wrong", ["abc", b"abc"])
def test_a_text_is_one_wrong_seed(wrong):
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(DtypeError, match=r"^backward: seed 0 must be a Tensor, an array or None, got "):
        tg.autograd.backward(x * 2.0, wrong)


def test_no_class_is_derived_from_tensor():
    with pytest.raises(TypeError, match=r"Special.*attribute"):

        class Special(tg.Tensor):
            pass


def test_an_object_with_operators_of_its_own_has_the_word():
    class Other:
        __rlshift__ = __rrshift__ = __radd__ = __rmatmul__ = __rand__ = lambda self, other: "its own"
        __lshift__ = __rshift__ = __rlshift__

    x = tg.tensor([1, 2])
    assert [x << Other(), x >> Other(), x + Other(), x @ Other(), x & Other(), Other() << x] == ["its own"] * 6
    np.testing.assert_array_equal([(x << 1).numpy(), (1 << x).numpy(), (x >> x).numpy()], [[2, 4], [2, 4], [0, 0]])
