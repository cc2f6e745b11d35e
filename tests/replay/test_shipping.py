"""Compiled functions on their way to other processes: what stands for one there, and that it is recorded once."""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import functools
import os
import pickle
import subprocess
import sys
import textwrap
import types
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import tapegrad as tg

SCRIPT = """
import dataclasses, enum, functools, math
import numpy as np, scipy.special, tapegrad as tg

class Base:
    rate = 1.5
    def slope(self, x):
        return x * self.rate

@dataclasses.dataclass(eq=False)
class Model(Base):
    weight: float = 2.0
    names: tuple = ("a", "b")
    def value(self, x):
        return self.slope(x) * self.weight + inner(x)
    @staticmethod
    def shift(x):
        return x + 1.0
    @property
    def half(self):
        return self.weight / 2
    @tg.compile
    def loss(self, x):
        return np.sum(self.value(x)) * self.half

class Kind(enum.Enum):
    LOW = 1
    HIGH = 2

@functools.lru_cache
def table(n):
    return n * 3.0

def inner(x):
    return x * table(2) + OFFSET[0] + len(CHOICE)

@tg.compile
def recursive(x, n=3):
    return x if n == 0 else recursive.function(x * factor(x), n - 1)

def factor(x):
    return scipy.special.expit(x)

OFFSET = [0.25, {"b": np.arange(3.0)}]
CHOICE = {"x", "y", "z"}
model = Model(3.0)
bound = functools.partial(model.value)
functions = {
    "lambda": tg.compile(lambda x: inner(x)),
    "transformed": tg.compile(tg.value_and_grad(lambda x, a: np.sum(Model.shift(x)) * a, argnums=1)),
    "nested": tg.compile(tg.hessian(lambda x: np.sum(tg.vmap(factor)(x))), max_variants=7),
    "wrapped": tg.compile(functools.wraps(inner)(lambda x: inner(x) * 2.0)),
    "static": tg.compile(lambda x, kind: x * kind.value, static_argnames="kind"),
    "bound": tg.compile(bound),
    "method": model.loss,
    "object": tg.compile(lambda x, m=model, k=Kind.LOW: m.value(x) * k.value),
    "itself": recursive,
}
"""
SHOWN = "print({name: f.__dask_tokenize__() for name, f in functions.items()})"


@contextlib.contextmanager
def script(edit: str = "") -> Iterator[dict[str, str]]:
    """The tokens of the script's functions, after it was edited."""
    module = sys.modules["shipped_script"] = types.ModuleType("shipped_script")
    try:
        exec(f"{SCRIPT}\n{edit}\n", vars(module))
        yield {name: f.__dask_tokenize__() for name, f in module.functions.items()}
    finally:
        sys.modules.pop("shipped_script", None)


@pytest.mark.slow
def test_tokens_are_the_same_in_each_process():
    found = []
    for seed in "12":
        environment = os.environ | {"PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT + SHOWN], capture_output=True, text=True, env=environment, check=True
        )
        found.append(ast.literal_eval(done.stdout))
    assert found[0] == found[1]
    assert len(set(found[0].values())) == len(found[0])


MODEL = {"bound", "method", "object"}
CLASS = {*MODEL, "transformed"}  # of which one uses a method
INNER = {*CLASS, "lambda", "wrapped"}


@pytest.mark.parametrize(
    ("edit", "changed"),
    [
        ("def inner(x): return x * table(2) + OFFSET[0] - len(CHOICE)", INNER),
        ("OFFSET[1]['b'][2] = 7.0", INNER),
        ("CHOICE.add('w')", INNER),
        ("table = functools.lru_cache(lambda n: n * 4.0)", INNER),
        ("def factor(x): return scipy.special.log_expit(x)", {"nested", "itself"}),
        ("Base.rate = 2.5", CLASS),
        ("Base.slope = lambda self, x: x / self.rate", CLASS),
        ("Model.shift = staticmethod(lambda x: x + 2.0)", CLASS),
        ("Model.half = property(lambda self: self.weight / 4)", CLASS),
        ("model.weight = 4.0", MODEL),
    ],
)
def test_a_token_covers_what_is_computed_with(edit, changed):
    with script() as usual, script() as again, script(edit) as edited:
        assert usual == again
        assert {name for name in usual if usual[name] != edited[name]} == changed


