"""CasADi's derivatives of tapegrad's functions, and the other way round; the truth is CasADi's own."""

# ruff: noqa: NPY002

from __future__ import annotations

import gc

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, ShapeError, TapegradError

ca = pytest.importorskip("casadi")
bridge = tg.bridges.casadi

N = 5
POINT = np.linspace(0.5, 1.5, N)
WEIGHT = 3.0


def ours(x, p):
    return np.sum(p * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2), x[1:] * x[:-1] + x[:-1] ** 3


def theirs(x, p):
    return ca.sum1(p * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2), x[1:] * x[:-1] + x[:-1] ** 3


def same(a, b, rtol=1e-12):
    np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=rtol, atol=1e-13)


def column(x):
    return np.asarray(x)[:, 0]


def expressions(function, symbol):
    x, p = symbol.sym("x", N), symbol.sym("p")
    f, g = function(x, p)
    hessian = ca.hessian(f, x)[0]
    lagrangian = f + ca.dot(ca.DM(np.arange(N - 1.0)), g)
    values = {
        "value": f,
        "constraints": g,
        "gradient": ca.gradient(f, x),
        "by a parameter": ca.gradient(f, p),
        "jacobian": ca.jacobian(g, x),
        "jacobian by a parameter": ca.jacobian(g, p),
        "hessian": hessian,
        "hessian of the lagrangian": ca.hessian(lagrangian, x)[0],
        "mixed": ca.jacobian(ca.gradient(f, x), p),
        "forward": ca.jtimes(g, x, ca.DM(np.arange(N))),
        "reverse": ca.jtimes(g, x, ca.DM(np.arange(N - 1)), True),
        "several directions": ca.jtimes(g, x, ca.DM(np.arange(2.0 * N).reshape(N, 2))),
        "jacobian twice": ca.jacobian(ca.jacobian(g, x), x),
        "third": ca.gradient(ca.sumsqr(hessian), x),
    }
    return {name: (ca.Function("f", [x, p], [value]), value.sparsity()) for name, value in values.items()}


@pytest.fixture(scope="module")
def pair():
    function = bridge.function(ours, POINT, 1.0)
    return function, expressions(function, ca.MX), expressions(theirs, ca.SX)


