"""Sealed tapes as data: files, pickles, equality, and what a malformed or hostile file can do (nothing)."""

from __future__ import annotations

import concurrent.futures
import copy
import hashlib
import io
import json
import multiprocessing
import pickle
import subprocess
import sys
from collections import namedtuple
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, ReplayError, ShapeError, TapeFileError
from tapegrad.ir import files
from tapegrad.ir.program import Program
from tapegrad.ops.declare import ArrayOp, by_name
from tapegrad.ops.kinds.move import indexed_shape
from tests.support import WITH_TESTS

X = np.linspace(0.2, 1.5, 6).reshape(2, 3)
V = np.array([0.5, -1.0, 2.0])
Point = namedtuple("Point", "x y")


# ------------------------------------------------------------------------------------------------- functions on tapes


def assigned(x: Any, y: Any) -> Any:
    z = np.sin(x) * y
    z[0, 1:3] = 0.0
    z[1][::-1][:2] = x[0, :2]
    z[:, [0, 2]] *= 2.0
    return z


def nested(p: Any, *, scale: Any) -> Any:
    return {"total": np.sum(p["a"] * scale), "parts": [p["b"][0] + 1.0, (p["b"][1], None)], "kept": 7}


def guarded(x: Any) -> Any:
    if np.sum(x) > 0:
        return np.exp(x)
    return -x


def looped(x: Any) -> Any:
    carry, rows = tg.scan(lambda c, e: (c * np.sin(e) + x[0], c[:1] * e), x[0], np.arange(4.0))
    return carry, rows


def moved(x: Any) -> Any:
    return (
        x.T.reshape(6)[::-2], x[:, None, [0, 0, 2]], x[..., -1], x[np.array([[True, False, True], [False, True, True]])],
        np.concatenate([x, x[:1]], 0), np.stack([x[0, 0], x[1, 2]]), np.broadcast_to(x[0], (4, 3)), np.flip(x, 1),
    )  # fmt: skip


def reduced(x: Any) -> Any:
    return (
        np.sum(x), np.sum(x, 0), np.max(x, 1), np.prod(x), np.mean(x, axis=(0, 1)), np.cumsum(x, 1), np.linalg.norm(x),
        np.einsum("ij,kj->ik", x, x), x @ x.T, x @ x[0], x[0] @ x[1], np.tensordot(x, x, 2),
    )  # fmt: skip


CASES: dict[str, tuple[Any, tuple[Any, ...], dict[str, Any]]] = {
    "elementwise": (lambda x, y: np.tanh(x) * y + np.where(x > 0.5, x**2, np.minimum(x, y)), (X, V), {}),
    "moved": (moved, (X,), {}),
    "reduced": (reduced, (X,), {}),
    "reduced float32": (reduced, (X.astype(np.float32),), {}),
    "assigned": (assigned, (X, V), {}),
    "guarded": (guarded, (X,), {}),
    "gradient": (tg.value_and_grad(lambda x: np.sum(assigned(x, x[::-1]) ** 2)), (X,), {}),
    "jacobian": (tg.jacobian(lambda x: moved(x)[1]), (X,), {}),
    "hessian": (tg.hessian(lambda x: np.sum(np.exp(x) * x[::-1]) + np.max(x)), (V,), {}),
    "truth values": (lambda x: (x > 0.5, np.isfinite(x), (x > 0.5)[0], x), (X,), {}),
    "integers and truth values given": (lambda n, b: (n * 0.5, np.where(b, n, 2.0), n, b), (np.arange(3), V > 0), {}),
    "precisions": (lambda x: (x.astype(np.float32), x.astype(np.float32).astype(float) - x), (X,), {}),
    "counts": (lambda x: (np.sum(x > 0.5), np.sum(x > 0.5, axis=0)), (X,), {}),
    "empty": (lambda x: (x[:0], np.sum(x[:0], 0), np.concatenate([x[:0], x])), (X,), {}),
    "numbers": (lambda a, b: (a * b, a, 3.0), (0.5, 2.0), {}),
    "nested": (nested, ({"b": (V, 1.5), "a": X},), {"scale": 2.0}),
    "looped": (looped, (X,), {}),
    "gradient of a loop": (tg.grad(lambda x: np.sum(looped(x)[1])), (X,), {}),
    "kept": (tg.checkpoint(lambda x: np.sin(x) * np.exp(x), keep={"exp"}), (V,), {}),
    "checkpoint": (tg.value_and_grad(lambda x: np.sum(tg.checkpoint(lambda y: np.sin(y) * x)(x))), (V,), {}),
}


def leaves(tree: Any) -> list[Any]:
    if isinstance(tree, dict):
        return [leaf for key in sorted(tree, key=str) for leaf in (key, *leaves(tree[key]))]
    if isinstance(tree, (list, tuple)):
        return [type(tree), *(leaf for part in tree for leaf in leaves(part))]
    return [tree]


def assert_same(found: Any, expected: Any) -> None:
    """The same containers and bits."""
    for a, b in zip(leaves(found), leaves(expected), strict=True):
        assert type(a) is type(b)
        if isinstance(b, (np.ndarray, np.generic)):
            assert (a.shape, a.dtype, a.tobytes()) == (b.shape, b.dtype, b.tobytes())
        else:
            assert a == b


def stored(name: str) -> bytes:
    f, args, keywords = CASES[name]
    file = io.BytesIO()
    tg.compile(f, lines=True).save(file, *args, **keywords)
    return file.getvalue()


def loaded(data: bytes) -> Any:
    return tg.load(io.BytesIO(data))


