"""Random draws while a function is compiled: warned of, with their line."""

# ruff: noqa: NPY002

from __future__ import annotations

import random
import subprocess
import sys
import warnings
from random import gauss
from typing import Any

import numpy as np
import numpy.random as npr
import pytest
from numpy.random import randn

import tapegrad as tg
from tapegrad.errors import DrawWarning

RNG = np.random.default_rng(1)
X = np.array([1.0, 2.0, 3.0])


def by_global(x: Any) -> Any:
    y = x * 2.0
    return y + np.random.randn(3)  # draws


def by_module(x: Any) -> Any:
    return x + npr.uniform()  # draws


def by_name(x: Any) -> Any:
    return x + randn(3)  # draws


def by_generator(x: Any) -> Any:
    scale = 0.1
    noise = RNG.normal(size=3)  # draws
    return x + scale * noise


def by_helper(x: Any) -> Any:
    return by_generator(x) * 2.0


def by_python(x: Any) -> Any:
    return x * random.random()  # draws


def by_pythons_name(x: Any) -> Any:
    return x * gauss(0.0, 1.0)  # draws


def closure() -> Any:
    rng = np.random.RandomState(3)

    def f(x: Any) -> Any:
        return x + rng.uniform(size=3)  # draws

    return f


def default() -> Any:
    def f(x: Any, source: Any = RNG) -> Any:
        return np.sum(x) + source.random()  # draws

    return lambda x: f(x)


class Model:
    def __init__(self) -> None:
        self.rng = np.random.Generator(np.random.MT19937(2))
        self.parts = {"python": random.Random(1)}

    def dropout(self, x: Any) -> Any:
        mask = self.rng.random(3) > 0.5  # draws
        return np.where(mask, x, 0.0)

    def of_python(self, x: Any) -> Any:
        return x * self.parts["python"].random()  # draws


DRAWS = {
    "np.random": lambda: by_global, "module": lambda: by_module, "function": lambda: by_name, "global": lambda: by_generator,
    "helper": lambda: by_helper, "python": lambda: by_python, "python's function": lambda: by_pythons_name,
    "closure": closure, "default": default, "attribute": lambda: Model().dropout, "item": lambda: Model().of_python,
    "gradient": lambda: tg.value_and_grad(lambda x: np.sum(by_global(x))),
}  # fmt: skip


@pytest.mark.parametrize("make", DRAWS.values(), ids=DRAWS)
def test_a_draw_is_warned_of_with_its_line(make):
    compiled = tg.compile(make())
    with pytest.warns(
        DrawWarning, match=r"drawn while the function was recorded, at .*test_random_draws\.py:\d+\."
    ) as caught:
        compiled(X)
    (warning,) = caught
    assert warning.filename == __file__
    with open(__file__) as file:
        assert "# draws" in file.readlines()[warning.lineno - 1]
    assert f"{__file__}:{warning.lineno}. Each" in str(warning.message)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compiled(X)  # a replay
    assert issubclass(DrawWarning, UserWarning)


def test_a_method_of_a_class():
    class Net(Model):
        @tg.compile
        def compiled(self, x: Any) -> Any:
            return self.dropout(x)

    with pytest.warns(DrawWarning, match="of rng were drawn"):
        Net().compiled(X)


def test_draws_outside_are_not_warned_of():
    noise = RNG.normal(size=3)
    np.random.seed(0)
    np.random.randn(3)

    seeds = np.random.default_rng(3)

    def f(x: Any, seed: Any = seeds) -> Any:
        fresh = np.random.default_rng(0).normal(size=3)
        return x + noise + fresh + (RNG is None) + (seed is None)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tg.compile(f)(X)
        tg.compile(tg.grad(lambda x: np.sum(f(x))))(X)
        tg.vmap(lambda x: x * noise[0])(X)
        tg.grad(lambda x: np.sum(x * np.random.randn(3)))(X)  # called anew each time


def test_the_states_are_left_alone():
    np.random.seed(5)
    random.seed(5)
    rng = np.random.default_rng(5)
    tg.compile(lambda x: x + (rng is None))(X)
    drawn = np.random.randn(), random.random(), rng.normal()
    np.random.seed(5)
    random.seed(5)
    assert drawn == (np.random.randn(), random.random(), np.random.default_rng(5).normal())


FIRST_USE = """
import sys, warnings
import numpy as np
import tapegrad as tg
assert "numpy.random" not in sys.modules
warnings.simplefilter("error", tg.errors.DrawWarning)
tg.compile(lambda x: np.sum(x * x))(np.ones(2))
assert "numpy.random" not in sys.modules
def noisy(x):
    return x + np.random.normal()
try:
    tg.compile(noisy)(np.ones(2))
except tg.errors.DrawWarning as warning:
    assert "noisy" in str(warning), warning
else:
    raise AssertionError("there was no warning")
"""