def test_options_are_part_of_the_token():
    def f(x: Any, n: int = 2) -> Any:
        return x**n

    options: list[dict[str, Any]] = [{}, {"static_argnums": 1}, {"max_variants": 3}, {"lines": True}]
    assert len({tg.compile(f, **o).__dask_tokenize__() for o in options}) == len(options)
    assert tg.compile(f, static_argnums=1).__dask_tokenize__() == tg.compile(f, static_argnames="n").__dask_tokenize__()
    of = [tg.grad(f), tg.value_and_grad(f), tg.grad(f, argnums=(0,)), f, functools.wraps(tg.grad(f))(lambda x: 2 * x)]
    assert len({tg.compile(g).__dask_tokenize__() for g in of}) == len(of)


class Line:
    def __init__(self, rate: float) -> None:
        self.rate = rate

    @tg.compile
    def at(self, x: Any) -> Any:
        return self.rate * x


def test_methods_are_told_apart_by_their_objects():
    assert Line(1.0).at.__dask_tokenize__() == Line(1.0).at.__dask_tokenize__()
    assert Line(1.0).at.__dask_tokenize__() != Line(2.0).at.__dask_tokenize__()


def test_what_cannot_be_written_down_equals_nothing():
    generator = (k for k in range(3))
    f = tg.compile(lambda x: x * next(generator))
    assert f.__dask_tokenize__() != f.__dask_tokenize__()


# ------------------------------------------------------------------------------------------------- recorded once


def test_a_function_that_is_sent_again_is_the_one_that_was_sent():
    cloudpickle = pytest.importorskip("cloudpickle")

    def sent(factor: float, **options: Any) -> Any:
        return pickle.loads(cloudpickle.dumps(tg.compile(tg.grad(lambda x: factor * x**2), **options)))

    f = sent(3.0)
    assert f(2.0) == 12.0
    assert sent(3.0) is f
    assert f.stats()["recordings"] == 1
    assert sent(4.0)(2.0) == 16.0
    assert sent(3.0, max_variants=2) is not f


def test_a_wrapper_of_a_transformed_function_is_sent_itself():
    slope = pickle.loads(pickle.dumps(tg.compile(twice)))
    assert slope(3.0) == 12.0


def square(x: Any) -> Any:
    return x * x


inner_slope = tg.grad(square)


@functools.wraps(inner_slope)
def twice(x: Any) -> Any:
    return 2.0 * inner_slope(x)


twice.__qualname__ = twice.__name__ = "twice"
twice.__module__ = __name__


@pytest.mark.slow
def test_methods_of_a_script_are_methods_elsewhere(tmp_path):
    """Cloudpickle makes a class of the main module anew, and tells no attribute whose it is. A spawned process has the
    script under another name, a worker of Dask hands on what it was sent, and a scheduler may run in the script's own.
    """
    pytest.importorskip("cloudpickle")
    script = tmp_path / "script.py"
    script.write_text(
        textwrap.dedent("""
        import multiprocessing, pickle, subprocess, sys
        import cloudpickle, numpy as np, tapegrad as tg

        class Model:
            def __init__(self, rate):
                self.rate = rate
            @tg.compile
            def loss(self, x):
                return self.rate * np.sum(x * x)

        def handed_on(data):
            return cloudpickle.dumps(pickle.loads(data))

        def run(data):
            compiled, method = pickle.loads(data)
            return compiled.batch(method.__self__, np.ones(2), in_axes=(None, 0)), method(2.0)

        program = "import pickle, sys, numpy as np; f, g = pickle.load(sys.stdin.buffer); print(g(2.0), g.batch(np.ones(2)))"

        if __name__ == "__main__":
            compiled, data = Model.loss, cloudpickle.dumps((Model.loss, Model(3.0).loss))
            data = handed_on(handed_on(data))
            assert Model.loss is compiled
            print(subprocess.run([sys.executable, "-c", program], input=data, stdout=-1, check=True, text=False).stdout)
            with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
                print(*pool.apply(run, (pool.apply(handed_on, (data,)),)))
        """)
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True)
    assert done.stdout == f"{b'12.0 [3. 3.]' + os.linesep.encode()!r}\n[3. 3.] 12.0\n", done.stderr


def test_dataclasses_are_told_apart_by_their_fields():
    @dataclasses.dataclass(frozen=True)
    class Options:
        rate: float = 1.0

    def f(options: Options) -> Any:
        return tg.compile(lambda x: x * options.rate)

    assert f(Options()).__dask_tokenize__() == f(Options(1.0)).__dask_tokenize__()
    assert f(Options()).__dask_tokenize__() != f(Options(2.0)).__dask_tokenize__()
    assert f(Options(2.0))(np.float64(3.0)) == 6.0
