"""PyTorch's derivatives of tapegrad's functions, and the other way round; the truth is PyTorch's own."""

# ruff: noqa: NPY002

from __future__ import annotations

import random
import threading
from collections import namedtuple

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, DrawWarning, DtypeError, FunctionError, GradientError, TapegradError

torch = pytest.importorskip("torch")
bridge = tg.bridges.torch
F = torch.func

POINT = np.array([0.3, -1.2, 0.7, 2.0])
ROWS = np.linspace(-1.0, 1.5, 12).reshape(3, 4)


def ours(x):
    return np.sum(np.sin(x) * x**2) + x[0] * x[1]


def theirs(x):
    return torch.sum(torch.sin(x) * x**2) + x[0] * x[1]


def same(a, b, rtol=1e-12):
    np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=rtol, atol=1e-13)


def point(**options):
    return torch.tensor(POINT, **options)


TRANSFORMS = {
    "value": lambda f: f,
    "grad": F.grad,
    "hessian": F.hessian,
    "jacfwd twice": lambda f: F.jacfwd(F.jacfwd(f)),
    "jacrev twice": lambda f: F.jacrev(F.jacrev(f)),
    "third": lambda f: F.jacfwd(F.hessian(f)),
}


class TestFunction:
    @pytest.mark.sampled(99)
    @pytest.mark.parametrize("name", TRANSFORMS)
    def test_transforms_and_batches_of_them(self, name):
        transform, f = TRANSFORMS[name], bridge.function(ours)
        same(transform(f)(point()), transform(theirs)(point()))
        same(F.vmap(transform(f))(torch.tensor(ROWS)), F.vmap(transform(theirs))(torch.tensor(ROWS)))

    def test_batches_of_batches_and_over_other_axes(self):
        f, x, a = bridge.function(lambda x, a: x * np.sum(a)), torch.arange(30.0).reshape(2, 5, 3), torch.arange(4.0)
        for args, axes in (((x, a), (1, None)), ((x, a), (2, None)), ((a, x), (None, 0))):
            same(F.vmap(f, axes)(*args), F.vmap(lambda x, a: x * torch.sum(a), axes)(*args), rtol=1e-6)
        same(F.vmap(F.vmap(f, (0, None)), (0, None))(x, a), x * a.sum(), rtol=1e-6)

    def test_gradcheck(self):
        f = bridge.function(lambda x, y: {"a": np.tanh(x) * y, "b": [np.sum(x**3) * y[0]]})

        def flat(x, y):
            result = f(x, y=y)
            return result["a"], result["b"][0]

        inputs = point(requires_grad=True), torch.tensor(ROWS[0], requires_grad=True)
        assert torch.autograd.gradcheck(flat, inputs, check_forward_ad=True)
        assert torch.autograd.gradgradcheck(flat, inputs)

    def test_complex_numbers(self):
        f = bridge.function(lambda z: z * z * np.conj(z))
        z = torch.tensor([1.0 + 2.0j, -0.5j], requires_grad=True, dtype=torch.complex128)
        assert torch.autograd.gradcheck(f, (z,))
        same(f(z.detach().conj()), (z * z * z.conj()).conj().detach().resolve_conj())

    @pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
    def test_dtypes_stay(self, dtype):
        x = point(dtype=dtype, requires_grad=True)
        value = bridge.function(ours)(x)
        value.backward()
        assert (value.dtype, x.grad.dtype) == (dtype, dtype)
        same(x.grad, F.grad(theirs)(x.detach()), rtol=1e-5)

    def test_what_needs_no_gradient_gets_none(self):
        f = bridge.function(lambda x, y, n: (x * y, n + 1, x.shape[0]))
        x, y = point(requires_grad=True), point()
        product, n, length = f(x, y, torch.tensor([1, 2]))
        assert (product.requires_grad, n.requires_grad, length.requires_grad) == (True, False, False)
        assert n.tolist() == [2, 3]
        assert length == 4
        product.sum().backward()
        same(x.grad, y)
        assert y.grad is None
        assert not f(y, y, 1)[0].requires_grad
        with torch.no_grad():
            assert not f(x, y, 1)[0].requires_grad

    def test_containers_options_and_constants(self):
        Pair = namedtuple("Pair", "a b")

        def f(pair, mode="sum", scale=1.0):
            total = {"sum": np.sum, "max": np.max}[mode](pair.a * pair.b["w"]) * scale
            return Pair(total, [None, pair.a])

        x, g = point(requires_grad=True), bridge.function(f)
        pair = Pair(x, {"w": POINT})
        result = g(pair, mode="max", scale=3.0)
        assert isinstance(result, Pair)
        assert result.b[0] is None
        assert result.a.item() == 12.0
        assert g(pair).a.item() == pytest.approx(np.sum(POINT**2))
        result.a.backward()
        same(x.grad, [0.0, 0.0, 0.0, 6.0])

    def test_strided_tensors_and_empty_ones(self):
        f, x = bridge.function(lambda x: x @ x.T), torch.arange(24.0, dtype=torch.float64).reshape(6, 4).sin()
        for part in (x[::2, 1:], x.T, x.expand(2, 6, 4)[1], x[:0]):
            same(f(part), part @ part.T)

    def test_results_share_no_memory(self):
        constant = np.ones(3)
        f = bridge.function(lambda x: (x, x[1:], constant, x))
        x = point()
        first = f(x)
        kept = [t.clone() for t in first]
        x.zero_()
        for t in f(x):
            t.add_(1.0)
        for t, old in zip(first, kept, strict=True):
            assert torch.equal(t, old)
        first[0].add_(1.0)
        assert torch.equal(first[3], kept[3])
        assert constant.tolist() == [1.0, 1.0, 1.0]

    def test_decisions_and_shapes_that_change(self):
        f = bridge.function(lambda x: x * x if np.sum(x) > 0 else -x)
        for values in ([1.0, 2.0], [-1.0, -2.0], [3.0], [-3.0, 1.0]):
            x = torch.tensor(values, requires_grad=True)
            f(x).sum().backward()
            same(x.grad, 2 * x.detach() if sum(values) > 0 else -torch.ones_like(x))

    def test_threads_and_modes_of_ours(self):
        f, results = bridge.function(ours), []

        def work():
            for _ in range(5):
                x = point(requires_grad=True)
                with tg.no_grad():
                    f(x).backward()
                results.append(x.grad)

        threads = [threading.Thread(target=work) for _ in range(3)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        assert len(results) == 15
        for g in results:
            same(g, F.grad(theirs)(point()))

    def test_compiled_functions_and_tapes_cross(self, tmp_path):
        compiled = tg.compile(ours)
        compiled.save(tmp_path / "tape", POINT)
        for f in (compiled, tg.load(tmp_path / "tape")):
            same(F.hessian(bridge.function(f))(point()), F.hessian(theirs)(point()))

    def test_a_module_with_one_learns(self):
        f = bridge.function(lambda x, w: np.sum((x * w - 2.0) ** 2))
        w = torch.nn.Parameter(torch.zeros(4, dtype=torch.float64))
        optimizer = torch.optim.LBFGS([w], line_search_fn="strong_wolfe")

        def closure():
            optimizer.zero_grad()
            loss = f(point(), w)
            loss.backward()
            return loss

        for _ in range(3):
            optimizer.step(closure)
        same(w.detach() * point(), np.full(4, 2.0), rtol=1e-5)

    def test_errors(self):
        with pytest.raises(ArgumentError, match=r"function: expected a function, got int"):
            bridge.function(3)
        f = bridge.function(lambda x: x)
        with pytest.raises(ArgumentError, match=r"expected a dense tensor on the CPU.*on meta.*x\.cpu\(\)"):
            f(torch.ones(3, device="meta"))
        with pytest.raises(ArgumentError, match=r"layout torch\.sparse_coo.*x\.to_dense\(\)"):
            f(torch.eye(3).to_sparse())
        with pytest.raises(DtypeError, match="expected results that are arrays and numbers, got str"):
            bridge.function(lambda x: "text")(torch.ones(3))

    def test_bfloat16_is_computed_in_float32(self):
        x = torch.tensor([1.0, 2.0], dtype=torch.bfloat16, requires_grad=True)
        y = bridge.function(lambda x: np.sum(x * x * x))(x)
        assert (y.dtype, y.item()) == (torch.float32, 9.0)
        y.backward()
        assert (x.grad.dtype, x.grad.tolist()) == (torch.bfloat16, [3.0, 12.0])


@pytest.mark.parametrize(
    "draw",
    [np.random.standard_normal, lambda: torch.rand(()).item(), random.random, lambda: np.random.default_rng().normal()],
)
class TestDraws:
    """Value and derivative are recorded one after the other, so they would hold different numbers."""

    def test_a_value_is_warned_of_and_a_derivative_is_refused(self, draw):
        noisy = bridge.function(lambda x: np.sum(x) * draw())
        x = point(requires_grad=True)
        with pytest.warns(DrawWarning, match="Each call will use these same numbers"):
            y = noisy(x)
        assert y.item() == noisy(x).item()
        with pytest.raises(GradientError, match=r"draws nothing.*Draw them outside"):
            y.backward()
        assert x.grad is None

    @pytest.mark.filterwarnings("ignore::tapegrad.errors.DrawWarning")
    @pytest.mark.parametrize("transform", [F.grad, F.jacfwd, lambda f: F.vmap(F.grad(f))])
    def test_transforms(self, draw, transform):
        x = torch.tensor(ROWS) if transform not in (F.grad, F.jacfwd) else point()
        with pytest.raises(GradientError, match="draws nothing"):
            transform(bridge.function(lambda x: np.sum(x) * draw()))(x)


OURS = {
    "grad": tg.grad,
    "hessian": tg.hessian,
    "jacfwd twice": lambda f: tg.func.jacfwd(tg.func.jacfwd(f)),
    "jacrev twice": lambda f: tg.func.jacrev(tg.func.jacrev(f)),
}


class TestAdopt:
    def test_a_derivative_that_would_draw_anew_is_refused(self):
        dropout = bridge.adopt(torch.nn.Dropout(0.5))
        x = tg.tensor(np.ones(20), requires_grad=True)
        y = dropout(x)
        assert {*y.tolist()} == {0.0, 2.0}  # its value is no mistake
        with pytest.raises(GradientError, match=r"Dropout to draw no random numbers.*eval\(\)"):
            y.sum().backward()
        for transform in (tg.grad, lambda f: tg.compile(tg.grad(f)), lambda f: lambda x: tg.func.jvp(f, (x,), (x,))):
            with pytest.raises(GradientError, match="random"):
                transform(lambda x: np.sum(dropout(x)))(np.ones(20))
        still = bridge.adopt(torch.nn.Dropout(0.5).eval())
        np.testing.assert_array_equal(tg.grad(lambda x: np.sum(still(x)))(np.ones(3)), np.ones(3))

    def test_what_leaves_pytorchs_graph_has_no_derivative(self):
        @torch.no_grad()
        def without(x):
            return torch.sin(x)

        for f in (lambda x: torch.tensor(np.sinh(x.detach().numpy())), without, lambda x: torch.ones(2)):
            adopted = bridge.adopt(f)
            np.testing.assert_array_equal(adopted(POINT), f(torch.tensor(POINT)))
            for transform in (tg.grad, lambda f: tg.compile(tg.grad(f)), tg.func.jacrev):
                with pytest.raises(GradientError, match=r"that requires grad.*leaves PyTorch's graph"):
                    transform(lambda x, adopted=adopted: np.sum(adopted(x)))(POINT)
        linear = bridge.adopt(lambda x: 2.0 * x)
        twice = tg.grad(lambda x: np.sum(tg.grad(lambda x: np.sum(linear(x)))(x)))
        same(twice(POINT), np.zeros(4))
        same(tg.grad(lambda x: np.sum(bridge.adopt(lambda x: (torch.ones(4), x * 3.0))(x)[1]))(POINT), np.full(4, 3.0))

    def test_two_draws_in_a_recording_are_two(self):
        torch.manual_seed(0)
        dropout = bridge.adopt(torch.nn.Dropout(0.5))
        f = tg.compile(lambda x: dropout(x) - dropout(x))
        drawn = [f(np.ones(40)) for _ in range(3)]
        assert {*np.ravel(drawn)} == {-2.0, 0.0, 2.0}
        assert not np.array_equal(drawn[0], drawn[1])
        rows = tg.compile(lambda x: tg.scan(lambda c, _: (c, dropout(x)), x, np.zeros(3))[1])(np.ones(40))
        assert len({tuple(row) for row in rows.tolist()}) == 3

    def test_a_derivative_that_would_draw_by_another_generator_is_refused(self):
        rng, own = np.random.RandomState(0), torch.Generator()
        draws = {
            "NumPy's": lambda: np.random.standard_normal(), "a generator": rng.normal, "Python's": random.random,
            "PyTorch's own": lambda: torch.rand((), generator=own).item(),
        }  # fmt: skip
        for draw in draws.values():
            noisy = bridge.adopt(lambda x, draw=draw: torch.sum(x * draw()))
            for transform in (
                tg.grad,
                lambda f: tg.compile(tg.grad(f)),
                lambda f: lambda x: tg.func.jvp(f, (x,), (x,)),
            ):
                with pytest.raises(GradientError, match=r"to draw no random numbers.*or draw outside"):
                    transform(noisy)(POINT)

    @pytest.mark.sampled(99)
    @pytest.mark.parametrize("name", OURS)
    def test_transforms_compiled_and_in_batches(self, name):
        f = OURS[name](bridge.adopt(theirs))
        truth = OURS[name](ours)
        same(f(POINT), truth(POINT))
        same(tg.compile(f)(POINT), truth(POINT))
        same(tg.vmap(f)(ROWS), [truth(row) for row in ROWS])
        same(tg.vmap(f)(tg.tensor(ROWS)), [truth(row) for row in ROWS])

    def test_a_batch_in_a_recording_is_one_call(self):
        calls = []

        def f(x):
            calls.append(x.shape)
            return theirs(x)

        total = tg.compile(lambda rows: np.sum(tg.vmap(tg.grad(bridge.adopt(f)))(rows), axis=0))
        total(ROWS)
        del calls[:]
        same(total(ROWS + 1.0), sum(tg.grad(ours)(row + 1.0) for row in ROWS))
        assert len(calls) == 1

    def test_in_eager_code(self):
        f = bridge.adopt(lambda x, y: {"p": x * y, "n": x.shape[0] + torch.zeros((), dtype=torch.int64)})
        x, y = tg.tensor(POINT, requires_grad=True), tg.tensor(2.0, requires_grad=True)
        result = f(x, y=y)
        assert result["n"].item() == 4
        assert not result["n"].requires_grad
        result["p"].sum().backward()
        same(x.grad, np.full(4, 2.0))
        same(y.grad, POINT.sum())
        assert tg.autograd.gradcheck(lambda x, y: f(x, y)["p"], (x, y))
        assert tg.autograd.gradgradcheck(lambda x, y: f(x, y)["p"], (x, y))

    def test_dual_numbers(self):
        fwAD = tg.autograd.forward_ad
        with fwAD.dual_level():
            dual = fwAD.make_dual(tg.tensor(POINT), tg.tensor(np.ones(4)))
            tangent = fwAD.unpack_dual(bridge.adopt(theirs)(dual)).tangent
        same(tangent.numpy(), tg.grad(ours)(POINT).sum())

    def test_dtypes_stay(self):
        x = tg.tensor(POINT.astype(np.float32), requires_grad=True)
        y = bridge.adopt(theirs)(x)
        y.backward()
        assert (y.dtype, x.grad.dtype) == (np.float32, np.float32)

    def test_modules_and_code_that_writes(self):
        net = torch.nn.Sequential(
            torch.nn.Linear(4, 5), torch.nn.BatchNorm1d(5), torch.nn.Tanh(), torch.nn.Linear(5, 1)
        ).double()
        x = tg.tensor(ROWS, requires_grad=True)
        bridge.adopt(net)(x).sum().backward()
        leaf = torch.tensor(ROWS, requires_grad=True)
        net(leaf).sum().backward()
        same(x.grad, leaf.grad)
        assert all(p.grad is not None for p in net.parameters())
        net.zero_grad()
        tg.grad(lambda x: np.sum(bridge.adopt(net)(x)))(ROWS)
        assert all(p.grad is None for p in net.parameters())

    def test_what_does_not_depend_has_zeros(self):
        f = bridge.adopt(lambda x, y: (x * 2.0, torch.ones(2, dtype=torch.float64)))
        same(tg.jacobian(lambda y: f(POINT, y)[0])(POINT), np.zeros((4, 4)))
        same(tg.jacobian(lambda y: f(POINT, y)[1])(POINT), np.zeros((2, 4)))
        same(tg.grad(lambda x: np.sum(f(x, x)[0]))(POINT), np.full(4, 2.0))

    def test_arguments_are_copies(self):
        def f(x):
            x.mul_(2.0)
            return x

        y = POINT.copy()
        x = tg.tensor(y)
        same(bridge.adopt(f)(x).numpy(), 2 * POINT)
        same(x.numpy(), POINT)

    def test_files_refuse_it(self, tmp_path):
        g = tg.compile(tg.grad(bridge.adopt(theirs)))
        g(POINT)
        with pytest.raises(TapegradError, match="theirs"):
            g.save(tmp_path / "tape")

    def test_integers_in_recordings_are_refused(self):
        f = bridge.adopt(lambda x: (x, torch.argmax(x)))
        with pytest.raises(FunctionError, match="expected floating-point results in a recording"):
            tg.compile(f)(POINT)

    def test_there_and_back(self):
        f = bridge.adopt(bridge.function(ours))
        same(tg.hessian(f)(POINT), tg.hessian(ours)(POINT))