class TestFunction:
    @pytest.mark.sampled(99)
    @pytest.mark.parametrize("name", expressions(theirs, ca.SX))
    def test_derivatives(self, pair, name):
        (mine, pattern), (truth, their_pattern) = pair[1][name], pair[2][name]
        same(mine(POINT, WEIGHT), truth(POINT, WEIGHT))
        if "twice" not in name:
            assert pattern.nnz() == their_pattern.nnz()

    def test_names_and_shapes(self, pair):
        function = pair[0]
        assert (function.name(), function.name_in(), function.size1_out(1)) == ("ours", ["x", "p"], N - 1)
        same(column(function(x=POINT, p=WEIGHT)["o1"]), ours(POINT, WEIGHT)[1])
        assert bridge.function(lambda x: x, 1.0).name() == "lambda"
        assert bridge.function(lambda *xs: list(xs), 1.0, 2.0, name="pair").name_in() == ["i0", "i1"]

    def test_matrices_go_by_columns(self):
        a, b = np.arange(6.0).reshape(2, 3), np.arange(12.0).reshape(3, 4)
        f = bridge.function(lambda a, b: (a @ b) * a[0, 1], a, b)
        x, y = ca.SX.sym("x", 2, 3), ca.SX.sym("y", 3, 4)
        z = (x @ y) * x[0, 1]
        same(f(a, b), ca.Function("f", [x, y], [z])(a, b))
        u, v = ca.MX.sym("u", 2, 3), ca.MX.sym("v", 3, 4)
        for mine, variable, truth, theirs in ((f(u, v), u, z, x), (f(u, v), v, z, y)):
            jacobian = ca.jacobian(mine, variable)
            same(
                ca.Function("f", [u, v], [jacobian])(a, b), ca.Function("f", [x, y], [ca.jacobian(truth, theirs)])(a, b)
            )

    @pytest.mark.parametrize("count", [1, 2, 5])
    def test_directions_at_once(self, count):
        def mixed(x, a):
            return np.sin(a) @ x[:3] * x[0], a * x[1], np.sum(x**2)

        def their_mixed(x, a):
            return ca.sin(a) @ x[:3] * x[0], a * x[1], ca.sumsqr(x)

        rng = np.random.default_rng(count)
        point = rng.normal(size=4), rng.normal(size=(2, 3))
        x, a = ca.SX.sym("x", 4), ca.SX.sym("a", 2, 3)
        pair = bridge.function(mixed, *point), ca.Function("mixed", [x, a], their_mixed(x, a))

        def drawn(f, several, replaced):
            sizes = [f.size_in(k) for k in range(f.n_in())]
            return [replaced.get(k, rng.normal(size=(n, m * several))) for k, (n, m) in enumerate(sizes)]

        def agree(f, g, values, several):
            """Compare the functions, and in several directions the derivatives of both modes."""
            results = g.call(values)
            for mine, truth in zip(f.call(values), results, strict=True):
                same(mine, truth)
            if several:
                for derive in (ca.Function.forward, ca.Function.reverse):
                    first, second = derive(f, several), derive(g, several)
                    seeds = drawn(second, 1, dict(enumerate([*values, *results])))
                    agree(first, second, [ca.DM(v) for v in seeds], 0)

        agree(*pair, [ca.DM(v) for v in point], count)
        outputs = dict(enumerate(pair[1].call([*point]), 2))
        for derive in (ca.Function.forward, ca.Function.reverse):  # and of directions the directions
            first, second = [derive(f, count) for f in pair]
            values = [ca.DM(v) for v in drawn(second, 1, {0: point[0], 1: point[1], **outputs})]
            for several in (1, 3):
                agree(first, second, values, several)

    def test_directions_of_a_jacobian(self):
        f = bridge.function(lambda x: (x**3 * x[0], np.sum(x)), np.ones(3)).jacobian()
        at, along = np.array([0.5, -1.0, 2.0]), np.array([[1.0, 0.5], [2.0, -1.0], [0.0, 3.0]])
        outputs = ca.DM(3, 1), ca.DM(1, 1)
        moved = f.forward(2)(at, *outputs, *f(at, *outputs), along, ca.DM(3, 2), ca.DM(1, 2))
        x = ca.SX.sym("x", 3)
        truth = ca.Function("f", [x], [ca.jacobian(x**3 * x[0], x)])
        for k in range(2):
            same(moved[0][:, 3 * k : 3 * k + 3], truth.forward(1)(at, truth(at), along[:, k]))
        same(moved[1].full(), np.zeros((1, 6)))

    def test_integers_and_booleans(self):
        def mixed(x, i):
            return x[i] ** 2, np.argmax(x), x > 1.5, 3, np.sum(x)

        f = bridge.function(mixed, np.ones(3), np.array([0, 2]))
        at, i = np.array([1.0, 3.0, 2.0]), np.array([2, 1])
        for mine, truth in zip(f(at, i), mixed(at, i), strict=True):
            same(mine.full().ravel(), np.ravel(truth).astype(float))
        x = ca.MX.sym("x", 3)
        results = ca.vertcat(*f(x, i))
        jacobian = ca.Function("j", [x], [ca.jacobian(results, x), ca.jtimes(results, x, ca.DM([1.0, 2.0, 3.0]))])(at)
        truth = np.zeros((8, 3))
        truth[[0, 1, 7, 7, 7], [2, 1, 0, 1, 2]] = [4.0, 6.0, 1.0, 1.0, 1.0]
        same(jacobian[0], truth)
        same(column(jacobian[1]), truth @ [1.0, 2.0, 3.0])
        back = ca.gradient(ca.sumsqr(results), x)
        values = np.concatenate([np.ravel(r).astype(float) for r in mixed(at, i)])
        same(column(ca.Function("g", [x], [back])(at)), 2.0 * truth.T @ values)
        with pytest.raises(RuntimeError, match="out of bounds"):
            f(at, [3.0, 0.0])

    def test_names_that_casadi_has_not(self):
        assert bridge.function(tg.grad(lambda x: np.sum(x**3)), np.ones(2)).name() == "grad_lambda"
        for f in (tg.vmap(lambda x: x), tg.compile(lambda x: x)):
            same(column(bridge.function(f, np.ones(2))([1.0, 2.0])), [1.0, 2.0])
        with pytest.raises(ArgumentError, match="a name that CasADi can use, got 'a b'"):
            bridge.function(lambda x: x, np.ones(2), name="a b")

    def test_sparse_inputs_are_not_adopted(self):
        x = ca.SX.sym("x", ca.Sparsity.diag(3))
        with pytest.raises(ArgumentError, match="expected dense inputs, got i0"):
            bridge.adopt(ca.Function("sparse", [x], [x @ x]))

    def test_complex_numbers_are_refused(self):
        x = ca.SX.sym("x", 2)
        for call in (
            lambda: bridge.function(lambda x: np.abs(x), np.array([1j, 2j])),
            lambda: bridge.function(lambda x: np.exp(1j * x), np.ones(2)),
            lambda: bridge.adopt(ca.Function("g", [x], [x * x]))(np.array([1j, 2j])),
        ):
            with pytest.raises(DtypeError, match="expected real numbers"):
                call()

    def test_empty_arrays(self):
        f = bridge.function(lambda x, a: (np.sum(x * x) + np.sum(a), a * 2.0), np.ones(3), np.ones((0, 2)))
        x, a = ca.MX.sym("x", 3), ca.MX.sym("a", 0, 2)
        cost, rest = f(x, a)
        values = [cost, rest, ca.gradient(cost, x), ca.jacobian(rest, x), ca.jtimes(cost, x, ca.DM.ones(3, 2))]
        results = ca.Function("f", [x, a], values)([1.0, 2.0, 3.0], ca.DM(0, 2))
        same(results[0], 14.0)
        assert (results[1].shape, results[3].shape) == ((0, 2), (0, 3))
        same(column(results[2]), [2.0, 4.0, 6.0])
        same(results[4], [[12.0, 12.0]])

    @pytest.mark.parametrize("n", [3, 40])
    def test_ipopt_takes_the_same_steps(self, n):
        def chain(x):  # as problem 81 of Hock and Schittkowski, of any size
            return np.sum((x[:-1] ** 2 + x[1:] - 2.0) ** 2 + np.exp(-x[:-1])), x[:-1] * x[1:] - 0.5

        def their_chain(x):
            return ca.sum1((x[:-1] ** 2 + x[1:] - 2.0) ** 2 + ca.exp(-x[:-1])), x[:-1] * x[1:] - 0.5

        found = []
        quiet = {"print_time": False, "ipopt.print_level": 0, "ipopt.sb": "yes"}
        bridged = bridge.function(chain, np.ones(n))
        for function, symbol in ((bridged, ca.MX), (their_chain, ca.SX)):
            x = symbol.sym("x", n)
            f, g = function(x)
            solver = ca.nlpsol("solver", "ipopt", {"x": x, "f": f, "g": g}, quiet)
            assert solver.get_function("nlp_jac_g").sparsity_out(1).nnz() == 2 * (n - 1)
            assert solver.get_function("nlp_hess_l").sparsity_out(0).nnz() == 2 * n - 1
            result = solver(x0=np.linspace(0.5, 2.0, n), lbg=0.0, ubg=1.0)
            stats = solver.stats()
            assert stats["success"]
            found.append((stats["iter_count"], result["x"]))
        assert found[0][0] == found[1][0]
        same(found[0][1], found[1][1], rtol=1e-7)

    def test_a_pattern_that_changes_is_an_error(self):
        f = bridge.function(lambda x: x * x[0] if np.sum(x) > 0 else x * x[1], np.ones(3))
        x = ca.MX.sym("x", 3)
        jacobian = ca.Function("j", [x], [ca.jacobian(f(x), x)])
        same(column(f(-np.ones(3))), np.ones(3))
        same(jacobian(np.ones(3)), [[2, 0, 0], [1, 1, 0], [1, 0, 1]])
        with pytest.raises(RuntimeError, match="Pass an example with all nonzeros"):
            jacobian(-np.ones(3))

    @pytest.mark.filterwarnings("ignore::tapegrad.errors.DrawWarning")
    def test_derivatives_that_would_draw_anew_are_refused(self):
        f = bridge.function(lambda x: x * np.random.standard_normal(), np.ones(3))
        x, d = ca.MX.sym("x", 3), ca.DM([1.0, 2.0, 3.0])
        same(f(np.ones(3)), f(np.ones(3)))
        with pytest.raises(Exception, match="draws nothing"):
            f.jacobian()(np.ones(3), np.ones(3))
        for derive in (
            lambda: ca.jtimes(f(x), x, d),
            lambda: ca.jtimes(f(x), x, d, True),
            lambda: ca.jacobian(f(x), x),
        ):
            with pytest.raises(RuntimeError, match="draws nothing"):
                ca.Function("f", [x], [derive()])(np.ones(3))

    def test_expressions_outlive_the_function(self):
        x = ca.MX.sym("x", 3)
        f = ca.Function("f", [x], [ca.gradient(bridge.function(lambda x: np.sum(x**2), np.ones(3))(x), x)])
        gc.collect()
        same(f(np.ones(3)), np.full((3, 1), 2.0))

    def test_errors(self):
        with pytest.raises(ArgumentError, match=r"function: expected a function, got int"):
            bridge.function(3)
        with pytest.raises(ShapeError, match=r"at most two dimensions, got shape \(2, 2, 2\)"):
            bridge.function(lambda x: x, np.ones((2, 2, 2)))


