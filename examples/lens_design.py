"""Lens design by ray tracing
==========================

A triplet of Cooke's kind, 50 mm and f/4, from the lectures of J. Sasian (Lens Design, OPTI 517, University of Arizona).
Rays of three fields and three colours go through six spheres; least squares bend and move these, so that each spot is
small. Checked: the focal length, as published, and Snell's law and the spheres at all points. Runs in about 6 s.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import least_squares

import tapegrad as tg

CURVATURES = 1.0 / np.array([23.713, 7331.288, -24.456, 21.896, 86.759, -20.4942])  # per mm
START = np.append(CURVATURES, [4.831, 5.86, 0.975, 4.822, 3.127, 41.1265])  # and mm behind each; the third is the stop
POWERS = np.array([0.4861, 0.5876, 0.6563]) ** -2  # of the colours F, d, C, in Cauchy's formula
GLASSES = (1.691, 54.71), (1.6727, 32.25)  # N-LAK9 and N-SF5: index at d, Abbe's number
CROWN, FLINT = (n + (n - 1.0) / v * (POWERS - POWERS[1]) / (POWERS[0] - POWERS[2]) for n, v in GLASSES)
FIELD, RING, TURN, COLOUR = (part.ravel() for part in np.indices((3, 4, 12, 3)))
INDICES = np.stack([np.ones(3), CROWN, np.ones(3), FLINT, np.ones(3), CROWN, np.ones(3)])[:, COLOUR]
ANGLES, RADII = np.radians([0.0, 14.0, 20.0])[FIELD], 6.25 * np.sqrt((RING + 0.5) / 4.0)  # of rays in the pupil


def near_axis(lens, surfaces, height, slope):
    """Return height and slope of a ray of the middle colour behind some surfaces."""
    for k in range(surfaces):
        n, m = INDICES[k : k + 2, 1]
        slope = (n * slope - height * lens[k] * (m - n)) / m
        height = height + lens[6 + k] * slope
    return height, slope


def trace(lens):
    """Return the points (x, y, z) of all rays: before the lens, on each surface, and on the sensor."""
    x, y, z, depth = RADII * np.sin(np.pi * TURN / 6.0), RADII * np.cos(np.pi * TURN / 6.0), 0.0 * RADII, 0.0
    y = y - np.tan(ANGLES) * near_axis(lens, 2, 0.0, 1.0)[0] / near_axis(lens, 2, 1.0, 0.0)[0]  # to the seeming pupil
    i, j, k, points = 0.0, np.sin(ANGLES), np.cos(ANGLES), [(x, y, z)]
    for c, gap, ratio in zip(lens[:6], lens[6:], INDICES[:-1] / INDICES[1:], strict=True):
        f, g = c * (x * x + y * y + z * z) - 2.0 * z, k - c * (x * i + y * j + z * k)
        cosine = np.sqrt(g * g - c * f)
        x, y, z = (place + f / (g + cosine) * way for place, way in ((x, i), (y, j), (z, k)))
        bend = np.sqrt(1.0 - ratio**2 * (1.0 - cosine**2)) - ratio * cosine
        i, j, k = ratio * i - bend * c * x, ratio * j - bend * c * y, ratio * k + bend * (1.0 - c * z)
        points.append((x, y, z + depth))
        z, depth = z - gap, depth + gap
    return np.stack([np.stack(p) for p in (*points, (x - z / k * i, y - z / k * j, depth + 0.0 * z))])


def faults(lens):
    """Return how far rays are from the middle of their spot in micrometres, and what is wrong with the focal length."""
    ends = 1e3 * trace(lens)[-1, :2].reshape(2, 3, -1)
    return np.append(ends - np.mean(ends, axis=2, keepdims=True), 1e4 * (-1.0 / near_axis(lens, 6, 1.0, 0.0)[1] - 50.0))


# %%
jacobian, slack = tg.compile(tg.jacobian(faults)), np.append(np.full(6, 0.03), 0.4 * START[6:])
fit = least_squares(tg.compile(faults), START, jacobian, x_scale="jac", bounds=(START - slack, START + slack))
before, after = (faults(lens)[:-1].reshape(2, 3, -1) for lens in (START, fit.x))
print("spots (µm), before, after:", *(np.sqrt(2.0 * np.mean(s**2, axis=(0, 2))).round(1) for s in (before, after)))
points = trace(fit.x)
rays, centres = np.diff(points, axis=0), np.cumsum(np.append(0.0, fit.x[6:11])) + 1.0 / fit.x[:6]
normals = points[1:-1] - np.multiply.outer(centres, [[0.0], [0.0], [1.0]])
bends = np.diff(INDICES[:, None] * rays / np.linalg.norm(rays, axis=1, keepdims=True), axis=0)
np.testing.assert_allclose(np.cross(bends, normals * fit.x[:6, None, None], axis=1), 0.0, atol=1e-12)  # parallel
np.testing.assert_allclose(np.linalg.norm(normals, axis=1) * abs(fit.x[:6, None]), 1.0, atol=1e-12)  # on spheres
assert abs(-1.0 / near_axis(START, 6, 1.0, 0.0)[1] - 50.0) < 0.001

# %%
_, panels = plt.subplot_mosaic([["lens"] * 3, [0, 1, 2]], figsize=(9, 7), height_ratios=(1.2, 1), layout="constrained")
shown = (TURN % 6 == 0) & (COLOUR == 1)
panels["lens"].plot(points[:, 2, shown], points[:, 1, shown], "0.6", lw=0.7)
for surface in points[1:-1, 1:, shown]:
    panels["lens"].plot(*surface[::-1, np.argsort(surface[0])], "k")
panels["lens"].set(aspect="equal", xlabel="mm")
for field, angle in enumerate((0, 14, 20)):
    panels[field].plot(*before[:, field], "C1.", *after[:, field], "C0.", ms=3)
    panels[field].set(aspect="equal", xlim=(-50, 50), ylim=(-50, 50), title=f"{angle}°: before (orange), after, µm")
plt.show()
