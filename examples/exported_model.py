"""A network leaves for C, with its forces
=======================================

A network of two hidden layers learns the surface of Müller and Brown (1979, Theoretica Chimica Acta 53, 75-93), a model
of a reaction. ``export(kind="c")`` writes its energy and gradient as portable C99; 15 lines of C make a program of it,
which walks down from eight points. The picture shows the network's surface, these walks, and the true minima as stars.

Checked against these minima, and differences of plain NumPy. Runs in about 10 s, and needs a C compiler, ``cc``.
"""

import subprocess
import tempfile

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize

import tapegrad as tg

RNG, HIDDEN = np.random.default_rng(0), 20
HEIGHT, AA, BB, CC = np.array([[-200.0, -100, -170, 15], [-1, -1, -6.5, 0.7], [0, 0, 11, 0.6], [-10, -10, -6.5, 0.7]])
STARTS = np.array([[-1.4, 0.8], [-1.2, 1.9], [-0.9, 0.5], [-0.3, 1.9], [0.0, 0.9], [0.4, 0.6], [0.9, 0.6], [1.0, -0.3]])
PROGRAM = r"""
#include <math.h>
#include <stdio.h>
#include "model.h"
int main(void) {
    static char work[model_WORK];
    double p[2], energy, g[2];
    while (scanf("%lf %lf", p, p + 1) == 2)
        for (int k = 0; k < 1000; k++) {
            if (model_run(p, &energy, g, work)) return 1;
            printf("%.17g %.17g %.17g %.17g %.17g\n", p[0], p[1], energy, g[0], g[1]);
            for (int i = 0; i < 2; i++) p[i] -= 0.04 / (200.0 + hypot(g[0], g[1])) * g[i];
        }
}"""


def surface(p):
    x, y = p[..., :1] - np.array([1.0, 0.0, -0.5, -1.0]), p[..., 1:] - np.array([0.0, 0.5, 1.5, 1.0])
    return np.sum(HEIGHT * np.exp(AA * x * x + BB * x * y + CC * y * y), axis=-1)


def network(p, w):
    first, rest = np.reshape(w[: 3 * HIDDEN], (3, HIDDEN)), np.reshape(w[3 * HIDDEN : -1], (HIDDEN + 2, HIDDEN))
    hidden = np.tanh(p @ first[:2] + first[2])
    return 100.0 * (np.tanh(hidden @ rest[:HIDDEN] + rest[HIDDEN]) @ rest[HIDDEN + 1] + w[-1])


# %%
# Training, on points of the valleys; then energy and gradient as C, and the program around them.
points = RNG.uniform([-1.5, -0.4], [1.1, 2.0], (1600, 2))
points = points[surface(points) < 20.0]
loss = tg.compile(tg.value_and_grad(lambda w: np.mean((network(points, w) - surface(points)) ** 2)))
start, options = 0.4 * RNG.normal(size=HIDDEN**2 + 5 * HIDDEN + 1), {"maxiter": 2000, "maxfun": 4000, "maxcor": 30}
w = minimize(loss, start, jac=True, method="L-BFGS-B", options=options).x
with tempfile.TemporaryDirectory() as folder:
    tg.compile(tg.value_and_grad(lambda p: network(p, w))).export(f"{folder}/model", np.zeros(2), kind="c")
    command = ["cc", "-std=c99", "-O2", "-o", "walk", "-x", "c", "-", "model.c", "-lm"]
    subprocess.run(command, input=PROGRAM, cwd=folder, text=True, check=True)
    done = subprocess.run([f"{folder}/walk"], input=" ".join(map(str, STARTS.flat)), capture_output=True, text=True)
p, energy, gradient = np.split(np.array(done.stdout.split(), float).reshape(8, 1000, 5), [2, 3], axis=-1)
slopes = np.stack([network(p + step, w) - network(p - step, w) for step in 1e-4 * np.eye(2)], axis=-1) / 2e-4
print(f"gradients of C: up to {np.abs(slopes).max():.0f}, largest error {np.abs(gradient - slopes).max():.0e}")
assert np.allclose(energy[..., 0], network(p, w), rtol=0.0, atol=1e-9)
assert np.allclose(gradient, slopes, rtol=1e-5, atol=1e-3)
minima = np.array([minimize(surface, end, tol=1e-10).x for end in p[:, -1]])
print(f"ends of the walks, and minima:\n{np.unique(np.hstack([p[:, -1], minima]).round(3), axis=0)}")
assert np.allclose(p[:, -1], minima, atol=0.03)

# %%
figure, axes = plt.subplots(figsize=(6.0, 5.0), layout="constrained")
x, y = np.meshgrid(np.linspace(-1.6, 1.2, 150), np.linspace(-0.5, 2.1, 150))
image = axes.contourf(x, y, network(np.stack([x, y], axis=-1), w), np.arange(-150, 60, 10), extend="both")
figure.colorbar(image, label="energy of the network")
axes.plot(*p.transpose(2, 1, 0), "w-o", linewidth=1.2, markersize=4.0, markevery=[0])
axes.plot(*minima.T, "r*", markersize=12.0)
axes.set(xlabel="x", ylabel="y")
plt.show()