@pytest.mark.slow
def test_the_first_draw_of_a_process_is_warned_of_and_nothing_is_imported_for_it():
    there = subprocess.run(
        [sys.executable, "-c", "import numpy, sys; sys.exit('numpy.random' in sys.modules)"], check=False
    )
    if there.returncode:
        pytest.skip("this NumPy imports its generators with itself")
    done = subprocess.run([sys.executable, "-c", FIRST_USE], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr


def test_custom_functions_draw_anew_in_each_call():
    generator = np.random.default_rng(1)

    class Noise(tg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return tg.tensor(x.detach().numpy() + generator.normal(size=x.shape))

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        f = tg.compile(lambda x: Noise.apply(x))
        assert not np.allclose(f(X), f(X))
    mixed = tg.compile(lambda x: Noise.apply(x) + generator.normal())
    with pytest.warns(DrawWarning):
        mixed(X)


def test_a_custom_function_that_is_recorded_holds_its_draws():
    class Noise(tg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x + np.random.standard_normal()  # draws

    f = tg.compile(lambda x: Noise.apply(x))
    with pytest.warns(DrawWarning, match="Each call will use these same numbers"):
        first = f(X)
    np.testing.assert_array_equal(f(X), first)


def test_generators_that_are_made_without_a_seed():
    def noisy(x: Any) -> Any:
        rng = np.random.default_rng()  # draws
        return x + rng.normal()

    def by_python(x: Any) -> Any:
        return x + (lambda: random.Random().random())()  # draws

    for f in (noisy, by_python, tg.grad(lambda x: np.sum(noisy(x)) * x[0])):
        with pytest.warns(
            DrawWarning, match=r"made without a seed while the function was recorded, at .*test_random_draws\.py:\d+\."
        ) as caught:
            tg.compile(f)(X)
        with open(__file__) as file:
            assert "# draws" in file.readlines()[caught[0].lineno - 1]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tg.compile(lambda x: x + np.random.default_rng(1).normal() + random.Random(2).random())(X)


def test_functions_that_run_many_times():
    def noisy(x: Any, *_: Any) -> Any:
        return x * 0.5 + RNG.normal()  # draws

    span = (0.0, 1.0)
    calls = {
        "step": [
            lambda: tg.scan(lambda x, _: (noisy(x), None), 1.0, length=3),
            lambda: tg.fori_loop(0, 3, lambda _, x: noisy(x), 1.0),
            lambda: tg.while_loop(lambda x: x < 0.0, noisy, 1.0, max_steps=3),
        ],
        "evaluation": [
            lambda: tg.integrate.solve_ivp(lambda t, y: noisy(y), span, [1.0]),
            lambda: tg.integrate.quad(noisy, *span),
            lambda: tg.optimize.root(noisy, [1.0]),
        ],
    }
    for what, each in calls.items():
        for call in each:
            with pytest.warns(
                DrawWarning, match=f"numbers of RNG .* Each {what} will use these same numbers"
            ) as caught:
                call()
            (warning,) = caught
            with open(__file__) as file:
                assert "# draws" in file.readlines()[warning.lineno - 1]
    with pytest.warns(DrawWarning, match="^compiled .* Each call will use these same numbers") as caught:
        tg.compile(lambda x: tg.scan(lambda c, _: (noisy(c), None), x, length=3)[0])(1.0)
    assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tg.scan(lambda x, e: (x * 0.5 + e, None), 1.0, RNG.normal(size=3))
        tg.integrate.solve_ivp(lambda t, y: -y, span, [1.0])


def test_pytorchs_generators():
    torch = pytest.importorskip("torch")
    own = torch.Generator()
    for f in (lambda x: x * torch.rand(3).numpy(), lambda x: x * torch.rand(3, generator=own).numpy()):
        with pytest.warns(
            DrawWarning, match=r"drawn while the function was recorded, at .*test_random_draws\.py:\d+\."
        ):
            tg.compile(f)(X)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tg.compile(lambda x: x * torch.ones(3).numpy())(X)


def test_what_scipy_draws_for_an_op_is_not_warned_of():
    a = np.array([[2.0, 0.3, 0.1], [0.1, 1.5, 0.2], [0.0, 0.4, 1.8]])
    state = str(np.random.get_state())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tg.compile(tg.grad(lambda a: np.sum(tg.linalg.logm(a))))(a)
    assert str(np.random.get_state()) != state  # else it is no longer so, and nothing need be declared
    with pytest.warns(DrawWarning):
        tg.compile(lambda a: np.sum(tg.linalg.logm(a)) + np.random.normal())(a)
