"""`tapegrad.numpy`: NumPy's namespace, in which arrays may be Tensors. Truth is NumPy and central differences."""

from __future__ import annotations

import importlib
import subprocess
import sys
import threading

import numpy
import pytest

import tapegrad as tg
import tapegrad.numpy as np
from tapegrad.errors import PlainDataError
from tests.support import jacobian

W = numpy.array([0.3, -1.2, 2.0])
CREATION = [
    "copy",
    "diag",
    "diagflat",
    "empty_like",
    "full_like",
    "geomspace",
    "linspace",
    "logspace",
    "ones_like",
    "tril",
    "triu",
    "vander",
    "zeros_like",
]
PROGRAM = """
import tapegrad.numpy as np
import tapegrad.numpy.random as npr
import tapegrad.numpy.polynomial.chebyshev as cheb
from tapegrad.numpy.linalg import solve
from tapegrad.numpy import *
import numpy
assert npr is numpy.random and cheb is numpy.polynomial.chebyshev and solve is numpy.linalg.solve
assert sin is numpy.sin and type(zeros(2)) is numpy.ndarray
"""


def test_every_public_name_is_there():
    names = [n for n in dir(numpy) if not n.startswith("_")]
    assert not [n for n in names if not hasattr(np, n)]
    assert sorted(np.__all__) == sorted(numpy.__all__)
    assert set(dir(np)) == set(names)
    with pytest.raises(AttributeError):
        np.no_such_name  # noqa: B018


def test_what_numpy_asks_about_is_numpys_own():
    for name in numpy.__all__:
        theirs = getattr(numpy, name)
        asked = type(theirs).__name__ == "_ArrayFunctionDispatcher"
        if isinstance(theirs, (numpy.ufunc, type(numpy))) or name in ("pi", "float64", "newaxis"):
            assert getattr(np, name) is theirs, name
        if asked and getattr(np, name) is not theirs:  # the array creation routines of NumPy's manual
            assert name in CREATION
    assert np.random is numpy.random
    assert np.sum is numpy.sum
    assert np.linalg is numpy.linalg


def test_imports_below_it_in_a_new_process():
    subprocess.run([sys.executable, "-c", PROGRAM], check=True, timeout=100)
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("tapegrad.numpy.no_such_module")


PLAIN = {
    "array": ([1.0, 2.0],), "asarray": ([[1, 2], [3, 4]],), "zeros": ((2, 3),), "ones": (3,), "eye": (3,), "full": ((2,), 1.5),
    "arange": (5,), "linspace": (0.0, 1.0, 4), "zeros_like": (W,), "copy": (W,), "diag": ([1.0, 2.0],), "tri": (3,),
    "identity": (2,), "ascontiguousarray": (3.0,), "fromiter": (range(4), float), "vander": ([1.0, 2.0],), "require": (W,),
    "empty_like": (W,), "ones_like": ([1, 2],), "logspace": (0, 1, 3), "geomspace": (1, 8, 4), "triu": (numpy.eye(2),),
}  # fmt: skip


@pytest.mark.parametrize("name", PLAIN)
def test_plain_in_plain_out(name):
    given, want = getattr(np, name)(*PLAIN[name]), getattr(numpy, name)(*PLAIN[name])
    assert type(given) is numpy.ndarray
    assert given.dtype == want.dtype
    assert given.shape == want.shape
    if name != "empty_like":
        assert given.tolist() == want.tolist()


def test_an_array_that_is_no_new_one_stays_the_same_object():
    assert np.asarray(W) is W
    with tg.Tape():
        assert np.asarray(W) is W
        assert np.asanyarray(W[:2]).base is W


