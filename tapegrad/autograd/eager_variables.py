"""Variables of eager transforms: the leaves that `grad` and its like pass to the user's function.

Tests: tests/autograd/test_grad_mode.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from tapegrad.autograd import forward_ad
from tapegrad.autograd.reachability import active
from tapegrad.errors import note_lists
from tapegrad.record.families import leaf_family
from tapegrad.record.modes import current
from tapegrad.record.recording import made, tape
from tapegrad.record.run import moment, serial_of
from tapegrad.tensor.tensor import Tensor, holding

under_way: set[tuple[int, int]] = set()
"""Of transforms that are calling a function, on all threads, between which serials the leaves are that they made."""


def eager_variable(t: Tensor) -> Tensor:
    """Return a variable of an eager sweep: connected with the history of `t` if it has one."""
    if t.requires_grad:
        return t.clone()
    leaf = forward_ad.leaf(t)
    leaf._node.serial = -leaf._node.serial
    return leaf


def leaf_of(array: np.ndarray) -> Tensor:
    """Return a variable of an eager sweep that has an array, which nothing else will write to."""
    t = holding(leaf_family(array.shape, array.dtype), array)
    t._node.serial = -t._node.serial
    return t


def called(
    f: Callable[..., Any], args: Iterable[Any], keywords: dict[str, Any], variables: list[Tensor], first: int = -1
) -> Any:
    """Call the function to be differentiated on its variables. It may write to them: a leaf that is written to is
    replaced among them.

    A transform, which has made its leaves since the serial `first`, is under way meanwhile: what inner ones compute
    from its variables stays connected with them, and inner sweeps do not consume what was there before.
    """
    around, transforms, mark = tape.variables, active.transforms, (first, next(made))
    around.append((variables, tape._open.runs if current().tape is None else tape.runs))
    if first >= 0:
        under_way.add(mark)
        transforms.append(moment())
    try:
        return f(*args, **keywords)
    except TypeError as error:
        note_lists(error, args)
        raise
    finally:
        around.pop()
        if first >= 0:
            under_way.discard(mark)
            transforms.pop()


def goes_elsewhere(reached: frozenset[int], variables: Sequence[Tensor]) -> bool:
    """Tell whether some of these leaves are the user's, or those of a transform under way, rather than variables: then
    the sweep must be recorded.
    """
    others = reached.difference([serial_of(v) for v in variables if v.is_leaf])
    return any(leaf >= 0 or any(a < -leaf < b for a, b in [*under_way]) for leaf in others)
