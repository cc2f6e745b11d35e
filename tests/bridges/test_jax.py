"""JAX's derivatives of tapegrad's functions, and the other way round; the truth is JAX's own."""

# ruff: noqa: NPY002

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, DrawWarning, DtypeError, GradientError, TapegradError

jax = pytest.importorskip("jax")
jnp = jax.numpy
bridge = tg.bridges.jax

POINT = np.array([0.3, -1.2, 0.7, 2.0])
ROWS = np.linspace(-1.0, 1.5, 12).reshape(3, 4)


@pytest.fixture(autouse=True)
def x64():
    with jax.enable_x64(True):
        yield


def ours(x):
    return np.sum(np.sin(x) * x**2) + x[0] * x[1]


def theirs(x):
    return jnp.sum(jnp.sin(x) * x**2) + x[0] * x[1]


def same(a, b, rtol=1e-12):
    np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=rtol, atol=1e-13)


def test_a_derivative_that_would_draw_anew_is_refused():
    noisy = bridge.function(lambda x: np.sum(x) * np.random.standard_normal())
    with pytest.warns(DrawWarning):
        noisy(jnp.array(POINT))
    for transform in (jax.grad, lambda f: jax.jit(jax.grad(f)), jax.jacrev):
        with pytest.raises(Exception, match=r"draws nothing.*Draw them outside"):
            transform(noisy)(jnp.array(POINT))
    foreign = bridge.adopt(lambda x: jnp.sum(x) * np.random.standard_normal())
    assert np.isfinite(foreign(POINT))
    for _ in range(2):  # JAX keeps what it traced
        with pytest.raises(GradientError, match=r"no random numbers.*Draw outside"):
            tg.grad(foreign)(POINT)


TRANSFORMS = {
    "value": (lambda f: f, "vjp"),
    "grad": (jax.grad, "vjp"),
    "reverse over reverse": (lambda f: jax.jacrev(jax.grad(f)), "vjp"),
    "third": (lambda f: jax.jacrev(jax.jacrev(jax.grad(f))), "vjp"),
    "forward": (jax.jacfwd, "jvp"),
    "forward over forward": (lambda f: jax.jacfwd(jax.jacfwd(f)), "jvp"),
    "forward over reverse": (jax.hessian, ("vjp", "jvp")),
}