BUILD = {
    "array": lambda x: np.array([x[0] * 2.0, 1.0]),
    "nested": lambda x: np.array([[x[0], 1.0], [0.5, x[1] * x[2]]]),
    "tuple": lambda x: np.array((x[0], x[1])),
    "ndmin": lambda x: np.array([x[0], x[2]], ndmin=2),
    "long": lambda x: np.array([1.0] * 50 + [x[1]] + [2.0] * 50),
    "asarray": lambda x: np.asarray([x[0], x[1] ** 2]),
    "keyword": lambda x: np.asarray([x[0]], dtype=float),
    "of a Tensor": lambda x: np.array(x) * np.asarray(x),
    "diag": lambda x: np.diag([x[0], x[1], 3.0]),
    "full": lambda x: np.full(3, x[1]),
    "full of a list": lambda x: np.full((2, 3), [x[0], 1.0, x[1]]),
    "full_like": lambda x: np.full_like(W, x[2]),
    "fromiter": lambda x: np.fromiter((t * t for t in x), float),
    "r_": lambda x: np.r_[x[0], 1.0, x[1:]],
    "c_": lambda x: np.c_[x, x * x],
    "linspace": lambda x: np.linspace(x[0], x[1], 4),
    "vectorize": lambda x: np.vectorize(lambda t: t * t if t > 0 else -t)(x),
    "like": lambda x: np.array([x[0], 2.0], like=x),
}  # fmt: skip


@pytest.mark.parametrize("name", BUILD)
@pytest.mark.parametrize("way", ["eager", "transform", "compiled"])
def test_what_contains_a_tensor_becomes_one(name, way):
    def f(x):
        y = BUILD[name](x)
        assert isinstance(y, (tg.Tensor, numpy.ndarray))
        return np.sum(y * numpy.cos(numpy.arange(1.0, y.size + 1)).reshape(y.shape))

    def plain(x):
        return f(x)

    want = jacobian(plain, W)
    if way == "eager":
        x = tg.tensor(W, requires_grad=True)
        f(x).backward()
        slope = x.grad.numpy()
    else:
        slope = (tg.grad(f) if way == "transform" else tg.compile(tg.grad(f)))(W)
    numpy.testing.assert_allclose(slope, want, rtol=1e-6, atol=1e-8)


def written(x):
    """Write to arrays that NumPy's functions make, in all ways."""
    y = np.zeros(3)
    y[0] = x[0] * x[1]
    y[1:] = x[1:]
    np.add.at(y, [0, 0, 2], x[1])
    z = np.empty((2, 2))
    z[:] = 1.0
    z[0, 1] += x[2]
    u = np.ones_like(W)
    u *= x
    v = np.array(W)
    v[1] = x[0]
    w = np.copy(W)
    w -= x * x
    e = np.eye(2)
    e[1, 0] = y[0]
    c = np.zeros(2, dtype=complex)
    c[0] = x[0] + 1j * x[1]
    return (
        y.sum()
        + (z @ z).sum()
        + u.sum()
        + (v * W).sum()
        + w.sum()
        + np.linalg.det(e + z)
        + np.abs(c[0])
        + np.full(2, 3.0).sum()
    )


TRANSFORMS = {
    "grad": lambda f: tg.grad(f),
    "value_and_grad": lambda f: lambda x: tg.value_and_grad(f)(x)[1],
    "jacobian": lambda f: tg.jacobian(f),
    "jacfwd": lambda f: tg.func.jacfwd(f),
    "vjp": lambda f: lambda x: tg.func.vjp(f, x)[1](1.0)[0],
    "jvp": lambda f: lambda x: numpy.array([tg.func.jvp(f, (x,), (v,))[1] for v in numpy.eye(3)]),
    "compiled": lambda f: tg.compile(tg.grad(f)),
    "of a row": lambda f: lambda x: tg.vmap(tg.grad(f))(numpy.stack([x, 2 * x]))[0],
}


@pytest.mark.parametrize("name", TRANSFORMS)
def test_floating_point_arrays_made_within_can_be_written_to(name):
    want = jacobian(written, W)
    numpy.testing.assert_allclose(TRANSFORMS[name](written)(W), want, rtol=1e-6)