def in_another_process(code: str, *args: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-c", WITH_TESTS + code, *args]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder)


# ------------------------------------------------------------------------------------------------- there and back


@pytest.mark.parametrize("name", CASES)
def test_a_loaded_tape_gives_the_same_bits(name):
    f, args, keywords = CASES[name]
    compiled = tg.compile(f)
    expected = compiled(*args, **keywords)
    file = io.BytesIO()
    compiled.save(file)
    tape = loaded(file.getvalue())
    for _ in range(2):  # the second call may take the fast path
        assert_same(tape(*args, **keywords), expected)
    assert tape.tape() == compiled.tape()
    assert tape.tape().digest() == compiled.tape().digest()
    assert str(tape) == str(compiled.tape())


def test_a_fresh_process_gives_the_same_bits(tmp_path):
    for k, (name, (f, args, keywords)) in enumerate(CASES.items()):
        compiled = tg.compile(f)
        expected = compiled(*args, **keywords)
        compiled.save(tmp_path / f"{k}.tape")
        (tmp_path / f"{k}.pickle").write_bytes(pickle.dumps((name, args, keywords, expected)))
    code = """
import pickle, sys
from pathlib import Path
import tapegrad as tg
from tests.ir.test_files import assert_same
for path in sorted(Path(sys.argv[1]).glob("*.tape")):
    name, args, keywords, expected = pickle.loads(path.with_suffix(".pickle").read_bytes())
    print(name)
    assert_same(tg.load(path)(*args, **keywords), expected)
"""
    done = in_another_process(code, str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert set(done.stdout.split("\n")) >= set(CASES)


def test_every_sample_of_every_array_op():
    rng = np.random.default_rng(0)
    seen = set()
    for name, op in list(by_name.items()):
        if not isinstance(op, ArrayOp) or op.samples is None or op.kind.python:
            continue
        for args, static in op.samples(rng):
            kept = [np.asarray(a).dtype.kind in ("iubc" if op.integers else "c") for a in args]
            arrays = [np.asarray(a) if own else np.asarray(a, float) for a, own in zip(args, kept, strict=True)]
            compiled = tg.compile(lambda *xs, op=op, static=static: op.on_samples(*map(tg.asarray, xs), **static))
            compiled(*arrays)
            assert files.decode(files.encode(compiled.tape()))[0] == compiled.tape(), name
            seen.add(name)
    assert {
        "getitem",
        "setitem",
        "scatter_add",
        "concatenate",
        "pick",
        "scan",
        "checkpoint",
        "checkpoint_keeping",
        "gather",
        "scatter",
        "put_rows",
        "integer_floor_divide",
    } <= seen


def test_paths_files_and_the_tape_used_last(tmp_path):
    compiled = tg.compile(lambda x: x * 2.0)
    with pytest.raises(ReplayError, match="nothing was recorded"):
        compiled.save(tmp_path / "a.tape")
    compiled(V)
    compiled.save(tmp_path / "a.tape")
    compiled.save(str(tmp_path / "b.tape"), X)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.tape", "b.tape"]
    assert_same(tg.load(tmp_path / "a.tape")(V), V * 2.0)
    with open(tmp_path / "b.tape", "rb") as file:
        assert_same(tg.load(file)(X), X * 2.0)
    with pytest.raises(FileNotFoundError):
        tg.load(tmp_path / "c.tape")


def test_a_tape_saved_by_itself_takes_and_returns_flat_arrays(tmp_path):
    program = tg.compile(lambda p: {"s": p["a"] + p["b"], "d": p["a"] - p["b"]}).tape({"a": V, "b": 2 * V})
    program.save(tmp_path / "tape")
    assert_same(tg.load(tmp_path / "tape")(V, 2 * V), (3 * V, -V))
    program = tg.compile(np.sum).tape(V)
    program.save(tmp_path / "tape")
    assert tg.load(tmp_path / "tape")(V) == V.sum()


def test_containers_of_all_kinds():
    def f(p: Any, q: Any = None) -> Any:
        return {1: p.x, 0: [p.y["b"]], "none": None}, (q, Point(p.x, "text"))

    file = io.BytesIO()
    with pytest.raises(ArgumentError, match="strings or integers"):
        tg.compile(lambda x: {2.5: x}).save(file, 1.0)
    with pytest.raises(ArgumentError, match="strings or integers"):
        tg.compile(lambda x: {True: x}).save(file, 1.0)
    compiled = tg.compile(f)
    compiled.save(file, Point(V, {"b": 2.0}), q=None)
    tape = loaded(file.getvalue())
    expected = {1: V, 0: [np.float64(2.0)], "none": None}, (None, (V, "text"))
    for p in (Point(V, {"b": 2.0}), (V, {"b": 2.0})):
        assert_same(tape(p, q=None), expected)


def test_results_that_do_not_depend_on_the_inputs():
    kept = [
        np.arange(3),
        2,
        2.5,
        "text",
        True,
        np.float32(1.5),
        np.bool_(True),
        float("inf"),
        np.zeros((0, 2)),
        None,
        np.array([1j]),
    ]
    file = io.BytesIO()
    tg.compile(lambda x: (kept, x)).save(file, 1.0)
    assert_same(loaded(file.getvalue())(1.0), (kept, np.float64(1.0)))
    with pytest.raises(ArgumentError, match="cannot hold a object"):
        tg.compile(lambda x: (object(), x)).save(file, 1.0)
    with pytest.raises(ArgumentError, match="numbers, got an array of <U1"):
        tg.compile(lambda x: (np.array(["a"]), x)).save(file, 1.0)


def test_static_arguments_are_part_of_the_tape():
    compiled = tg.compile(lambda x, n, y: x**n + y, static_argnums=1)
    file = io.BytesIO()
    compiled.save(file, V, 3, 1.0)
    assert_same(loaded(file.getvalue())(V, 1.0), V**3 + 1.0)


def test_lines_and_names_come_back():
    tape = loaded(stored("guarded"))
    assert Path(__file__).name in str(tape)
    assert tape.tape().lines
    assert tape.tape().guards[0].line.startswith(__file__)
    assert tape.__name__ == "guarded"
    assert repr(tape).startswith("<loaded guarded: sealed tape of ")
    again = io.BytesIO()
    tape.save(again)
    assert again.getvalue() == stored("guarded")


# ------------------------------------------------------------------------------------------------- calls


def test_arguments_must_have_the_forms_of_the_recording():
    tape = loaded(stored("elementwise"))
    with pytest.raises(ShapeError, match=r"input 0 must have shape \(2, 3\), got \(3,\)"):
        tape(V, V)
    with pytest.raises(DtypeError, match="input 1 must be of float64, got float32"):
        tape(X, V.astype(np.float32))
    with pytest.raises(DtypeError, match="input 1 must be of float64, got int64"):
        tape(X, np.arange(3))
    with pytest.raises(DtypeError, match="expected arrays and numbers"):
        tape(X, "text")
    for args, keywords in [((X,), {}), ((X, [V]), {}), ((X, V, V), {}), ((X, V), {"z": V}), (({"a": X}, V), {})]:
        with pytest.raises(ArgumentError, match=r"expected the arguments \(float64\[2, 3\], float64\[3\]\)"):
            tape(*args, **keywords)
    assert_same(tape(X, V), tape(np.asfortranarray(X), V[::-1][::-1]))


def test_a_failing_guard_names_its_line():
    tape = loaded(stored("guarded"))
    for _ in range(2):
        np.testing.assert_allclose(tape(X), np.exp(X), rtol=1e-15)
        with pytest.raises(ReplayError, match=r"guarded: .*test_files\.py:\d+, and a loaded tape has no function"):
            tape(-X)


def test_a_decision_within_a_loop():
    def f(x: Any) -> Any:
        return tg.scan(lambda c, e: (c * e if c > 0 else c, None), x, np.ones(3))[0]

    file = io.BytesIO()
    tg.compile(f).save(file, 1.0)
    with pytest.raises(ReplayError, match="another decision at a loop"):
        loaded(file.getvalue())(-1.0)


def test_a_loaded_tape_is_differentiated_and_recorded():
    tape = loaded(stored("guarded"))
    x = tg.tensor(X, requires_grad=True)
    np.sum(tape(x)).backward()
    np.testing.assert_allclose(x.grad.numpy(), np.exp(X), rtol=1e-14)
    outer = tg.compile(tg.grad(lambda x: np.sum(tape(x * 2.0))))
    np.testing.assert_allclose(outer(X), 2 * np.exp(2 * X), rtol=1e-14)
    with pytest.raises(ReplayError, match=r"test_files\.py"):
        tape(tg.tensor(-X, requires_grad=True))
    with pytest.raises(ReplayError, match=r"test_files\.py"):
        outer(-X)


# ------------------------------------------------------------------------------------------------- equality and pickles


def test_tapes_are_equal_by_content():
    one, other = (tg.compile(lambda x: np.sin(x) * 2.0).tape(V) for _ in range(2))
    assert one is not other
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1
    different = [
        tg.compile(lambda x: np.sin(x) * 3.0).tape(V), tg.compile(lambda x: np.sin(x) * 2.0).tape(X),
        tg.compile(lambda x: np.cos(x) * 2.0).tape(V), tg.compile(lambda x: (np.sin(x) * 2.0, x)).tape(V),
        tg.compile(lambda x: np.sin(x) * 2.0 if x[0] > 0 else x).tape(V),
        tg.compile(lambda x: np.sin(x) * 2.0).tape(V.astype(np.float32)),
    ]  # fmt: skip
    assert len({one, *different}) == 7
    assert one != "a string"


@pytest.mark.parametrize("name", ["reduced", "assigned", "guarded", "looped"])
def test_programs_and_loaded_tapes_are_pickled(name):
    f, args, keywords = CASES[name]
    tape = loaded(stored(name))
    expected = tape(*args, **keywords)
    assert tape.tape().derived
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        program = pickle.loads(pickle.dumps(tape.tape(), protocol))
        assert program == tape.tape()
        assert set(program.derived) == {"digest", "outline"}  # made by the comparison
        assert_same(pickle.loads(pickle.dumps(tape, protocol))(*args, **keywords), expected)
    assert copy.deepcopy(tape.tape()) == tape.tape()


def test_a_damaged_pickle_is_refused():
    data = pickle.dumps(loaded(stored("guarded")).tape())
    at = data.index(b'"sum_all"')
    with pytest.raises(TapeFileError):
        pickle.loads(data[:at] + b'"sum_alk"' + data[at + 9 :])


@tg.compile
def cubed(x: Any) -> Any:
    return np.sum(x**3)


slope = tg.compile(tg.grad(cubed.__wrapped__))


class Powers:
    @staticmethod
    @tg.compile
    def fourth(x: Any) -> Any:
        return x**4


def test_compiled_functions_are_pickled_by_name():
    assert pickle.loads(pickle.dumps(cubed)) is cubed
    assert pickle.loads(pickle.dumps(tg.compile(np.sum)))(V) == V.sum()
    assert pickle.loads(pickle.dumps(Powers.fourth)) is Powers.fourth
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(tg.compile(lambda x: x))


def test_other_processes_get_tapes_and_compiled_functions():
    program = tg.compile(guarded).tape(X)
    tape = loaded(stored("guarded"))
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
        for f in (tape, cubed, slope):
            assert_same(list(pool.map(f, [X, X])), [f(X)] * 2)
        assert pool.submit(Program.digest, program).result() == program.digest()
        assert pool.submit(copy.copy, program).result() == program


@pytest.mark.slow
@pytest.mark.parametrize("method", ["spawn", "fork", "forkserver"])
def test_compiled_functions_of_a_script_reach_its_processes(tmp_path, method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip("this system does not fork")
    script = tmp_path / "script.py"
    script.write_text(
        f"""
import multiprocessing, pickle
import tapegrad as tg

@tg.compile
def cubed(x):
    return x**3

def squared(x):
    return x**2

class Powers:
    @staticmethod
    @tg.compile
    def fourth(x):
        return x**4

slope = tg.compile(tg.grad(lambda x: x**3))

def recorded(f, x):
    f(x)
    return f.stats()["recordings"]

if __name__ == "__main__":
    late, late_slope = tg.compile(squared), tg.compile(tg.grad(squared))
    names = [(f.__qualname__, dict(vars(f))) for f in (squared, cubed.function, slope.function)]
    with multiprocessing.get_context({method!r}).Pool(1) as pool:
        for f, expected in [(cubed, 8.0), (slope, 12.0), (late, 4.0), (Powers.fourth, 16.0)]:
            assert pool.map_async(f, [2.0]).get(60) == [expected]
        assert pool.starmap(recorded, [(slope, 3.0)]) == [1]
        if {method!r} == "fork":  # other processes do not know the name
            assert pool.map_async(late_slope, [2.0]).get(60) == [4.0]
        try:
            pool.map_async(tg.compile(lambda x: x), [2.0]).get(60)
        except pickle.PicklingError:
            pass
        else:
            raise AssertionError("was sent")
    assert names == [(f.__qualname__, dict(vars(f))) for f in (squared, cubed.function, slope.function)]
    for f in (squared, cubed, slope, late, Powers.fourth):
        assert pickle.loads(pickle.dumps(f)) is f
    print("done")
"""
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True)
    assert done.stdout == "done\n", done.stderr


def test_cloudpickle_takes_compiled_lambdas():
    cloudpickle = pytest.importorskip("cloudpickle")
    assert pickle.loads(cloudpickle.dumps(tg.compile(lambda x: x * 2.0)))(1.5) == 3.0


# ------------------------------------------------------------------------------------------------- malformed files


def parsed(data: bytes) -> tuple[Any, bytes]:
    """Header and arrays of a file."""
    _, _, length, _ = files._HEAD.unpack_from(data)
    start = files._HEAD.size
    return json.loads(data[start : start + length]), data[start + length + -length % 64 :]


def built(header: Any, arrays: bytes, version: int = files.VERSION) -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    body = text + bytes(-len(text) % 64) + arrays
    return files._HEAD.pack(b"tapegrad", version, len(text), hashlib.sha256(body).digest()) + body


def refused(data: bytes, match: str) -> None:
    with pytest.raises(TapeFileError, match=match):
        tg.load(io.BytesIO(data))


class Evil:
    """Creates a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


def test_what_is_no_tape_file(tmp_path):
    data = stored("guarded")
    for other in (b"", b"tapegrad", b"\0" * 200, b"x" * 5000, data[:-1], data[:63], data + b"\0", data[1:]):
        refused(other, "load: ")
    refused(data[:100] + bytes([data[100] ^ 1]) + data[101:], "damaged or incomplete")
    header, arrays = parsed(data)
    refused(built(header, arrays, version=5), "expected a tape file of version 1 to 4, got 5. Update tapegrad")
    refused(built(header, arrays, version=0), "expected a tape file of version 1 to 4, got 0")
    np.testing.assert_allclose(loaded(built(header, arrays))(X), np.exp(X), rtol=1e-15)


def test_nothing_in_a_file_is_executed(tmp_path):
    mark = tmp_path / "executed"
    evil = pickle.dumps(Evil(mark))
    np.savez(tmp_path / "evil.npz", a=np.array([Evil(mark)], object))
    np.save(tmp_path / "evil.npy", np.array([Evil(mark)], object), allow_pickle=True)
    for data in (evil, (tmp_path / "evil.npz").read_bytes(), (tmp_path / "evil.npy").read_bytes()):
        refused(data, "not a tape file")
    header, arrays = parsed(stored("guarded"))
    header["arrays"].append(["|O", [1]])
    refused(built(header, arrays + evil.ljust(64, b"\0")), r"an array of dtype '\|O'")
    header["arrays"][-1] = ["|V8", [1]]
    refused(built(header, arrays + evil.ljust(64, b"\0")), "an array of dtype")
    header["arrays"].pop()
    header["call"] = {"program": "__import__('os').abort()"}
    refused(built(header, arrays), "number of a program")
    refused(built(evil, b""), "not a valid tape")
    refused(evil, "not a tape file")
    assert not mark.exists()


def case(name: str, change: Any, match: str) -> Any:
    return pytest.param(name, change, match, id=f"{name}: {match}")


def row(h: Any, op: str) -> Any:
    """The first instruction of an op."""
    return next(r for r in h["programs"][-1]["instructions"] if r[0] == op)


def slot_of(h: Any, op: str) -> int:
    return h["programs"][-1]["instructions"].index(row(h, op))


def put(h: Any, op: str, name: str, value: Any) -> None:
    row(h, op)[3][name] = value


def add(h: Any, *instruction: Any) -> None:
    h["programs"][-1]["instructions"].append(list(instruction))


def enlarge(h: Any) -> None:
    h["programs"][-1]["forms"].append(["float64", [1 << 40]])
    add(h, "broadcast_to", len(h["programs"][-1]["forms"]) - 1, [0], {"shape": [1 << 40]})


def cycle(h: Any) -> None:
    next(r for r in h["programs"][-1]["instructions"] if r[0] == "scan")[3]["program"] = {"program": 99}


MALFORMED = [
    case("guarded", lambda h: h.pop("call"), "header must have the keys"),
    case("guarded", lambda h: h.update(more=1), "header must have the keys"),
    case("guarded", lambda h: h.update(programs=[]), "no program"),
    case("guarded", lambda h: h.update(programs={}), "programs: expected a list"),
    case("guarded", lambda h: h["programs"][0].pop("guards"), "program must have the keys"),
    case("guarded", lambda h: row(h, "exp")[2].__setitem__(0, 99), "instruction .*exp.*operand: expected an integer from 0"),
    case("guarded", lambda h: row(h, "exp")[2].__setitem__(0, slot_of(h, "exp")), "operand: expected an integer from 0"),
    case("guarded", lambda h: row(h, "exp")[2].__setitem__(0, -1), "operand: expected an integer from 0"),
    case("guarded", lambda h: row(h, "exp")[2].__setitem__(0, 0.0), "operand: expected an integer from 0"),
    case("guarded", lambda h: row(h, "exp")[2].__setitem__(0, True), "operand: expected an integer from 0"),
    case("guarded", lambda h: row(h, "exp").__setitem__(0, "system"), "unknown op 'system'"),
    case("guarded", lambda h: row(h, "exp").__setitem__(0, "add"), "expected 2 operands, got 1"),
    case("guarded", lambda h: row(h, "exp")[2].append(0), "expected 1 operands, got 2"),
    case("guarded", lambda h: row(h, "exp").__setitem__(2, []), "expected 1 operands, got 0"),
    case("guarded", lambda h: row(h, "exp").append({"axis": 0}), "expected the parameters none, got axis"),
    case("guarded", lambda h: row(h, "exp").__setitem__(1, 99), "number of a form"),
    case("guarded", lambda h: row(h, "exp").__setitem__(1, row(h, "sum_all")[1]), r"the result is float64\[2, 3\], not"),
    case("guarded", lambda h: row(h, "exp").__setitem__(1, row(h, "greater")[1]), r"the result is|do not fit a result"),
    case("guarded", lambda h: row(h, "greater").__setitem__(1, row(h, "sum_all")[1]), r"the result is bool\[\]"),
    case("guarded", lambda h: row(h, "input").append(0), "instruction 0"),
    case("guarded", lambda h: add(h, "input", 0), "name each input instruction once"),
    case("guarded", lambda h: add(h, "exp"), "instruction"),
    case("guarded", lambda h: add(h, None, 0, []), "unknown op None"),
    case("guarded", lambda h: h["programs"][0]["inputs"].append(0), "name each input instruction once"),
    case("guarded", lambda h: h["programs"][0].update(inputs=[]), "name each input instruction once"),
    case("guarded", lambda h: h["programs"][0].update(inputs=[[0]]), "input: expected an integer"),
    case("guarded", lambda h: h["programs"][0]["outputs"].__setitem__(0, 99), "output: expected an integer"),
    case("guarded", lambda h: h["programs"][0]["outputs"].append(0), "containers do not fit"),
    case("guarded", lambda h: h["programs"][0]["guards"][0].__setitem__(0, 99), "slot of a guard"),
    case("guarded", lambda h: h["programs"][0]["guards"][0].__setitem__(0, 0), "a number of a slot of one element"),
    case("guarded", lambda h: h["programs"][0]["guards"][0].__setitem__(1, "1.0"), "a number of a slot of one element"),
    case("guarded", lambda h: h["programs"][0]["guards"][0].__setitem__(2, 5), "line of a guard: expected a string"),
    case("guarded", lambda h: h["programs"][0]["lines"].append([99, "f", 1, 0]), "slot of a line"),
    case("guarded", lambda h: h["programs"][0]["lines"].append([0, "f", -1, 0]), "line: expected an integer"),
    case("guarded", lambda h: h["programs"][0]["lines"].append([0, "f", 1, 2]), "line: expected an integer"),
    case("guarded", lambda h: h["programs"][0]["lines"].append([0, "f", 1]), "line: expected a list of 4"),
    case("guarded", lambda h: h["programs"][0].update(recorded=None), "recorded"),
    case("guarded", lambda h: h["programs"][0]["forms"].append(["float64", [-1]]), "length of a dimension"),
    case("guarded", lambda h: h["programs"][0]["forms"].append(["float64", [1 << 61, 0, 1 << 61]]), "too large"),
    case("guarded", lambda h: h["programs"][0]["forms"].append(["float64", [1 << 57]]), "does not fit into"),
    case("guarded", lambda h: h["programs"][0]["forms"].append(["float64", [1] * 65]), "65 dimensions"),
    case("guarded", lambda h: h["programs"][0]["forms"].append(["complex256", []]), "unknown dtype"),
    case("guarded", lambda h: h["programs"][0]["forms"].append(["float64", [], "float32"]), "a form of float64 with lanes"),
    case("guarded", lambda h: h["programs"][0]["forms"].append(["bool", []]), "a form of bool with lanes"),
    case("guarded", lambda h: h["programs"][0]["forms"].append(["bool", [], "int8"]), "a form of bool with lanes"),
    case("guarded", enlarge, "load: "),
    case("guarded", lambda h: row(h, "constant").__setitem__(2, 99), "number of an array"),
    case("guarded", lambda h: row(h, "constant").__setitem__(1, 0), "is no constant of the form"),
    case("guarded", lambda h: h["arrays"][0].__setitem__(1, [1 << 40]), "longer than the file"),
    case("guarded", lambda h: h["arrays"][0].__setitem__(1, [1 << 61, 8]), "too large"),
    case("guarded", lambda h: h["arrays"][0].__setitem__(1, [100]), "longer than the file"),
    case("guarded", lambda h: h["arrays"].append(["<f8", [1]]), "longer than the file"),
    case("guarded", lambda h: h["arrays"].pop(), "do not fill the file|number of an array"),
    case("guarded", lambda h: h["arrays"][0].__setitem__(0, "<c32"), "an array of dtype"),
    case("guarded", lambda h: h.update(call={"list": []}), "unknown kind of value 'list'"),
    case("guarded", lambda h: h.update(call={"float": "1e5"}), "unknown kind of value 'float'"),
    case("guarded", lambda h: h.update(call=[]), "the call must have a name"),
    case("guarded", lambda h: h.update(call={"dict": [[[], 1]]}), "the call must have a name"),
    case("guarded", lambda h: h.update(call={"dict": [[{"dict": []}, 1]]}), "load: "),
    case("nested", lambda h: h["call"]["dict"][0].__setitem__(1, None), "containers do not fit"),
    case("nested", lambda h: h["call"]["dict"][1].__setitem__(1, ["tuple", 0]), "containers do not fit"),
    case("nested", lambda h: h["call"]["dict"][1].__setitem__(1, ["set", 0]), "no containers"),
    case("nested", lambda h: h["call"]["dict"][2].__setitem__(1, 0), "containers do not fit"),
    case("nested", lambda h: h["call"]["dict"][2].__setitem__(1, ["dict", ["a", "a"], 0, 0]), "a part for each"),
    case("nested", lambda h: h["call"]["dict"][2].__setitem__(1, ["dict"]), "keys of a dict"),
    case("nested", lambda h: h["call"]["dict"][3].__setitem__(1, {"dict": [[99, 1]]}), "containers do not fit"),
    case("moved", lambda h: put(h, "getitem", "index", 3), "expected an index, got 3"),
    case("moved", lambda h: put(h, "getitem", "index", [1.0]), "expected an index"),
    case("moved", lambda h: put(h, "getitem", "index", ["x"]), "expected an index"),
    case("moved", lambda h: put(h, "getitem", "index", [{"slice": [None, None, 0]}]), "slice step"),
    case("moved", lambda h: put(h, "getitem", "index", [{"slice": [0.5, None, None]}]), "expected an index"),
    case("moved", lambda h: put(h, "getitem", "index", [{"slice": [0, None]}]), "slice: expected a list of 3"),
    case("moved", lambda h: put(h, "getitem", "index", [99]), "out of bounds"),
    case("moved", lambda h: put(h, "getitem", "index", [10**30]), "out of bounds"),
    case("moved", lambda h: put(h, "getitem", "index", [0] * 9), "too many indices"),
    case("moved", lambda h: put(h, "getitem", "index", [{"ellipsis": None}] * 2), "too many indices"),
    case("moved", lambda h: put(h, "getitem", "index", [{"array": 99}]), "number of an array"),
    case("moved", lambda h: put(h, "getitem", "more", 1), "expected the parameters index"),
    case("moved", lambda h: row(h, "getitem").pop(), "expected the parameters index, got none"),
    case("moved", lambda h: row(h, "getitem").append(1), "instruction"),
    case("moved", lambda h: put(h, "reshape", "shape", [-1]), "expected the result's shape"),
    case("moved", lambda h: put(h, "reshape", "shape", [7]), "expected the result's shape"),
    case("moved", lambda h: put(h, "transpose", "axes", [0, 0]), "expected axes"),
    case("moved", lambda h: put(h, "transpose", "axes", [1]), "expected axes"),
    case("moved", lambda h: put(h, "transpose", "axes", [1, 2]), "expected axes"),
    case("moved", lambda h: put(h, "transpose", "axes", [-1, -2]), "expected axes"),
    case("moved", lambda h: put(h, "transpose", "axes", [1.0, 0.0]), "expected axes"),
    case("moved", lambda h: put(h, "pick", "offset", 6), "expected an offset below 6"),
    case("moved", lambda h: put(h, "pick", "offset", -1), "expected an offset below 6"),
    case("moved", lambda h: put(h, "pick", "offset", 1 << 63), "expected an offset below 6"),
    case("moved", lambda h: put(h, "pick", "offset", {"scalar": 0}), "unknown kind of value 'scalar'"),
    case("moved", lambda h: put(h, "concatenate", "axis", 2), "expected an axis"),
    case("moved", lambda h: put(h, "concatenate", "axis", -1), "expected an axis"),
    case("moved", lambda h: row(h, "concatenate")[2].pop(), "do not fill the result"),
    case("moved", lambda h: row(h, "stack")[2].pop(), "do not fill the result"),
    case("moved", lambda h: put(h, "flip", "axes", [1, 1]), "expected axes"),
    case("moved", lambda h: put(h, "broadcast_to", "shape", [4, 4]), "expected the result's shape"),
    case("reduced", lambda h: put(h, "sum", "axes", [2]), "expected axes"),
    case("reduced", lambda h: put(h, "sum", "axes", []), "the result is"),
    case("reduced", lambda h: put(h, "max", "axes", [0]), r"the result is float64\[3\], not float64\[2\]"),
    case("reduced", lambda h: put(h, "cumsum", "axis", 5), "expected an axis"),
    case("reduced", lambda h: put(h, "einsum", "inputs", ["ij", "ki"]), "has lengths|the result is"),
    case("reduced", lambda h: put(h, "einsum", "inputs", ["ii", "kj"]), "a label twice"),
    case("reduced", lambda h: put(h, "einsum", "inputs", ["i-", "k-"]), "expected labels"),
    case("reduced", lambda h: put(h, "einsum", "inputs", ["ij"]), "instruction"),
    case("reduced", lambda h: put(h, "einsum", "output", "xy"), "instruction"),
    case("reduced", lambda h: put(h, "einsum", "output", "ii"), "a label twice"),
    case("reduced", lambda h: put(h, "einsum", "output", 5), "expected labels"),
    case("reduced", lambda h: put(h, "einsum", "optimize", "rm"), "expected True, False"),
    case("reduced", lambda h: row(h, "matmul")[2].reverse(), "instruction|the result"),
    case("reduced", lambda h: row(h, "matvec")[2].reverse(), "instruction"),
    case("assigned", lambda h: put(h, "setitem", "index", [99]), "out of bounds"),
    case("assigned", lambda h: put(h, "setitem", "path", [["getitem", {"dict": []}]]), "expected a step of a path"),
    case("assigned", lambda h: put(h, "setitem", "path", [[{"op": "sin"}, {"dict": []}]]), "expected a step of a path"),
    case("assigned", lambda h: put(h, "setitem", "path", [[{"op": "getitem"}, {"dict": []}]]), "a step of a path"),
    case("assigned", lambda h: put(h, "setitem", "path", [[{"op": "getitem"}, {"dict": [["index", [9]]]}]]), "out of bounds"),
    case("assigned", lambda h: put(h, "setitem", "path", [[{"op": "getitem"}, {"dict": [["index", [True]]]}]]), "a slice in"),
    case("assigned", lambda h: put(h, "setitem", "path", [[{"op": "transpose"}, {"dict": [["axes", [1, 1]]]}]]), "axes"),
    case("assigned", lambda h: put(h, "setitem", "path", 5), "expected a path"),
    case("gradient", lambda h: put(h, "scatter_add", "shape", [3, 3]), "expected the result's shape"),
    case("gradient", lambda h: put(h, "scatter_add", "index", [0, 99]), "out of bounds"),
    case("gradient", lambda h: put(h, "scatter_add", "index", []), "load: "),
    case("precisions", lambda h: put(h, "astype", "dtype", {"dtype": "int8"}), "the result is int8"),
    case("precisions", lambda h: put(h, "astype", "dtype", "float64"), "expected a dtype of numbers"),
    case("precisions", lambda h: put(h, "astype", "dtype", {"dtype": "bool"}), "expected a dtype of numbers"),
    case("precisions", lambda h: put(h, "astype", "dtype", {"dtype": "float64"}), "the result is"),
    case("precisions", lambda h: put(h, "astype", "source", {"dtype": "float16"}), "unknown dtype"),
    case("precisions", lambda h: put(h, "astype", "source", {"dtype": "int8"}), "expected float64"),
    case("precisions", lambda h: row(h, "subtract")[2].__setitem__(0, slot_of(h, "astype")), "do not fit a result"),
    case("looped", cycle, "number of a program"),
    case("looped", lambda h: put(h, "scan", "program", 0), "expected a program"),
    case("looped", lambda h: put(h, "scan", "program", {"program": 1}), "number of a program"),
    case("looped", lambda h: row(h, "scan")[2].reverse(), "takes shapes|a line for each step"),
    case("looped", lambda h: put(h, "scan", "carries", -1), "no number of carries"),
    case("looped", lambda h: put(h, "scan", "columns", 7), "more carries and columns"),
    case("looped", lambda h: put(h, "scan", "columns", 2), "a line for each of 4 steps"),
    case("looped", lambda h: put(h, "scan", "steps", 5), "a line for each of 5 steps"),
    case("looped", lambda h: put(h, "scan", "steps", -1), "no number of carries, columns and steps"),
    case("looped", lambda h: put(h, "scan", "backwards", 0), "no direction"),
    case("looped", lambda h: put(h, "scan", "keep", 1), "no direction"),
    case("looped", lambda h: (put(h, "scan", "keep", True), put(h, "result", "index", 2)), r"is float64\[4, 3\], not float64\[3\]"),
    case("looped", lambda h: put(h, "result", "index", 1), r"the result is float64\[4, 1\], not float64\[3\]"),
    case("looped", lambda h: put(h, "result", "index", 2), "expected a number below 2, got 2"),
    case("looped", lambda h: put(h, "result", "index", -1), "expected a number below 2, got -1"),
    case("looped", lambda h: row(h, "result")[2].__setitem__(0, 0), "expected the number of a result of an instruction that"),
    case("looped", lambda h: row(h, "result").__setitem__(1, row(h, "scan")[1]), r"the result is float64\[3\], not results"),
    case("looped", lambda h: row(h, "scan").__setitem__(1, row(h, "result")[1]), r"the result is results, not float64\[3\]"),
    case("looped", lambda h: row(h, "input").__setitem__(1, row(h, "scan")[1]), "the result is no results"),
    case("looped", lambda h: h["programs"][-1]["outputs"].__setitem__(0, slot_of(h, "scan")), "an output names an instruction with"),
    case("looped", lambda h: h["programs"][-1]["guards"].append([slot_of(h, "scan"), 1.0, ""]), "a number of a slot of one element"),
    case("looped", lambda h: add(h, "sin", 1, [slot_of(h, "scan")]), "has several results, of which it names none"),
    case("looped", lambda h: put(h, "scan", "active", 9), "says whether it has ended"),
    case("looped", lambda h: put(h, "scan", "active", 0), "what says whether it has ended is no number"),
    case("looped", lambda h: row(h, "scan").__setitem__(0, "checkpoint"), "expected the parameters program, got program, active"),
    case("looped", lambda h: h["programs"].reverse(), "load: "),
    case("kept", lambda h: put(h, "checkpoint_keeping", "reverse", {"program": 0}), "of its adjoints does not fit"),
    case("kept", lambda h: put(h, "checkpoint_keeping", "program", {"program": 1}), "the program that it runs does not fit"),
    case("kept", lambda h: put(h, "checkpoint_keeping", "count", 0), "of its adjoints does not fit"),
    case("kept", lambda h: put(h, "checkpoint_keeping", "count", 2), "of its adjoints does not fit"),
    case("kept", lambda h: put(h, "checkpoint_keeping", "count", 3), "no number of results that are not kept"),
    case("kept", lambda h: put(h, "checkpoint_keeping", "count", -1), "no number of results that are not kept"),
    case("kept", lambda h: put(h, "checkpoint_keeping", "count", True), "no number of results that are not kept"),
    case("kept", lambda h: put(h, "checkpoint_keeping", "reverse", None), "expected a program, got None"),
    case("kept", lambda h: h["programs"][0]["outputs"].pop(), "of its adjoints does not fit"),
    case("kept", lambda h: h["programs"][1]["outputs"].append(0), "of its adjoints does not fit"),
    case("looped", lambda h: h["programs"][0]["outputs"].reverse(), "must return the carries that it takes"),
    case("looped", lambda h: h["programs"][0]["outputs"].pop(), "expected a number below 1, got 1"),
    case("looped", lambda h: h["programs"][0]["outputs"].insert(1, 0), r"the result is float64\[4, 3\], not float64\[4, 1\]"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change", "match"), MALFORMED)
def test_a_malformed_file_is_refused(name, change, match):
    header, arrays = parsed(stored(name))
    change(header)
    refused(built(header, arrays), match)


def test_elements_of_index_arrays_are_checked():
    file = io.BytesIO()
    tg.compile(lambda x: x[[0, 2, 2]]).save(file, V)
    header, arrays = parsed(file.getvalue())
    assert header["arrays"] == [["<i8", [3]]]
    for bad in (3, -4, 1 << 62, -(1 << 63)):
        refused(built(header, np.array([0, bad, 2]).tobytes().ljust(64, b"\0")), "an index is out of bounds for axis 0")
    assert_same(loaded(built(header, np.array([0, -3, 1]).tobytes().ljust(64, b"\0")))(V), V[[0, -3, 1]])
    header["arrays"] = [["|b1", [3]]]
    refused(built(header, b"\2\1\1".ljust(64, b"\0")), "neither 0 nor 1")
    refused(built(header, b"\0\1\1".ljust(64, b"\0")), "the result is")


def test_json_that_is_none():
    header, arrays = parsed(stored("guarded"))
    text = json.dumps(header).encode()
    deep = b'{"call":' + b"[" * 100_000 + b"]" * 100_000 + text[text.index(b', "programs"') :]
    for other in (
        b"", b"{", b"null", b"[]", b"3", b'"text"', b"\xff\xfe", deep, text.replace(b"1.0", b"NaN"),
        text.replace(b'"recorded": ', b'"recorded": ' + b"9" * 5000),
    ):  # fmt: skip
        refused(built(other, arrays), "load: ")


def test_values_and_programs_may_not_be_nested_without_end():
    header, arrays = parsed(stored("guarded"))
    value: Any = 0
    for _ in range(100):
        value = [value]
    refused(built({**header, "call": value}, arrays), "nested too deeply")
    vector = {
        "forms": [["float64", [1]]], "instructions": [["input", 0]], "inputs": [0], "outputs": [0], "guards": [], "lines": [],
        "recorded": 1,
    }  # fmt: skip

    def chain(length: int) -> bytes:
        calls = [
            {
                **vector,
                "forms": [["float64", [1]], ["results", []]],
                "instructions": [
                    ["input", 0], ["checkpoint", 1, [0], {"program": {"program": k}}], ["result", 0, [1], {"index": 0}]
                ],
                "outputs": [2],
            }
            for k in range(length)
        ]  # fmt: skip
        return built({"call": None, "programs": [vector, *calls], "arrays": []}, b"")

    assert_same(loaded(chain(10))(np.ones(1)), np.ones(1))
    refused(chain(40), "programs are nested too deeply")


def test_shapes_at_an_index_are_those_of_numpy():
    rng = np.random.default_rng(0)
    shapes = ((2,), (1,), (2, 1), (0,), (), (1, 2))

    def part(n: int) -> Any:
        kind = rng.integers(0, 9)
        if kind == 0:
            return int(rng.integers(-n - 1, n + 1))
        if kind == 1:
            return slice(*[None if rng.random() < 0.5 else int(rng.integers(-4, 5)) or 1 for _ in range(3)])
        if kind in (2, 3):
            return (None, Ellipsis)[kind - 2]
        if kind in (4, 5):
            shape = shapes[rng.integers(6)]
            return rng.integers(-n, max(n, 1 - n), size=shape) if n else np.zeros((0,), int)
        if kind == 6:
            return rng.random(n) < 0.5
        return (True, False, np.True_, np.array(True), np.array(1), rng.random((n, n)) < 0.5)[rng.integers(6)]

    valid = 0
    for _ in range(4000):
        n = int(rng.integers(0, 4))
        shape = (n,) * int(rng.integers(0, 4))
        index = tuple(part(n) for _ in range(rng.integers(0, 5)))
        try:
            expected = np.zeros(shape, np.int8)[index].shape
        except IndexError:
            with pytest.raises((IndexError, ValueError)):
                indexed_shape(shape, index)
        else:
            assert indexed_shape(shape, index) == expected, (shape, index)
            valid += 1
    assert valid > 1000


# ------------------------------------------------------------------------------------------------- fuzzing

INTEGERS = (-1, 0, 1, 2, 3, 6, 100, 2**31, 2**62, 2**63, 10**30, -(2**63))
VALUES: tuple[Any, ...] = (
    None, True, 1.5, -0.0, "x", "transpose", [], {}, [1, 0], {"float": "nan"}, {"slice": [None, None, -1]}, {"ellipsis": None},
    {"array": 0}, {"program": 0}, {"op": "getitem"}, {"dtype": "bool"},
)  # fmt: skip


def places(x: Any, path: tuple[Any, ...] = ()) -> Any:
    """The path to each value within JSON."""
    if path:
        yield path
    for key in x if isinstance(x, dict) else range(len(x)) if isinstance(x, list) else ():
        yield from places(x[key], (*path, key))


def mutate(rng: np.random.Generator, header: Any) -> None:
    """Change a few values of a header: mostly to something that might pass."""
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        paths = list(places(header))
        *path, key = paths[rng.integers(len(paths))]
        at = header
        for step in path:
            at = at[step]
        value, draw = at[key], rng.random()
        if type(value) is int and draw < 0.8:
            at[key] = value + int(rng.choice([-1, 1])) if rng.random() < 0.7 else INTEGERS[rng.integers(len(INTEGERS))]
        elif isinstance(value, str) and value in by_name and draw < 0.9:
            alike = [n for n, op in by_name.items() if len(op.arguments) == len(by_name[value].arguments)]
            at[key] = alike[rng.integers(len(alike))]
        elif isinstance(value, list) and value and draw < 0.8:
            k, other = (int(rng.integers(len(value))) for _ in range(2))
            (
                lambda: value.pop(k),
                lambda: value.append(value[k]),
                value.reverse,
                lambda: value.__setitem__(k, value[other]),
            )[rng.integers(4)]()
        else:
            at[key] = VALUES[rng.integers(len(VALUES))]


def attempt(data: bytes) -> str:
    """Load a file and call what comes of it."""
    try:
        tape = tg.load(io.BytesIO(data))
    except TapeFileError:
        return "refused"
    forms = tape.tape().input_forms
    if sum(f.size for f in tape.tape().forms) > 1_000_000:
        return "large"
    rng = np.random.default_rng(0)
    inputs = [(3.0 * rng.normal(size=f.shape)).astype(f.dtype) for f in forms]
    status, outputs = tape._variant.run(inputs)
    if status:
        return "another way"
    assert [np.shape(y) for y in outputs] == [f.shape for f in tape.tape().output_forms]
    return "ran"


def fuzz(folder: str, kind: str, count: int) -> None:
    """Mutate the files of a folder and attempt them; prints how often which happened."""
    sources = [path.read_bytes() for path in sorted(Path(folder).iterdir())]
    tally: dict[str, int] = {}
    for seed in range(count):
        rng = np.random.default_rng(seed)
        data = sources[seed % len(sources)]
        if kind == "bytes":
            changed = bytearray(data)
            for _ in range(rng.integers(1, 4)):
                changed[rng.integers(len(changed))] = int(rng.integers(256))
            if rng.random() < 0.3:
                del changed[int(rng.integers(len(changed))) :]
            if rng.random() < 0.8 and len(changed) > 64:  # past the checksum
                changed[24:56] = hashlib.sha256(changed[64:]).digest()
            data = bytes(changed)
        else:
            header, arrays = parsed(data)
            mutate(rng, header)
            data = built(header, arrays)
        print(seed, end=" ", flush=True)
        outcome = attempt(data)
        tally[outcome] = tally.get(outcome, 0) + 1
    print("\n" + json.dumps(tally))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["bytes", "structure"])
def test_mutated_files_are_refused_or_run(tmp_path, kind):
    names = (
        "elementwise",
        "moved",
        "reduced",
        "assigned",
        "guarded",
        "gradient",
        "truth values",
        "nested",
        "looped",
        "kept",
    )
    for name in names:
        (tmp_path / name).write_bytes(stored(name))
    code = "from tests.ir import test_files as t; t.fuzz(sys.argv[1], sys.argv[2], 450)"
    done = in_another_process(code, str(tmp_path), kind)
    assert done.returncode == 0, (done.stdout[-200:], done.stderr[-2000:])
    tally = json.loads(done.stdout.split("\n")[-2])
    assert sum(tally.values()) == 450
    assert tally["refused"] > 100
    assert kind == "bytes" or tally["ran"] > 40
