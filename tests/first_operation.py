"""Each operation and operator as the first of all, and wherever else it may stand: behind a sweep, in a run, without gradients, learnt.

A process imports everything and computes nothing; of it a child is forked for each operation, which does that first. The results
elsewhere must be the first one's, to the bit, or the same refusal, and the first one must be that of the record's reference.

    python -m tests.first_operation

asks all operations, `--share 3/10` the third tenth of them.
"""

from __future__ import annotations

import argparse
import builtins
import functools
import inspect
import operator
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

import tapegrad as tg
from tapegrad.ops import complete, composites, declare, dispatch_tables
from tapegrad.ops.kinds.contract import Contract

Outcome = Any
Call = Callable[..., Any]
OFTEN = 300  # calls until machine code of one op is made


class Operation(NamedTuple):
    """An operation on sample operands: the ways to write it, and what NumPy or SciPy gives."""

    name: str
    ways: dict[str, Call]
    operands: tuple[Any, ...]
    parameters: dict[str, Any]
    reference: Call | None


OTHERS = {
    "array": np.array([0.5, 2.0, 3.0]), "row": np.array([[2.0, 0.5, 1.0]]), "float": 1.5, "int": 2, "bool": True, "float64": np.float64(2.5),
    "integers": np.array([1, 2, 3]), "truths": np.array([True, False, True]), "float32": np.float32([1.0, 2.0, 0.5]),
}  # fmt: skip
KEYS = (
    1, -1, 9, 1.5, slice(1, None), slice(None, None, -1), ..., None, (), (0, slice(1, None)), (..., 1), (None, 0), (0, 1), [0, 1], np.int64(1),
    np.array([2, 0, 2]), np.array([True, False, True]), (np.array([0, 1]), np.array([1, 2])), (np.array([0, 1]), slice(None)),
)  # fmt: skip


def operations() -> Iterator[Operation]:
    """Yield all operations with samples: elementwise ops, array ops, composites and operators."""
    complete()
    yield from operators()
    for op in declare.table:
        rng = np.random.default_rng(0)
        if isinstance(op, declare.Elementwise):
            pairs = [op.domain.get(a, (-2.0, 2.0)) for a in op.arguments]
            arrays = tuple(
                rng.random(3) < 0.5 if a in op.masks else rng.uniform(*pair, 3)
                for a, pair in zip(op.arguments, pairs, strict=True)
            )
            yield Operation(op.name, {"op": op, **_numpys(op.reference)}, arrays, {}, op.reference)
        elif op is not None and op.samples is not None:
            operands, parameters = op.samples(rng)[0]
            yield Operation(op.name, {"op": op.on_samples}, operands, parameters, op.reference)
    for name, entry in composites.composites.items():
        if entry.samples is None:
            continue
        operands, parameters = entry.samples(np.random.default_rng(0))[0]
        ways = {"tg": entry.function, **_numpys(entry.reference)}
        method = getattr(tg.Tensor, entry.name, None)
        if entry.namespace == "numpy" and inspect.isfunction(method) and isinstance(operands[0], np.ndarray):
            ways["method"] = method
        yield Operation(name, ways, operands, parameters, entry.reference)


def operators() -> Iterator[Operation]:
    """Yield Python's operators that Tensors have: beside Tensors, arrays and numbers on both sides, in place, and with keys."""
    for name in [n for n in dir(tg.Tensor) if hasattr(tg.Tensor, n)]:
        own = vars(operator).get(name) if name.startswith("__") else None
        own = own or (vars(builtins).get(name.strip("_")) if name not in dir(object) else None)
        if callable(own):
            parameters = inspect.signature(getattr(tg.Tensor, name)).parameters.values()
            count = len([p for p in parameters if p.default is p.empty])
            for what, way in _uses(name, own, count):
                yield from _with_dtypes(
                    f"{name} {what}", way, np.array([[0.5, 1.5, 2.5], [3.5, 0.25, 2.0], [1.0, 0.75, 1.25]])
                )


