"""A nonlinear program solved by Ipopt, through CasADi: with tapegrad's derivatives, called in Python or exported, and
with CasADi's own.

``python -m benchmarks.nlp [--size 10000]`` prints, for each, the seconds until Ipopt begins, its iterations, and the
seconds of a call of each function that it asks for.

The problem is the optimal control of a pendulum, discretised by the trapezoidal rule: states and a force at each of
many times, the dynamics as equality constraints between neighbours, the work of the force to be least.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

import tapegrad as tg

QUIET = {"print_time": False, "record_time": True, "ipopt.print_level": 0, "ipopt.sb": "yes"}


def pendulum(z: Any, sin: Any, concatenate: Any, count: int) -> tuple[Any, Any]:
    """Return the cost, and the defects of the dynamics; z holds all angles, then all speeds, then all forces."""
    step = 2.0 / (count - 1)
    angle, speed, force = z[:count], z[count : 2 * count], z[2 * count :]
    slope = -9.81 * sin(angle) - 0.1 * speed + force
    cost = force.T @ force * step
    moved = angle[1:] - angle[:-1] - 0.5 * step * (speed[1:] + speed[:-1])
    turned = speed[1:] - speed[:-1] - 0.5 * step * (slope[1:] + slope[:-1])
    return cost, concatenate(moved, turned)


def bounds(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the bounds of z: it hangs at first, and stands in the end."""
    low, high = np.full(3 * count, -np.inf), np.full(3 * count, np.inf)
    low[2 * count :], high[2 * count :] = -8.0, 8.0
    for place, value in ((0, 0.0), (count - 1, np.pi), (count, 0.0), (2 * count - 1, 0.0)):
        low[place] = high[place] = value
    return low, high


def solved(name: str, count: int, folder: Path) -> dict[str, Any]:
    """Solve it with the derivatives of one of the two, and return what was measured."""
    import casadi  # which the other benchmarks do without

    begin = time.perf_counter()
    size = 3 * count
    if name != "casadi":
        z = casadi.MX.sym("z", size)

        def ours(z: Any) -> Any:
            return pendulum(z, np.sin, lambda *parts: np.concatenate(parts), count)

        if name == "tapegrad":
            f, g = tg.bridges.casadi.function(ours, np.ones(size))(z)
        else:
            exported = tg.compile(ours).export(folder / "pendulum", np.ones(size), derivatives=2)
            f, g = casadi.external(exported.name, str(exported.library))(z)
    else:
        z = casadi.SX.sym("z", size)
        f, g = pendulum(z, casadi.sin, casadi.vertcat, count)
    solver = casadi.nlpsol("solver", "ipopt", {"x": z, "f": f, "g": g}, QUIET)
    made = time.perf_counter() - begin
    low, high = bounds(count)
    start = np.concatenate([np.linspace(0.0, np.pi, count), np.full(count, np.pi / 2), np.zeros(count)])
    result = solver(x0=start, lbx=low, ubx=high, lbg=0.0, ubg=0.0)
    stats = solver.stats()
    calls = ("nlp_f", "nlp_g", "nlp_grad_f", "nlp_jac_g", "nlp_hess_l")
    return {
        "success": stats["success"], "iterations": stats["iter_count"], "cost": float(result["f"]), "made": made,
        "total": stats["t_wall_total"],
        **{call: stats[f"t_wall_{call}"] / stats[f"n_call_{call}"] for call in calls},
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=10_000, help="how many variables")
    given = parser.parse_args()
    for name in ("tapegrad", "exported", "casadi"):
        with tempfile.TemporaryDirectory() as folder:
            found = solved(name, given.size // 3, Path(folder))
        shown = " ".join(f"{key} {value:.3g}" for key, value in found.items())
        print(f"{name:9} {shown}")


if __name__ == "__main__":
    main()