def adopted():
    x, a = ca.SX.sym("x", N), ca.SX.sym("a", 2, 3)
    s = ca.SX.sym("s")
    return bridge.adopt(
        ca.Function("mixed", [x, a, s], [ca.sumsqr(x) * ca.sum1(ca.sum2(a**3)) * ca.sin(s), a * x[0] * s])
    )


def like(x, a, s):
    return [np.sum(x**2) * np.sum(a**3) * np.sin(s), a * x[0] * s]


MATRIX = np.arange(6.0).reshape(2, 3) / 3.0
OURS = {
    "grad": lambda f: tg.grad(lambda *args: f(*args)[0], (0, 1, 2)),
    "hessian": lambda f: tg.hessian(lambda *args: f(*args)[0], (0, 1, 2)),
    "jacfwd": lambda f: tg.func.jacfwd(lambda *args: f(*args)[1], (0, 1, 2)),
    "jacrev twice": lambda f: tg.func.jacrev(tg.func.jacrev(lambda *args: f(*args)[1], 1), 0),
    "jacfwd twice": lambda f: tg.func.jacfwd(tg.func.jacfwd(lambda *args: f(*args)[1], 1), 0),
}


def leaves(tree):
    return [leaf for part in tree for leaf in leaves(part)] if isinstance(tree, (list, tuple)) else [tree]


