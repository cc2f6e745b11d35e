"""Bundle adjustment: a scene and its cameras, from pictures
=========================================================

Twelve cameras around a knot of 150 points see four of five points each, with errors of one pixel. Where were the
cameras, and where are the points? The scene is synthetic, with a seed; the problem is that of photogrammetry (Triggs et
al. 2000, "Bundle adjustment: a modern synthesis"). Each picture of a point depends on six numbers of a camera and three
of the point. ``tg.func.sparse_jacobian`` finds this out, and needs eight sweeps for all 522 columns.

The result is compared with SciPy's ``least_squares``, whose derivatives are differences; with the truth, but for shift,
turn and scale, which no picture tells; and with the errors that were put in. The picture shows the scene before and
after, and where the Jacobian is not 0. Runs in about 3 s.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy import sparse
from scipy.optimize import least_squares
from scipy.spatial import procrustes
from scipy.spatial.transform import Rotation

import tapegrad as tg

CAMERAS, POINTS, FOCAL = 12, 150, 800.0  # pixels
rng = np.random.default_rng(0)


def projected(x):
    """Return the pictures of all points that were seen, in pixels."""
    cameras, points = x[: 6 * CAMERAS].reshape(-1, 6)[camera], x[6 * CAMERAS :].reshape(-1, 3)[point]
    angle = np.sqrt(np.sum(cameras[:, :3] ** 2, axis=1, keepdims=True))
    axis = cameras[:, :3] / angle
    along = np.sum(axis * points, axis=1, keepdims=True) * axis  # Rodrigues' formula
    seen = along + (points - along) * np.cos(angle) + np.cross(axis, points) * np.sin(angle) + cameras[:, 3:]
    return (FOCAL * seen[:, :2] / seen[:, 2:]).ravel()


# %%
# The scene: a trefoil knot, and cameras that look at it from a ring around it.
t = np.linspace(0.0, 2.0 * np.pi, POINTS, endpoint=False)
knot = np.stack([np.sin(t) + 2.0 * np.sin(2.0 * t), np.sin(3.0 * t), np.cos(t) - 2.0 * np.cos(2.0 * t)], axis=1)
turns = Rotation.from_euler("yx", np.stack([2.0 * np.pi * np.arange(CAMERAS) / CAMERAS, np.full(CAMERAS, 0.4)], 1))
poses = np.hstack([turns.inv().as_rotvec(), np.tile([0.0, 0.0, 9.0], (CAMERAS, 1))])
truth = np.concatenate([poses.ravel(), knot.ravel()])
camera, point = np.nonzero(rng.uniform(size=(CAMERAS, POINTS)) < 0.8)
measured = projected(truth) + rng.normal(size=2 * len(camera))
start = truth + np.repeat([0.05, 0.2], [6 * CAMERAS, 3 * POINTS]) * rng.normal(size=truth.size)

# %%
# The method of Levenberg and Marquardt, with sparse matrices.
residuals, jacobian = (f(lambda x: projected(x) - measured) for f in (tg.compile, tg.func.sparse_jacobian))
x, damping, costs = start, 1e-3, [np.inf, 0.5 * np.sum(residuals(start) ** 2)]
while costs[-1] < (1.0 - 1e-9) * costs[-2]:
    J, r = jacobian(x), residuals(x)
    square = (J.T @ J).tocsc()
    new = x - sparse.linalg.spsolve(square + damping * sparse.diags_array(square.diagonal()), J.T @ r)
    cost = 0.5 * np.sum(residuals(new) ** 2)
    x, damping, costs = (new, damping / 10.0, [*costs, cost]) if cost <= costs[-1] else (x, damping * 10.0, costs)
other = least_squares(residuals, start, jac_sparsity=jacobian.pattern(x).tocsr(), x_scale="jac", ftol=1e-10).cost
true, found, _ = procrustes(knot, x[6 * CAMERAS :].reshape(-1, 3))
error = np.sqrt(np.sum((true - found) ** 2) / POINTS) * np.linalg.norm(knot - knot.mean(axis=0))
freedom = measured.size - x.size + 7  # seven numbers cannot be told: shift, turn, scale
print(f"{jacobian.colours(x)} sweeps for {x.size} columns; cost {costs[-1]:.4f}, by SciPy {other:.4f}")
print(f"variance of a coordinate: {2.0 * costs[-1] / freedom:.3f} square pixels; error of a point: {error:.4f}")
assert abs(costs[-1] / other - 1.0) < 1e-6
assert abs(2.0 * costs[-1] / freedom - 1.0) < 4.0 * np.sqrt(2.0 / freedom)
assert error < 0.02

# %%
_, (scene, pattern) = plt.subplots(1, 2, figsize=(10, 4.8), layout="constrained")
poses, points = x[: 6 * CAMERAS].reshape(-1, 6), x[6 * CAMERAS :]
places = -Rotation.from_rotvec(poses[:, :3]).inv().apply(poses[:, 3:])
shown = {"points at the start": (start[6 * CAMERAS :], ".C1"), "points": (points, ".C0"), "cameras": (places, "^k")}
for label, (dots, style) in shown.items():
    scene.plot(*dots.reshape(-1, 3)[:, ::2].T, style, ms=4, label=label)
scene.legend(loc="upper right")
scene.set(title="the scene from above", aspect="equal", xlim=(-10, 10), ylim=(-10, 15))
pattern.spy(jacobian.pattern(x).tocsr(), markersize=0.3, aspect="auto", color="C0")
pattern.set(xlabel="cameras, then points", ylabel="coordinates in pictures", title="where the Jacobian is not 0")
plt.show()