class TestFunction:
    @pytest.mark.sampled(99)
    @pytest.mark.parametrize("name", TRANSFORMS)
    def test_transforms_under_jit_and_in_batches(self, name):
        transform, mode = TRANSFORMS[name]
        f = transform(bridge.function(ours, mode=mode))
        truth = transform(theirs)
        same(f(POINT), truth(POINT))
        same(jax.jit(f)(POINT), truth(POINT))
        same(jax.vmap(f)(ROWS), jax.vmap(truth)(ROWS))
        same(jax.jit(jax.vmap(f))(ROWS), jax.vmap(truth)(ROWS))

    def test_batches_of_batches_and_over_other_axes(self):
        f, x, a = bridge.function(lambda x, a: x * np.sum(a)), np.ones((2, 5, 3)) * np.arange(3.0), np.arange(4.0)

        def truth(x, a):
            return x * jnp.sum(a)

        for args, axes in (((x, a), (1, None)), ((x, a), (2, None)), ((a, x), (None, 0)), ((x[0, 0], a), (0, None))):
            same(jax.vmap(f, axes)(*args), jax.vmap(truth, axes)(*args))
        for f2, wrap in ((f, jax.jit), (f, lambda f: f)):
            outer = wrap(jax.vmap(jax.vmap(f2, (None, 0)), (0, None)))
            same(outer(x, ROWS), jax.vmap(jax.vmap(truth, (None, 0)), (0, None))(x, ROWS))

    def test_gradients_of_what_is_shared_are_sums(self):
        f = bridge.function(lambda x, a: np.sum(x * a**2))

        def total(a, f=f):
            return jnp.sum(jax.vmap(f, (0, None))(ROWS, a))

        same(jax.grad(total)(POINT), jax.grad(lambda a: total(a, lambda x, a: jnp.sum(x * a**2)))(POINT))

    def test_check_grads(self):
        from jax.test_util import check_grads

        f = bridge.function(lambda x, y: {"a": np.tanh(x) * y["b"], "n": [np.sum(x) ** 3]})
        check_grads(f, (POINT, {"b": 2.0}), order=2, modes=["rev"])
        g = bridge.function(lambda x, y: {"a": np.tanh(x) * y["b"], "n": [np.sum(x) ** 3]}, mode="jvp")
        check_grads(g, (POINT, {"b": 2.0}), order=2, modes=["fwd"])

    def test_complex_numbers(self):
        z = np.array([1.0 + 2.0j, -0.5j])

        def truth(z):
            return jnp.sum(jnp.abs(z) ** 2 * jnp.array([1.0, 3.0])) + jnp.sum(z * z).imag

        f = bridge.function(lambda z: np.sum(np.abs(z) ** 2 * np.array([1.0, 3.0])) + np.sum(z * z).imag)
        same(jax.grad(f)(z), jax.grad(truth)(z))
        h = bridge.function(lambda z: z * z * np.conj(z))
        for seed in (z, 1j * z):
            same(jax.vjp(h, z)[1](seed)[0], jax.vjp(lambda z: z * z * jnp.conj(z), z)[1](seed)[0])

    def test_in_single_precision(self):
        with jax.enable_x64(False):
            wide = np.ones(4)
            f = bridge.function(lambda x: (ours(x), x * wide))
            x = jnp.asarray(POINT.copy())
            assert x.dtype == np.float32
            for g in (f, jax.jit(f)):
                value, product = g(x)
                assert (value.dtype, product.dtype) == (np.float32, np.float32)
            same(jax.grad(lambda x: f(x)[0])(x), jax.grad(theirs)(x), rtol=1e-5)
        x = jnp.asarray(POINT, np.float32)
        assert jax.grad(bridge.function(ours))(x).dtype == np.float32

    def test_bfloat16_is_computed_in_float32(self):
        x = jnp.asarray([1.0, 2.0], jnp.bfloat16)
        f = bridge.function(lambda x: np.sum(x * x * x))
        for g in (f, jax.jit(f)):
            assert (g(x).dtype, float(g(x))) == (np.float32, 9.0)
        slope = jax.grad(f)(x)
        assert (slope.dtype, slope.tolist()) == (jnp.bfloat16, [3.0, 12.0])

    @pytest.mark.parametrize("mode", ["vjp", "jvp"])
    def test_integers_and_what_is_not_asked_for(self, mode):
        f = bridge.function(lambda x, n, big: (x * n, n + 1, np.sum(big * x[0])), mode=mode)
        n, big = np.array([1, 2, 3, 4]), np.ones(3)
        result = jax.jit(f)(POINT, n, big)
        assert result[1].tolist() == [2, 3, 4, 5]
        derivative = jax.jacrev if mode == "vjp" else jax.jacfwd
        same(derivative(lambda x: f(x, n, big)[0])(POINT), np.diag(n))
        g = bridge.function(lambda x, y: x * y, mode=mode)
        same(derivative(lambda x: g(x, POINT))(POINT), np.diag(POINT))

    def test_decisions_containers_and_options(self):
        def f(tree, kind="square", flag=True):
            x = tree["x"]
            return [x * x if np.sum(x) > 0 and flag else -x, None, {"kind": x + 1.0}] if kind == "square" else x

        g = jax.jit(bridge.function(f), static_argnames=("kind", "flag"))
        for x in (POINT, -POINT):
            same(g({"x": x})[0], f({"x": x})[0])
            same(jax.grad(lambda x: g({"x": x})[0].sum())(x), 2 * x if x.sum() > 0 else -np.ones(4))
        assert g({"x": POINT})[1] is None
        same(g({"x": POINT}, kind="no"), POINT)
        same(g({"x": POINT}, flag=False)[0], -POINT)

    def test_arguments_that_are_not_perturbed_get_no_adjoint(self):
        f = bridge.function(lambda x, y: x * y)
        calls = []
        vjp = bridge.Operation.vjp
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(bridge.Operation, "vjp", lambda self, *a: (calls.append(a), vjp(self, *a))[1])
            same(jax.grad(lambda x: f(x, POINT).sum())(POINT), POINT)
            same(jax.jit(jax.grad(lambda x: f(x, POINT).sum()))(POINT), POINT)
        assert calls == [((0,), 2)] * 2

    def test_large_arrays(self):
        x = jnp.linspace(0.0, 1.0, 300_000)
        f = jax.jit(jax.value_and_grad(bridge.function(lambda x: np.sum(np.sin(x)))))
        for _ in range(3):
            value, slope = f(x)
        same(value, jnp.sum(jnp.sin(x)))
        same(slope, jnp.cos(x))

    def test_ops_that_fail_on_stand_ins(self):
        f = bridge.function(lambda a, b: np.linalg.solve(a, b) @ np.linalg.cholesky(a)[0] + np.log(b[0] - 2.0))
        a, b = np.eye(4) * 2.0 + 0.1, POINT + 3.0

        def truth(a, b):
            return jnp.linalg.solve(a, b) @ jnp.linalg.cholesky(a)[0] + jnp.log(b[0] - 2.0)

        same(jax.jit(jax.grad(f, 1))(a, b), jax.grad(truth, 1)(a, b))

    def test_errors(self):
        with pytest.raises(ArgumentError, match=r"function: expected a function, got int"):
            bridge.function(3)
        with pytest.raises(ArgumentError, match=r"mode must be 'vjp' or 'jvp', or a sequence of these, got 'both'"):
            bridge.function(ours, mode="both")
        with pytest.raises(DtypeError, match="expected results that are arrays and numbers, got str"):
            bridge.function(lambda x: "text")(jnp.ones(3))


