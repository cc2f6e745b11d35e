"""Small differential equations: ``python -m benchmarks.odes [--json FILE] [--quick] [problem ...]``.

Each problem is solved at ten times with one tolerance by tapegrad (sealed), SciPy, diffrax and JAX's `odeint` (both
compiled), in one process on one thread, alternately; the best of several rounds. A row has the time of the value and of
value and gradient, by the first state and the parameters, and the errors of both against a solution of tight tolerance.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks.replay import best  # which sets the number of threads

import numpy as np  # isort: skip
import scipy.integrate  # isort: skip

import tapegrad as tg  # isort: skip


class Problem(NamedTuple):
    """An equation ``f(t, y, p, stack)``, the span, the first state, the parameters, and a method."""

    f: Callable[..., Any]
    end: float
    y0: tuple[float, ...]
    p: tuple[float, ...]
    method: str
    rtol: float = 1e-6
    atol: float = 1e-9

    @property
    def times(self) -> np.ndarray:
        return np.linspace(0.0, self.end, 11)[1:]


PROBLEMS = {
    "Lotka-Volterra": Problem(
        lambda t, y, p: [p[0] * y[0] - p[1] * y[0] * y[1], p[2] * y[0] * y[1] - p[3] * y[1]],
        10.0, (10.0, 5.0), (1.5, 0.1, 0.075, 1.0), "RK45",
    ),
    "Lorenz": Problem(
        lambda t, y, p: [p[0] * (y[1] - y[0]), y[0] * (p[1] - y[2]) - y[1], y[0] * y[1] - p[2] * y[2]],
        5.0, (1.0, 1.0, 1.0), (10.0, 28.0, 8.0 / 3.0), "RK45",
    ),
    "Van der Pol": Problem(
        lambda t, y, p: [y[1], p[0] * (1.0 - y[0] * y[0]) * y[1] - y[0]], 20.0, (2.0, 0.0), (1.0,), "RK45",
    ),
    "Van der Pol, stiff": Problem(
        lambda t, y, p: [y[1], p[0] * (1.0 - y[0] * y[0]) * y[1] - y[0]], 300.0, (2.0, 0.0), (100.0,), "Radau",
    ),
    "Robertson": Problem(
        lambda t, y, p: [
            -p[0] * y[0] + p[1] * y[1] * y[2], p[0] * y[0] - p[1] * y[1] * y[2] - p[2] * y[1] * y[1],
            p[2] * y[1] * y[1],
        ],
        1e4, (1.0, 0.0, 0.0), (0.04, 1e4, 3e7), "Radau", atol=1e-10,
    ),
}  # fmt: skip


class Contestant(NamedTuple):
    """Functions of the first state and the parameters: the states, and the loss with its gradients."""

    states: Callable[..., Any]
    gradient: Callable[..., Any] | None


def weights(problem: Problem) -> np.ndarray:
    """Return what the loss multiplies the states by."""
    count = 10 * len(problem.y0)
    return np.arange(1.0, count + 1.0).reshape(len(problem.y0), 10) / count


def of_tapegrad(problem: Problem, way: str | None, **options: Any) -> Contestant:
    settings = {"rtol": problem.rtol, "atol": problem.atol} | options

    def states(y0: Any, p: Any) -> Any:
        return tg.integrate.solve_ivp(
            problem.f, (0.0, problem.end), y0, problem.method, problem.times, args=(p,), sensitivity=way, **settings
        ).y

    def loss(y0: Any, p: Any) -> Any:
        return np.sum(states(y0, p) * weights(problem))

    return Contestant(tg.compile(states), tg.compile(tg.value_and_grad(loss, (0, 1))))


def of_scipy(problem: Problem) -> Contestant:
    """SciPy's stepping, with the function and its Jacobian in NumPy."""
    jacobians = {
        2: lambda y, p: [[0.0, 1.0], [-2.0 * p[0] * y[0] * y[1] - 1.0, p[0] * (1.0 - y[0] * y[0])]],
        3: lambda y, p: [
            [-p[0], p[1] * y[2], p[1] * y[1]], [p[0], -p[1] * y[2] - 2.0 * p[2] * y[1], -p[1] * y[1]],
            [0.0, 2.0 * p[2] * y[1], 0.0],
        ],
    }  # fmt: skip

    def states(y0: Any, p: Any) -> Any:
        options = {"jac": lambda t, y: np.array(jacobians[len(y0)](y, p))} if problem.method == "Radau" else {}
        return scipy.integrate.solve_ivp(
            lambda t, y: problem.f(t, y, p), (0.0, problem.end), y0, problem.method, problem.times,
            rtol=problem.rtol, atol=problem.atol, **options,
        ).y  # fmt: skip

    return Contestant(states, None)


