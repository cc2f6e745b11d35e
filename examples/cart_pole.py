"""A cart swings up its pole: optimal control by Ipopt
===================================================

A pole hangs from a cart. Which force, of at most 20 N, swings it up within two seconds, one metre to the right, with
the least sum of squares? Numbers and method are those of Kelly, "An introduction to trajectory optimization", SIAM
Review 59 (2017): states and forces of 80 steps must agree with the equations of motion by Simpson's rule. Ipopt, which
comes with CasADi, gets sparse Jacobians and Hessians of NumPy code by ``tg.bridges.casadi``. The cost is compared with
that of CasADi's derivatives, and the motion with SciPy's integrator under the force found. Runs in about 6 s.
"""

import casadi
import matplotlib.pyplot as plt
import numpy as np
from scipy.integrate import solve_ivp

import tapegrad as tg

CART, POLE, LENGTH, GRAVITY, TIME, STEPS = 1.0, 0.3, 0.5, 9.81, 2.0, 80
H, STATES, END = TIME / STEPS, 4 * STEPS + 4, np.array([1.0, np.pi, 0.0, 0.0])  # place, angle, and their velocities


def rates(state, force):
    """Return how fast the state changes; the angle is 0 where the pole hangs."""
    _, angle, speed, turning = state
    s, c = np.sin(angle), np.cos(angle)
    heavy = CART + POLE * s**2
    push = (LENGTH * POLE * s * turning**2 + force + POLE * GRAVITY * c * s) / heavy
    turn = -(LENGTH * POLE * c * s * turning**2 + force * c + (CART + POLE) * GRAVITY * s) / (LENGTH * heavy)
    return np.stack([speed, turning, push, turn])


def problem(unknown):
    """Return the integral of the squared force, and how far each step is from the equations of motion."""
    x, u = unknown[:STATES].reshape(4, -1), unknown[STATES:]
    start, end = rates(x[:, :-1], u[:-1:2]), rates(x[:, 1:], u[2::2])
    halfway = rates((x[:, :-1] + x[:, 1:]) / 2.0 + H / 8.0 * (start - end), u[1::2])
    gaps = x[:, 1:] - x[:, :-1] - H / 6.0 * (start + 4.0 * halfway + end)
    return H / 6.0 * np.sum(u[:-1:2] ** 2 + 4.0 * u[1::2] ** 2 + u[2::2] ** 2), gaps.ravel()


# %%
# The same problem twice: on CasADi's symbols, and on numbers.
line = np.linspace(0.0, 1.0, STEPS + 1) * END[:, None]
guess = np.append(line, np.zeros(2 * STEPS + 1))
most = np.repeat([2.0, np.inf, 20.0], [STEPS + 1, 3 * STEPS + 3, 2 * STEPS + 1])
least, ends = -most, np.ravel_multi_index(np.mgrid[:4, : STEPS + 1 : STEPS], line.shape)
least[ends] = most[ends] = line[:, ::STEPS]
symbols = casadi.SX.sym("symbols", guess.size)
cost, gaps = problem(np.array(symbols.elements(), object))
by_casadi = casadi.Function("problem", [symbols], [cost, casadi.vertcat(*gaps)])
z, options = casadi.MX.sym("z", guess.size), {"print_time": False, "ipopt.print_level": 0, "ipopt.sb": "yes"}
costs = []
for f in (by_casadi, tg.bridges.casadi.function(problem, guess)):
    solver = casadi.nlpsol("swing", "ipopt", dict(zip("xfg", (z, *f(z)), strict=True)), options)
    found = solver(x0=guess, lbx=least, ubx=most, lbg=0.0, ubg=0.0)
    costs.append(float(found["f"]))
x, u = np.split(found["x"].full().ravel(), [STATES])

# %%
# SciPy moves the cart, under a force that is a parabola in each step.
moved = 0.0 * END
for k in range(STEPS):
    force = np.polyfit([0.0, H / 2.0, H], u[2 * k : 2 * k + 3], 2)
    moved = solve_ivp(lambda t, x: rates(x, np.polyval(force, t)), (0, H), moved, rtol=1e-9, atol=1e-9).y[:, -1]
print(f"cost {costs[1]:.6f}, by CasADi {costs[0]:.6f}; SciPy's end differs by {max(abs(moved - END)):.1e}")
assert abs(costs[1] / costs[0] - 1.0) < 1e-7
assert max(abs(moved - END)) < 5e-3

# %%
_, (swing, time) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
place, angle = x.reshape(4, -1)[:2, ::4]
ends = np.array([[place, 0.0 * place], [place + LENGTH * np.sin(angle), -LENGTH * np.cos(angle)]])
swing.set_prop_cycle(color=plt.get_cmap("viridis_r")(np.linspace(0.0, 1.0, place.size)))
swing.plot(ends[:, 0], ends[:, 1], "o-")
swing.plot(*ends[0], "ks", ms=7)
swing.set(aspect="equal", xlabel="metres", title="every fourth step, from light to dark")
time.plot(np.linspace(0.0, TIME, u.size), u)
time.set(xlabel="time (s)", ylabel="force (N)")
plt.show()