OURS = {
    "grad": tg.grad,
    "hessian": tg.hessian,
    "jacfwd twice": lambda f: tg.func.jacfwd(tg.func.jacfwd(f)),
    "jacrev twice": lambda f: tg.func.jacrev(tg.func.jacrev(f)),
}


class TestAdopt:
    @pytest.mark.sampled(99)
    @pytest.mark.parametrize("name", OURS)
    def test_transforms_compiled_and_in_batches(self, name):
        f = OURS[name](bridge.adopt(theirs))
        truth = OURS[name](ours)
        same(f(POINT), truth(POINT))
        same(tg.compile(f)(POINT), truth(POINT))
        same(tg.vmap(f)(tg.tensor(ROWS)), [truth(row) for row in ROWS])

    def test_in_eager_code(self):
        f = bridge.adopt(lambda x, y: {"p": x * y, "n": jnp.argmax(x)})
        x, y = tg.tensor(POINT, requires_grad=True), tg.tensor(2.0, requires_grad=True)
        result = f(x, y=y)
        assert result["n"].item() == 3
        result["p"].sum().backward()
        same(x.grad, np.full(4, 2.0))
        same(y.grad, POINT.sum())
        assert tg.autograd.gradcheck(lambda x, y: f(x, y)["p"], (x, y))
        assert tg.autograd.gradgradcheck(lambda x, y: f(x, y)["p"], (x, y))

    def test_single_precision(self):
        x = tg.tensor(POINT.astype(np.float32), requires_grad=True)
        y = bridge.adopt(theirs)(x)
        y.backward()
        assert (y.dtype, x.grad.dtype) == (np.float32, np.float32)
        with jax.enable_x64(False):
            x = tg.tensor(POINT, requires_grad=True)
            bridge.adopt(theirs)(x).backward()
        same(x.grad, tg.grad(ours)(POINT), rtol=1e-5)

    def test_complex_numbers(self):
        z = np.array([1.0 + 2.0j, -0.5j])
        f = bridge.adopt(lambda z: jnp.sum(jnp.abs(z) ** 2) + jnp.sum(z * z).imag)
        same(tg.grad(f)(z), tg.grad(lambda z: np.sum(np.abs(z) ** 2) + np.sum(z * z).imag)(z))

    def test_files_refuse_it(self, tmp_path):
        g = tg.compile(tg.grad(bridge.adopt(theirs)))
        g(POINT)
        with pytest.raises(TapegradError, match="theirs"):
            g.save(tmp_path / "tape")