def of_jax(problem: Problem) -> dict[str, Contestant]:
    """diffrax with an explicit method or Kvaerno's, and `odeint`, where it can solve the problem."""
    import diffrax
    import jax
    import jax.numpy as jnp
    from jax.experimental.ode import odeint

    jax.config.update("jax_enable_x64", True)
    stiff, times, by = problem.method == "Radau", jnp.asarray(problem.times), jnp.asarray(weights(problem))

    def field(t: Any, y: Any, p: Any) -> Any:
        return jnp.stack(problem.f(t, y, p))

    def by_diffrax(solver: Any) -> Callable[..., Any]:
        def states(y0: Any, p: Any) -> Any:
            return diffrax.diffeqsolve(
                diffrax.ODETerm(field), solver, 0.0, problem.end, None, y0, p, saveat=diffrax.SaveAt(ts=times),
                stepsize_controller=diffrax.PIDController(rtol=problem.rtol, atol=problem.atol), max_steps=8192,
            ).ys.T  # fmt: skip

        return states

    def by_odeint(y0: Any, p: Any) -> Any:
        every = jnp.concatenate([jnp.zeros(1), times])
        return odeint(lambda y, t, p: field(t, y, p), y0, every, p, rtol=problem.rtol, atol=problem.atol)[1:].T

    ways = {"diffrax Kvaerno5": by_diffrax(diffrax.Kvaerno5())} if stiff else {
        "diffrax Tsit5": by_diffrax(diffrax.Tsit5()), "diffrax Dopri5": by_diffrax(diffrax.Dopri5()),
        "jax odeint": by_odeint,
    }  # fmt: skip

    def ready(f: Callable[..., Any]) -> Callable[..., Any]:
        compiled = jax.jit(f)
        return lambda y0, p: jax.block_until_ready(compiled(y0, p))

    def contestant(states: Callable[..., Any]) -> Contestant:
        return Contestant(ready(states), ready(jax.value_and_grad(lambda y0, p: jnp.sum(states(y0, p) * by), (0, 1))))

    return {name: contestant(states) for name, states in ways.items()}


def contestants(problem: Problem) -> dict[str, Contestant]:
    """Return all that can be imported."""
    entries = {
        "tapegrad": of_tapegrad(problem, None), "tapegrad forward": of_tapegrad(problem, "forward"),
        "scipy": of_scipy(problem),
    }  # fmt: skip
    try:
        return entries | of_jax(problem)
    except ImportError as error:
        print(f"left out: {error}", file=sys.stderr)
        return entries


def rows(problem: Problem, seconds: float) -> dict[str, dict[str, float]]:
    """Return the figures of each contestant."""
    y0, p = np.array(problem.y0), np.array(problem.p)
    exact = of_tapegrad(problem, "forward", rtol=1e-12, atol=1e-9 * problem.atol)
    states, gradient = exact.states(y0, p), np.concatenate(exact.gradient(y0, p)[1])
    figures: dict[str, dict[str, float]] = {}
    entries = contestants(problem)
    for name, contestant in entries.items():
        error = np.abs(np.asarray(contestant.states(y0, p)) - states)
        figures[name] = {"error": float(np.max(error) / np.max(np.abs(states)))}
        if contestant.gradient is not None:
            error = np.abs(np.concatenate([np.asarray(g) for g in contestant.gradient(y0, p)[1]]) - gradient)
            figures[name]["error of gradient"] = float(np.max(error) / np.max(np.abs(gradient)))
    values = {name: lambda f=c.states: f(y0, p) for name, c in entries.items()}
    gradients = {name: lambda f=c.gradient: f(y0, p) for name, c in entries.items() if c.gradient is not None}
    for key, jobs in (("value", values), ("gradient", gradients)):
        for name, time in best(jobs, seconds).items():
            figures[name][key] = time
    return figures


def main(arguments: list[str]) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("problems", nargs="*")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args(arguments)
    begun, table = perf_counter(), {}
    print(f"{'µs':20} {'':18} {'value':>9} {'gradient':>9} {'error':>9} {'of gradient':>11}")
    for name, problem in PROBLEMS.items():
        if options.problems and not any(name.startswith(word) for word in options.problems):
            continue
        table[name] = rows(problem, 0.05 if options.quick else 0.4)
        for contestant, row in table[name].items():
            times = [f"{1e6 * row[key]:9.1f}" if key in row else " " * 9 for key in ("value", "gradient")]
            errors = [f"{row[key]:9.1e}" if key in row else " " * 9 for key in ("error", "error of gradient")]
            print(f"{name:20} {contestant:18}", *times, *errors)
    print(f"{perf_counter() - begun:.0f} s", file=sys.stderr)
    if options.json:
        options.json.write_text(json.dumps(table, indent=1))


if __name__ == "__main__":
    main(sys.argv[1:])