def test_second_derivatives_of_writes():
    want = jacobian(lambda x: tg.grad(written)(x.astype(float)), W, 2)
    numpy.testing.assert_allclose(tg.hessian(written)(W), want, rtol=1e-5, atol=1e-7)


def test_arrays_made_on_a_tape_of_the_users_can_be_written_to():
    with tg.Tape():
        x = tg.tensor(W, requires_grad=True)
        written(x).backward()
    numpy.testing.assert_allclose(x.grad.numpy(), jacobian(written, W), rtol=1e-6)
    assert type(np.zeros(2)) is numpy.ndarray


def test_arrays_without_dimensions_have_none():
    shapes = []

    def f(x):
        made = [
            np.array(1.0), np.asarray(2.0), np.zeros(()), np.full((), 2.0), np.ones_like(1.0), np.copy(3.0), np.empty(()),
            np.array(1j), np.asarray(2.0, dtype=np.float32), np.require(1.0), np.asanyarray(W[0]), np.zeros((1, 0)),
        ]  # fmt: skip
        shapes.extend((type(a), a.shape, a.dtype) for a in made)
        total = np.zeros(())
        total += x[0] * x[1]
        return np.sum((np.array([np.array(1.0), total]) - np.array([0.5, 0.25])) ** 2)

    f(W)
    plain, shapes = [s[1:] for s in shapes], []
    np.testing.assert_allclose(tg.grad(f)(W), jacobian(f, W), rtol=1e-6)
    assert [s[1:] for s in shapes[: len(plain)]] == plain
    assert {s[0] for s in shapes[: len(plain)]} == {tg.Tensor}


def test_integers_truth_values_and_objects_stay_arrays():
    kinds: list[type] = []

    def f(x):
        made = np.zeros(2, int), np.arange(3), np.ones(2, bool), np.empty(1, object), np.array([1, 2]), np.array(["a"])
        kinds.extend(type(a) for a in made)
        return x.sum()

    tg.grad(f)(W)
    assert set(kinds) == {numpy.ndarray}


def test_float32_is_kept():
    dtypes = []

    def f(x):
        y = np.zeros(3, np.float32)
        dtypes.append(y.dtype)
        y[:] = x
        return y.sum()

    assert tg.grad(f)(W.astype(np.float32)).dtype == np.float32
    assert dtypes[0] == np.float32


@pytest.mark.parametrize("make", [lambda: np.zeros(3), lambda: W, lambda: np.array(W)])
def test_a_write_to_an_ndarray_says_how_to_get_a_tensor(make):
    a, x = make(), tg.tensor(W, requires_grad=True)
    with pytest.raises(PlainDataError, match=r"np\.zeros\(shape, like=x\)"):
        a[0] = x[0]
    with pytest.raises(PlainDataError, match=r"np\.zeros\(shape, like=x\)"):
        a[0:2] = x[:2]
    with pytest.raises(PlainDataError, match=r"np\.zeros\(shape, like=x\)"):
        np.add.at(a, [0], x[0])
    with pytest.raises(PlainDataError, match=r"np\.zeros\(shape, like=x\)"):
        a += x


def test_what_was_made_outside_is_copied_inside():
    def wrong(x):
        W[0] = x[0]
        return x.sum()

    for f in (tg.grad(wrong), tg.compile(wrong)):
        with pytest.raises(PlainDataError, match=r"copy it by np\.array"):
            f(W.copy())
    assert W[0] == 0.3


