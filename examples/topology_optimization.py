"""Topology optimization: where a beam needs material
==================================================

A beam on two supports (the MBB beam, computed by halves) may be filled to one half. Where shall the material be, so
that it gives way least under a load? Mesh, load and filter are those of Andreassen et al., "Efficient topology
optimization in MATLAB using 88 lines of code", Structural and Multidisciplinary Optimization 43 (2011). The compliance
comes from a sparse system whose nonzeros depend on 1200 densities; ``tg.sparse.linalg.spsolve`` has its derivative. The
stiffness of an element is the Hessian of its energy. The gradient is compared with the formula of the textbooks, and
the compliance at the end with that of the article, 233.71. The picture shows the densities. Runs in about 5 s.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy import ndimage

import tapegrad as tg

COLUMNS, ROWS, FILLED, PENALTY, RADIUS, POISSON, VOID = 60, 20, 0.5, 3.0, 2.4, 0.3, 1e-9
CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])  # of an element: x, y


def energy(u):
    """Return the energy of a square of plane stress with modulus 1, by its corners' displacements and Gauss' rule."""
    total = 0.0
    for point in 0.5 + (CORNERS - 0.5) / np.sqrt(3.0):
        slope = u.reshape(4, 2).T @ ((2.0 * CORNERS - 1.0) * (1.0 - np.abs(CORNERS - point))[:, ::-1])
        strain = 0.5 * (slope + slope.T)
        total = total + ((1.0 - POISSON) * np.sum(strain**2) + POISSON * np.trace(strain) ** 2) / 8.0
    return total / (1.0 - POISSON**2)


# %%
# Displacements are numbered node by node; those that are held (mirror on the left, support on the right) have none.
ELEMENT = tg.hessian(energy)(np.zeros(8))
y, x = np.indices((ROWS, COLUMNS)).reshape(2, -1, 1)
nodes = (y + CORNERS[:, 1]) * (COLUMNS + 1) + x + CORNERS[:, 0]
held = np.sort(np.append(2 * (COLUMNS + 1) * np.arange(ROWS + 1), 2 * COLUMNS + 1))
numbers = np.insert(np.arange(2 * (ROWS + 1) * (COLUMNS + 1) - held.size), held - np.arange(held.size), -1)
places = numbers[(2 * nodes[:, :, None] + [0, 1]).reshape(-1, 8)]
row, column = (part.ravel() for part in np.broadcast_arrays(places[:, :, None], places[:, None, :]))
kept = (row >= 0) & (column >= 0)
load = -np.eye(1, numbers.size - held.size, numbers[2 * ROWS * (COLUMNS + 1) + 1])[0]  # at the top of the mirror
cone = np.maximum(0.0, RADIUS - np.hypot(*np.mgrid[-2:3, -2:3]))
cone_sums = ndimage.correlate(np.ones((ROWS, COLUMNS)), cone, mode="constant")


def displacements(design):
    density = tg.ndimage.correlate(design, cone, mode="constant") / cone_sums
    stiffness = VOID + (1.0 - VOID) * density.ravel() ** PENALTY
    entries = (stiffness[:, None] * ELEMENT.ravel()).ravel()[kept]
    return tg.sparse.linalg.spsolve(tg.sparse.coo_array((entries, (row[kept], column[kept]))).tocsr(), load)


# %%
# The method of optimality criteria: the volume's multiplier is found by bisection.
loss = tg.compile(tg.value_and_grad(lambda design: load @ displacements(design)))
fill = ndimage.correlate(1.0 / cone_sums, cone, mode="constant")  # the volume's gradient
design, values, change = np.full((ROWS, COLUMNS), FILLED), [], 1.0
while change > 0.01:
    (value, slope), low, high = loss(design), 0.0, 1e9
    while high - low > 1e-6 * (high + low):
        middle = (low + high) / 2.0
        new = np.clip(design * np.sqrt(-slope / fill / middle), design - 0.2, design + 0.2).clip(0.0, 1.0)
        low, high = (middle, high) if np.sum(fill * new) > FILLED * new.size else (low, middle)
    values, change, design = [*values, value], np.max(np.abs(new - design)), new

density = ndimage.correlate(design, cone, mode="constant") / cone_sums
u = np.append(displacements(design), 0.0)[places]  # of each element
by_hand = -PENALTY * (1.0 - VOID) * density ** (PENALTY - 1.0) * np.sum(u @ ELEMENT * u, axis=1).reshape(density.shape)
print(f"compliance {values[-1]:.2f} after {len(values)} steps, published 233.71")
assert abs(values[-1] - 233.71) < 0.01
np.testing.assert_allclose(loss(design)[1], ndimage.correlate(by_hand / cone_sums, cone, mode="constant"), rtol=1e-6)

# %%
plt.figure(figsize=(9, 2), layout="constrained")
plt.imshow(np.hstack([density[:, ::-1], density]), origin="lower", cmap="gray_r", extent=(-60, 60, 0, 20))
plt.colorbar(label="density")
plt.show()
