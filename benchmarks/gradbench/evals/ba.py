"""Bundle adjustment: errors of projected points, and their Jacobian as a sparse matrix."""

from typing import Any

import numpy as np

import tapegrad as tg
from benchmarks.gradbench.entry import Entry

CAMERA, POINT = 11, 3
WIDTH = CAMERA + POINT + 1


def residual(parameters: Any, feature: Any) -> Any:
    """Return the weighted distance of a projected point from what was seen.

    The parameters are the camera's rotation, position, focal length, principal point and radial distortion, then the
    point, then the weight.
    """
    rotation, position, focal, principal, radial, x, weight = np.split(parameters, [3, 6, 7, 9, 11, 14])
    x = x - position
    squared = rotation @ rotation
    turned = squared > 0
    angle = np.sqrt(np.where(turned, squared, 1.0))
    axis = rotation / angle
    cosine, sine = np.cos(angle), np.sin(angle)
    about_axis = x * cosine + np.cross(axis, x) * sine + axis * (axis @ x) * (1 - cosine)
    x = np.where(turned, about_axis, x + np.cross(rotation, x))
    projected = x[:2] / x[2]
    r2 = projected @ projected
    projected = projected * (1 + radial[0] * r2 + radial[1] * r2 * r2)
    return weight * (projected * focal + principal - feature)


_residuals = tg.compile(residual)
_blocks = tg.compile(tg.jacobian(residual))


def _read(given: Any) -> tuple[Any, ...]:
    n, m, p = (given[name] for name in "nmp")
    cameras, points = np.tile(given["cam"], (n, 1)), np.tile(given["x"], (m, 1))
    observed = np.arange(p)[:, None] % [n, m]
    return cameras, points, np.full(p, given["w"]), observed, np.tile(given["feat"], (p, 1))


def _read_with_space(given: Any) -> tuple[Any, ...]:
    """Return the arguments with arrays for the columns and values of a Jacobian."""
    count = (2 * WIDTH + 1) * given["p"]
    return *_read(given), np.empty(count, np.int32), np.empty(count)


def _gathered(cameras: Any, points: Any, last: Any, observed: Any) -> list[Any]:
    """Return the camera and the point of each observation, and what stands last, as parts of a row."""
    return [cameras.take(observed[:, 0], axis=0), points.take(observed[:, 1], axis=0), last[:, None]]


def errors(cameras: Any, points: Any, weights: Any, observed: Any, features: Any) -> Any:
    """Return the errors of all observations and of all weights."""
    parameters = np.concatenate(_gathered(cameras, points, weights, observed), axis=1)
    return _residuals.batch(parameters, features), 1 - weights**2


def matrix(cameras: Any, points: Any, weights: Any, observed: Any, features: Any, columns: Any, values: Any) -> Any:
    """Return bounds of the rows, columns and values of the Jacobian of all errors, into arrays for the last two.

    New memory for so many entries takes longer than all else.
    """
    p = len(weights)
    parameters = np.concatenate(_gathered(cameras, points, weights, observed), axis=1)
    _blocks.batch(parameters, features, out=_block_entries(values, p))
    values[2 * p * WIDTH :] = -2 * weights
    ends = np.arange(0, 2 * p * WIDTH + 1, WIDTH, dtype=np.int32)
    rows = np.concatenate([ends, ends[-1] + np.arange(1, p + 1, dtype=np.int32)])
    numbers = np.arange(cameras.size + points.size + p, dtype=np.int32)
    of_cameras, of_points, last = np.split(numbers, [cameras.size, cameras.size + points.size])
    first, second = np.moveaxis(_block_entries(columns, p), 1, 0)
    row = _gathered(of_cameras.reshape(cameras.shape), of_points.reshape(points.shape), last, observed)
    np.concatenate(row, axis=1, out=first)
    second[:] = first
    columns[2 * p * WIDTH :] = last
    return rows, columns, values


def _block_entries(entries: Any, p: int) -> Any:
    """Return those of the entries that belong to errors of observations, two rows for each."""
    return entries[: 2 * p * WIDTH].reshape(p, 2, WIDTH)


def _errors(found: Any) -> Any:
    reprojected, weights = found
    return {
        "reproj_error": {"elements": reprojected[0].tolist(), "repeated": len(reprojected)},
        "w_err": {"element": float(weights[0]), "repeated": len(weights)},
    }


def _entries(found: Any) -> Any:
    """Return the first entries and the last: all observations are alike."""
    return {
        name: [*part[: 2 * WIDTH].tolist(), part[-1].item()]
        for name, part in zip(("rows", "cols", "vals"), found, strict=True)
    }


objective = Entry(_read, errors, _errors)
jacobian = Entry(_read_with_space, matrix, _entries)
