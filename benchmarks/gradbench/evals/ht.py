"""Hand tracking: distances of seen points from a posed hand, and their Jacobian by the pose."""

from typing import Any

import numpy as np

import tapegrad as tg
from benchmarks.gradbench.entry import Entry

_FINGERS = 5


def rotation_about(axis: Any) -> Any:
    """Return the matrix that rotates about a vector by its length."""
    squared = axis @ axis
    turned = squared >= 1e-8
    angle = np.sqrt(np.where(turned, squared, 1.0))
    x, y, z = axis / angle
    s, c = np.sin(angle), np.cos(angle)
    rows = [
        [x * x + (1 - x * x) * c, x * y * (1 - c) - z * s, x * z * (1 - c) + y * s],
        [x * y * (1 - c) + z * s, y * y + (1 - y * y) * c, y * z * (1 - c) - x * s],
        [x * z * (1 - c) - y * s, z * y * (1 - c) + x * s, z * z + (1 - z * z) * c],
    ]
    return np.where(turned, tg.array(rows), np.eye(3))


def bend(first: Any, second: Any) -> Any:
    """Return the 4 x 4 matrix of a joint: a rotation about the x axis by `first`, then about the z axis by `second`."""
    (s, c), (t, d) = (np.sin(first), np.cos(first)), (np.sin(second), np.cos(second))
    return tg.array([[d, -t * c, t * s, 0.0], [t, d * c, -d * s, 0.0], [0.0, s, c, 0.0], [0.0, 0.0, 0.0, 1.0]])


def vertices(theta: Any, model: Any) -> Any:
    """Return the positions of the model's vertices in a pose, a column for each, before the hand is turned and moved.

    Theta has the rotation and the position of the hand, and of each finger the bends of its first joint about two axes
    and of two more about one. Bone 0 is the wrist; then come the fingers with four bones each, of which the first is
    stiff; the last is the forearm.
    """
    joints: dict[int, Any] = {}
    for finger, bends in enumerate(theta[6:].reshape(_FINGERS, 4)):
        bone = 2 + 4 * finger
        joints[bone], joints[bone + 1], joints[bone + 2] = bend(*bends[:2]), bend(bends[2], 0.0), bend(bends[3], 0.0)
    absolutes: list[Any] = []
    for bone, parent in enumerate(model["parents"]):
        own = model["base_relatives"][bone]
        own = own @ joints[bone] if bone in joints else own
        absolutes.append(own if parent == -1 else absolutes[parent] @ own)
    transforms = np.stack(absolutes) @ model["inverse_base_absolutes"]
    base = model["base_positions"].T  # 4 x vertices
    weighted = (model["weights"].T[:, None] * base).reshape(-1, base.shape[1])  # the part of each bone in each vertex
    positions = np.moveaxis(transforms[:, :3], 0, 1).reshape(3, -1) @ weighted
    if model["is_mirrored"]:
        positions = positions * np.array([[-1.0], [1.0], [1.0]])
    return positions


def errors(theta: Any, shift: Any, us: Any, data: Any) -> Any:
    """Return the seen points less the hand's, one after the other.

    A point of the hand is a vertex; or, where there are `us`, these are its barycentric coordinates in a triangle, with
    `shift` added to each pair. No two points share theirs, so derivatives by `shift` have all that those by `us` have.
    """
    found, seen = vertices(theta, data["model"]), data["correspondences"]
    if len(us):
        a, b, c = (found[:, corner] for corner in data["triangles"][seen].T)
        u, v = (us + shift).T
        points = u * a + v * b + (1.0 - u - v) * c
    else:
        points = found[:, seen]
    placed = rotation_about(theta[:3]) @ points + theta[3:6, None]
    return (data["points"] - placed.T).ravel()


def slopes(theta: Any, us: Any, data: Any) -> Any:
    """Return the Jacobian: a row for each error, by the point's own `us` first, then by theta."""
    shift = np.zeros(2)
    by_theta = tg.func.jacfwd(errors)(theta, shift, us, data)
    if not len(us):
        return by_theta
    return np.concatenate([tg.func.jacfwd(errors, 1)(theta, shift, us, data), by_theta], axis=1)


def _read(given: Any) -> tuple[Any, ...]:
    data, model = given["data"], given["data"]["model"]
    arrays = {name: np.array(model[name]) for name in ("base_relatives", "inverse_base_absolutes", "weights")}
    arrays |= {"base_positions": np.array(model["base_positions"])[:, :4]}
    fixed = {"parents": tuple(model["parents"]), "is_mirrored": bool(model["is_mirrored"])}
    return (
        np.array(given["theta"]), np.array(given["us"]).reshape(-1, 2),
        {
            "model": arrays | fixed, "points": np.array(data["points"]),
            "correspondences": np.array(data["correspondences"]), "triangles": np.array(model["triangles"]),
        },
    )  # fmt: skip


objective = Entry(_read, tg.compile(lambda theta, us, data: errors(theta, np.zeros(2), us, data)), np.ndarray.tolist)
jacobian = Entry(_read, tg.compile(slopes), np.ndarray.tolist)
