"""A neural network learns a differential equation
===============================================

A neural ODE (Chen et al. 2018): a network of 16 hidden units is the right-hand side of a differential equation, and is
fitted to noisy points of three spirals (synthetic, with a seed; the equation is that article's). Steps of the classical
Runge-Kutta method run in ``tg.scan``: one recorded step, compiled, forward and in reverse. The picture shows the data,
the learned field, and a spiral that starts elsewhere, beside the true one.

Checked against SciPy's integrator: the gradient by differences, and a true spiral from a new start. Runs in about 10 s.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import minimize

import tapegrad as tg

RNG, SPIRAL = np.random.default_rng(4), np.array([[-0.1, 2.0], [-2.0, -0.1]])
HIDDEN, STEP, TIMES = 16, 0.025, 0.025 * np.arange(1, 241)  # every fourth has data
STARTS, NEW = np.array([[2.0, 0.0], [-1.2, 0.6], [0.3, -1.7]]), np.array([[1.3, 1.1]])


def solved(field, starts):
    """Return the states at all times by SciPy."""
    each = [solve_ivp(field, (0.0, TIMES[-1]), start, "DOP853", TIMES, rtol=1e-10, atol=1e-10) for start in starts]
    return np.stack([solution.y.T for solution in each], axis=1)


DATA = solved(lambda t, y: SPIRAL @ y**3, STARTS)[3::4] + 0.03 * RNG.normal(size=(60, 3, 2))


def field(y, w):
    """Return the network's slopes for states in the last axis."""
    inner, outer = np.reshape(w[: 3 * HIDDEN], (3, HIDDEN)), np.reshape(w[3 * HIDDEN :], (HIDDEN, 2))
    return np.tanh(y @ inner[:2] + inner[2]) @ outer


def walk(w, starts):
    """Return the states at all times by Runge and Kutta's steps."""

    def step(y, _):
        a = field(y, w)
        b = field(y + 0.5 * STEP * a, w)
        c = field(y + 0.5 * STEP * b, w)
        y = y + STEP / 6.0 * (a + 2.0 * b + 2.0 * c + field(y + STEP * c, w))
        return y, y

    return tg.scan(step, starts, length=TIMES.size)[1]


def misfit(states):
    return np.mean((states[3::4] - DATA) ** 2)


# %%
# The gradient along a direction, beside differences with SciPy's integrator; then the fit.
both = tg.compile(tg.value_and_grad(lambda w: misfit(walk(w, STARTS))))
w, along = 0.3 * np.random.default_rng(2).normal(size=(2, 5 * HIDDEN))
up, down = (misfit(solved(lambda t, y, h=h: field(y, w + h * along), STARTS)) for h in (1e-4, -1e-4))
print(f"slope along a direction: {both(w)[1] @ along:.6f} (SciPy {(up - down) / 2e-4:.6f})")
assert np.isclose(both(w)[1] @ along, (up - down) / 2e-4, rtol=1e-4)
fit = minimize(both, w, jac=True, method="L-BFGS-B", options={"maxiter": 1500, "maxfun": 3000, "maxcor": 30})
found, true = walk(fit.x, NEW)[:, 0], solved(lambda t, y: SPIRAL @ y**3, NEW)[:, 0]
error = np.sqrt(np.mean((found - true) ** 2))
print(f"deviation of the fit: {np.sqrt(fit.fun):.4f} (noise 0.03); of a new spiral from the true one: {error:.4f}")
assert error < 0.1

# %%
figure, axes = plt.subplots(figsize=(5.6, 5.0), layout="constrained")
a, b = np.meshgrid(np.linspace(-2.2, 2.2, 40), np.linspace(-2.2, 2.2, 40))
slopes = field(np.stack([a, b], axis=-1), fit.x)
axes.streamplot(a, b, slopes[..., 0], slopes[..., 1], color="0.85", linewidth=0.7, arrowsize=0.7)
axes.plot(*DATA.transpose(2, 0, 1), ".", markersize=4.0, label=["data", None, None])
axes.plot(*true.T, "k", label="true spiral from a new start")
axes.plot(*found.T, "C3--", label="network")
axes.set(xlabel="$y_1$", ylabel="$y_2$", xlim=(-2.2, 2.2), ylim=(-2.2, 2.6))
axes.legend(loc="upper right", ncols=3)
plt.show()