class TestAdopt:
    @pytest.mark.sampled(99)
    @pytest.mark.parametrize("name", OURS)
    def test_transforms_compiled_and_in_batches(self, name):
        f, truth = OURS[name](adopted()), OURS[name](like)
        rows = POINT + np.arange(3.0)[:, None]
        for g, h, x in (
            (f, truth, POINT),
            (tg.compile(f), truth, POINT),
            (tg.vmap(f, (0, None, None)), tg.vmap(truth, (0, None, None)), rows),
            (tg.compile(tg.vmap(f, (0, None, None))), tg.vmap(truth, (0, None, None)), rows),
            (tg.vmap(f, (0, None, None)), tg.vmap(truth, (0, None, None)), tg.tensor(rows)),
        ):
            for mine, theirs in zip(leaves(g(x, MATRIX, 0.7)), leaves(h(x, MATRIX, 0.7)), strict=True):
                same(mine, theirs, rtol=1e-11)

    def test_gradients_of_what_a_batch_shares_are_sums(self):
        rows = POINT + np.arange(3.0)[:, None]

        def total(a, f):
            return np.sum(tg.vmap(lambda x: f(x, a, 0.7)[0])(rows))

        same(
            tg.hessian(lambda a: total(a, adopted()))(MATRIX), tg.hessian(lambda a: total(a, like))(MATRIX), rtol=1e-11
        )

    def test_in_eager_code(self):
        x, s = tg.tensor(POINT, requires_grad=True), tg.tensor(0.7, requires_grad=True)
        f = adopted()
        assert tg.autograd.gradcheck(lambda x, s: tuple(f(x, MATRIX, s)), (x, s))
        assert tg.autograd.gradgradcheck(lambda x, s: tuple(f(x, MATRIX, s)), (x, s))

    def test_files_refuse_it(self, tmp_path):
        g = tg.compile(lambda x: adopted()(x, MATRIX, 1.0)[0])
        g(POINT)
        with pytest.raises(TapegradError, match="mixed"):
            g.save(tmp_path / "tape")

    def test_errors(self):
        with pytest.raises(ArgumentError, match=r"expected a casadi\.Function, got function"):
            bridge.adopt(like)
        with pytest.raises(ArgumentError, match="mixed: expected 3 arguments, got 1"):
            adopted()(POINT)
        with pytest.raises(ShapeError, match=r"mixed: expected argument 0 of shape \(5,\), got \(4,\)"):
            adopted()(POINT[1:], MATRIX, 1.0)