def _uses(name: str, own: Call, count: int) -> Iterator[tuple[str, Call]]:
    """Yield what an operator may be applied to, and a function of a matrix that does it."""
    if name in ("__getitem__", "__setitem__"):
        for key in KEYS:
            values = {
                "first row": lambda x: x[0],
                "number": lambda x: 2.5,
                "array": lambda x: np.array([1.0, 2.0, 3.0]),
            }
            for kind, value in values.items() if name == "__setitem__" else [("", None)]:
                yield f"{key} {kind}", functools.partial(_by_key, key=key, value=value)
    elif count == 1:
        own = list if own is iter else own
        yield from {
            "rows": own,
            "row": lambda x: own(x[0]),
            "one": lambda x: own(x[0, :1]),
            "number": lambda x: own(x[0, 0]),
        }.items()
    elif name.startswith("__i"):
        yield "Tensor", lambda x: _in_place(own, x, x * x)
        for kind, other in OTHERS.items():
            yield kind, functools.partial(_in_place, own, other=other)
    else:
        yield "Tensor", lambda x: own(x, x * x)
        yield "transposed", lambda x: own(x, x.T)
        for kind, other in OTHERS.items():
            yield kind, lambda x, other=other: own(x, other)
            yield f"of {kind}", lambda x, other=other: own(other, x)


def _by_key(x: Any, key: Any, value: Call | None) -> Any:
    """Return the elements at a key, or an array into which they were written, and a view of it."""
    if value is None:
        return x[key]
    target = x * 1
    view = target[...]
    target[key] = value(x)
    return [target, view]


def _in_place(own: Call, x: Any, other: Any) -> Any:
    """Return what an operator wrote, and a view of that."""
    target = x * 1
    view = target[...]
    return [own(target, other), view]


def _with_dtypes(name: str, way: Call, x: np.ndarray) -> Iterator[Operation]:
    """Yield an operator on floating-point numbers, on whole numbers and on truth values made of them."""
    made = {"": way, " integers": lambda x: way((x * 4).astype(np.int64)), " truths": lambda x: way(x > 1)}
    for dtype, on in made.items():
        yield Operation(name + dtype, {"operator": on}, (x,), {}, on)


def _numpys(reference: Any) -> dict[str, Call]:
    """Return NumPy's or SciPy's function itself, where calls of it on Tensors come here."""
    own = getattr(reference, "function", reference)
    own = own.load() if hasattr(own, "load") else own
    known = isinstance(own, np.ufunc) and dispatch_tables.on_tensors(own) is not None
    return {"NumPy's": own} if known or own in dispatch_tables.functions else {}


def lifted(x: Any, moving: bool) -> Any:
    """Return operands with Tensors for arrays of floating-point numbers."""
    if isinstance(x, (list, tuple)):
        return type(x)(lifted(part, moving) for part in x) if type(x) in (list, tuple) else x
    if isinstance(x, np.ndarray) and x.dtype.kind in "fc":
        return tg.tensor(x, requires_grad=moving)
    return x


def plain(x: Any) -> Any:
    """Return a result as bytes, dtypes and shapes, and whether it requires grad."""
    if isinstance(x, (list, tuple)):
        return [plain(part) for part in x]
    if isinstance(x, dict):
        return {name: plain(part) for name, part in x.items()}
    if not isinstance(x, tg.Tensor):
        return repr(x)
    value = x.detach().numpy() + 0.0 if x.dtype.kind == "f" else x.detach().numpy()
    return value.tobytes(), str(value.dtype), value.shape, x.requires_grad


def outcome(operation: Operation, way: Call, moving: bool) -> Outcome:
    """Return a result, or the class and message of what is raised."""
    operands = lifted(operation.operands, moving)
    try:
        result = way(*operands, **operation.parameters)
    except Exception as error:
        names_its_call = isinstance(error, tg.errors.PlainDataError)  # which is another one in each way
        return type(error).__name__, "" if names_its_call else str(error)
    return "an operand" if any(result is x for x in operands) else plain(result)


def places(operation: Operation, way: Call) -> Iterator[tuple[str, bool, Outcome]]:
    """Yield where a call stands, whether its operands require grad, and what comes out: the first one first."""
    for moving in (True, False):
        yield "first", moving, outcome(operation, way, moving)
        yield "second", moving, outcome(operation, way, moving)
        x = tg.tensor([2.0, 3.0], requires_grad=True)
        (x * x).sum().backward()
        yield "behind a sweep", moving, outcome(operation, way, moving)
        y = x * x
        yield "in a run", moving, outcome(operation, way, moving)
        for _ in range(4):
            y = np.sin(y) * x
            again = outcome(operation, way, moving)
            y.sum().backward()
            y = x * x
        yield "learnt", moving, again
        with tg.no_grad():
            for _ in range(OFTEN if len(operation.operands) == 1 else 3):
                again = outcome(operation, way, moving)
            yield "often, without gradients", moving, again
            y = x * x
            yield "in a run without gradients", moving, outcome(operation, way, moving)


