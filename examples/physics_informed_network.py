"""A network that obeys Burgers' equation
======================================

A physics-informed network (Raissi, Perdikaris and Karniadakis 2019) solves ``u_t + u u_x = 0.05 u_xx`` from a sine
wave, which steepens and then fades. There are no data: the network is trained until the equation holds at 1,024 points.
``tg.grad`` gives the derivatives by x and t, twice where needed, ``tg.vmap`` all points at once; the gradient by 336
weights goes through all of it in compiled code. The picture shows the solution, its error, and the wave at four times.

Checked against the exact solution, which Cole and Hopf found (1950, 1951), by Gauss and Hermite's quadrature. Runs in
about 10 s.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize
from scipy.stats import qmc

import tapegrad as tg

VISCOSITY, HIDDEN = 0.05, 16
X, T = (qmc.Sobol(2, seed=1).random(1024) * [2.0, 1.0] - [1.0, 0.0]).T


def exact(x, t):
    nodes, weights = np.polynomial.hermite.hermgauss(80)
    y = x[..., None] - np.sqrt(4.0 * VISCOSITY * t[..., None]) * nodes
    f = weights * np.exp(-np.cos(np.pi * y) / (2.0 * np.pi * VISCOSITY))
    return -np.sum(np.sin(np.pi * y) * f, axis=-1) / np.sum(f, axis=-1)


def u(x, t, w):
    """Return the solution at one point; it begins as a sine wave and is 0 at both ends, whatever the weights."""
    first, second = np.reshape(w[: 3 * HIDDEN], (3, HIDDEN)), np.reshape(w[3 * HIDDEN :], (HIDDEN + 2, HIDDEN))
    hidden = np.tanh(x * first[0] + t * first[1] + first[2])
    return -np.sin(np.pi * x) + t * (1.0 - x * x) * (np.tanh(hidden @ second[:-2] + second[-2]) @ second[-1])


def residual(x, t, w):
    u_x = tg.grad(u)
    return tg.grad(u, 1)(x, t, w) + u(x, t, w) * u_x(x, t, w) - VISCOSITY * tg.grad(u_x)(x, t, w)


def loss(w):
    return np.mean(tg.vmap(residual, in_axes=(0, 0, None))(X, T, w) ** 2)


# %%
# Training, and the error on a grid.
start = 0.5 * np.random.default_rng(0).normal(size=5 * HIDDEN + HIDDEN**2)
both = tg.compile(tg.value_and_grad(loss))
fit = minimize(both, start, jac=True, method="L-BFGS-B", options={"maxiter": 1500, "maxfun": 3000, "maxcor": 30})
t, x = np.meshgrid(np.linspace(1e-3, 1.0, 100), np.linspace(-1.0, 1.0, 120))
found = tg.compile(u).batch(x.ravel(), t.ravel(), fit.x, in_axes=(0, 0, None)).reshape(x.shape)
true = exact(x, t)
print(f"mean square of the residual: {both(start)[0]:.3g} at first, {fit.fun:.2g} at last")
print(f"largest error: {np.abs(found - true).max():.4f}, of values up to {np.abs(true).max():.2f}")
assert np.abs(found - true).max() < 0.01

# %%
figure, axes = plt.subplots(1, 3, figsize=(11.0, 3.4), layout="constrained")
for plot, values, title, most in ((axes[0], found, "u", 1.0), (axes[1], found - true, "error", 0.004)):
    image = plot.pcolormesh(t, x, values, cmap="RdBu_r", vmin=-most, vmax=most)
    figure.colorbar(image, ax=plot)
    plot.set(title=title, xlabel="t", ylabel="x")
for k in (0, 33, 66, 99):
    axes[2].plot(x[:, k], found[:, k], label=f"t = {t[0, k]:.2f}")
    axes[2].plot(x[::6, k], true[::6, k], "k.", markersize=4.0)
axes[2].set(title="waves (dots: exact)", xlabel="x", ylabel="u")
axes[2].legend()
plt.show()