@pytest.mark.parametrize("module", [numpy, np], ids=["numpy", "tapegrad.numpy"])
def test_like_gives_a_tensor(module):
    x = tg.tensor(W, requires_grad=True)
    for y, want in [
        (module.zeros(3, like=x), numpy.zeros(3)), (module.ones((2, 2), dtype=int, like=x), numpy.ones((2, 2), int)),
        (module.eye(2, like=x), numpy.eye(2)), (module.full(2, 7.0, like=x), numpy.full(2, 7.0)),
        (module.arange(4, like=x), numpy.arange(4)), (module.identity(2, like=x), numpy.eye(2)),
        (module.tri(2, like=x), numpy.tri(2)), (module.array([1.0, 2.0], like=x), numpy.array([1.0, 2.0])),
        (module.asarray(W, like=x), W), (module.asanyarray(W, like=x), W), (module.ascontiguousarray(1.0, like=x), numpy.ones(1)),
        (module.asfortranarray(W, like=x), W), (module.require(W, like=x), W), (module.empty(0, like=x), numpy.empty(0)),
        (module.fromiter([1.0, 2.0], float, like=x), numpy.array([1.0, 2.0])),
        (module.fromfunction(lambda i, j: i + j, (2, 2), like=x), numpy.array([[0.0, 1.0], [1.0, 2.0]])),
        (module.frombuffer(W.tobytes(), like=x), W),
    ]:  # fmt: skip
        assert isinstance(y, tg.Tensor)
        assert y.dtype == want.dtype
        assert y.tolist() == want.tolist()
    y = module.zeros(3, like=x)
    y[0] = x[0] * x[1]
    y.sum().backward()
    assert x.grad.tolist() == [-1.2, 0.3, 0.0]


def test_ndarray_is_a_class_of_both():
    x = tg.tensor(W)
    assert isinstance(x, np.ndarray)
    assert isinstance(W, np.ndarray)
    assert not isinstance(x, numpy.ndarray)
    assert not isinstance(1.0, np.ndarray)
    assert issubclass(tg.Tensor, np.ndarray)
    assert issubclass(numpy.matrix, np.ndarray)
    assert type(np.ndarray(2)) is numpy.ndarray

    class Marked(np.ndarray):
        pass

    assert isinstance(W.view(Marked), Marked)
    assert not isinstance(W, Marked)
    assert not isinstance(x, Marked)


@pytest.mark.parametrize(
    "cast", [numpy.float64, np.float32, np.int64, lambda t: np.asarray(t.detach(), float) + float(t)]
)
def test_a_number_of_numpys_names_astype(cast):
    x = tg.tensor(W, requires_grad=True)
    with pytest.raises(PlainDataError, match=r"t\.astype\("):
        cast(x[0])


def test_lists_that_numpy_is_not_asked_about_name_what_to_do():
    x = tg.tensor(W, requires_grad=True)
    with pytest.raises(PlainDataError, match=r"tg\.linalg\.norm"):
        np.linalg.norm([x[0], x[1]])


def test_threads_do_not_meet():
    begun, done, kinds = threading.Event(), threading.Event(), []

    def f(x):
        begun.set()
        done.wait(10)
        return np.zeros(3).sum() + x.sum()

    thread = threading.Thread(target=lambda: tg.grad(f)(W))
    thread.start()
    begun.wait(10)
    kinds.append(type(np.zeros(3)))
    done.set()
    thread.join()
    assert kinds == [numpy.ndarray]


def test_reversed_and_unpacking_need_no_sequence():
    x = tg.tensor(W, requires_grad=True)
    assert [t.item() for t in reversed(x)] == [*reversed(W.tolist())]
    a, b, c = x
    assert (a.item(), b.item(), c.item()) == tuple(W)


def test_isscalar_knows_tensors_without_dimensions():
    def area(r):
        return np.pi * r**2 if np.isscalar(r) else 0.0 * np.sum(r)

    assert tg.grad(lambda x: area(x[0]))(numpy.array([2.0, 1.0])).tolist() == pytest.approx([4.0 * numpy.pi, 0.0])
    assert [np.isscalar(x) for x in (2.0, "a", numpy.float64(1.0), numpy.array(1.0), tg.tensor(1.0), tg.tensor([1.0]))] == [
        True, True, True, False, True, False
    ]  # fmt: skip