def _without_grad(result: Outcome) -> Outcome:
    if isinstance(result, list):
        return [_without_grad(part) for part in result]
    if isinstance(result, dict):
        return {name: _without_grad(part) for name, part in result.items()}
    return (*result[:3], False) if isinstance(result, tuple) and len(result) == 4 else result


def _alike(result: Outcome, wanted: Outcome, rounded: bool) -> bool:
    """Tell whether two results are the same; to a few units in the last place where they are `rounded` by BLAS, which sums in an
    order that depends on how operands lie in memory.
    """
    if isinstance(result, list) and isinstance(wanted, list) and len(result) == len(wanted):
        return all(_alike(a, b, rounded) for a, b in zip(result, wanted, strict=True))
    if rounded and isinstance(result, tuple) and len(result) == len(wanted) == 4 and result[1:] == wanted[1:]:
        a, b = (np.frombuffer(x[0], x[1]) for x in (result, wanted))
        return bool(np.allclose(a, b, 1e-14, 1e-15, equal_nan=True))
    return result == wanted


def differing(operation: Operation) -> list[str]:
    """Return where an operation gives something else than as the first one."""
    found = []
    for name, way in operation.ways.items():
        firsts: dict[bool, Outcome] = {}
        for place, moving, result in places(operation, way):
            wanted = firsts.setdefault(moving, result)
            if "without" in place:
                wanted = _without_grad(wanted)
            # written to a leaf or made a plain number, which is permitted there
            permitted = "without" in place and wanted[:1] in (("InplaceError",), ("PlainDataError",))
            if not permitted and not _alike(result, wanted, _is_sum(operation.name)):
                found.append(
                    f"{operation.name} by {name}, {place}, grad {moving}: {_short(result)}, first {_short(wanted)}"
                )
    return found + _contradicted(operation)


def _is_sum(name: str) -> bool:
    """Tell whether an operation adds in an order of NumPy's or of LAPACK's, which its machine code does not keep."""
    return name.startswith(("linalg.", "signal.resample")) or (
        name in declare.by_name and isinstance(declare.by_name[name].kind, Contract)
    )


def _short(result: Outcome) -> str:
    return str(result)[:160]


def _contradicted(operation: Operation) -> list[str]:
    """Return what the reference contradicts, where it has arrays or numbers as result, or refuses values."""
    (way, *_) = operation.ways.values()
    try:
        result = way(*lifted(operation.operands, False), **operation.parameters)
    except Exception:
        return []
    try:
        wanted = operation.reference(*operation.operands, **operation.parameters)  # type: ignore[misc]
    except (ValueError, IndexError) as error:
        return [f"{operation.name}: {_short(plain(result))}, refused: {error}"] if operation.reference is way else []
    except Exception:
        return []
    pairs = [*zip(result, wanted, strict=True)] if isinstance(result, list) else [(result, wanted)]
    return [f"{operation.name}: {_short(a)}, reference {_short(b)}" for a, b in pairs if not _near(a, b)]


def _near(result: Any, wanted: Any) -> bool:
    if not isinstance(result, tg.Tensor) or not isinstance(wanted, (np.ndarray, np.generic)):
        return True
    value, wanted = result.numpy(), np.asarray(wanted)
    return value.shape == wanted.shape and np.allclose(value, wanted, 1e-9, 1e-12, equal_nan=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--share", default="1/1", metavar="K/N")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    share, shares = map(int, options.share.split("/"))
    warnings.simplefilter("ignore")
    wrong = count = 0
    for n, operation in enumerate(list(operations())):
        if (n - share) % shares or (options.names and operation.name not in options.names):
            continue
        count += 1
        if not (child := os.fork()):
            try:
                found = differing(operation)
            except BaseException as error:  # a child must not go on as its parent would
                found = [f"{operation.name}: {type(error).__name__}: {error}"]
            print(*found, sep="\n", end="\n" if found else "", flush=True)
            os._exit(bool(found))
        wrong += os.waitpid(child, 0)[1] != 0
    print(f"{count} operations, {wrong} of them not the same everywhere")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
