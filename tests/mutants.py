"""Random mutants of the package: which tests kill them.

    python -m tests.mutants --count 40 --seed 1 -- --share 1/4   # behind --: what pytest takes

In a copy of the tree a comparison, a constant, a boolean or its negation is changed, in each folder of the package as often
as in the others. All chosen expressions are probed first, in one run of the tests: each notes by which tests it is evaluated.
Then each mutant meets these tests, those of its own folder before all others and the cheapest first, until one fails.
What Numba compiles cannot be probed, nor what a process evaluates once: such mutants meet tests of their folder too. With
`--exhaustive`, what no test of the suite kills is run by all tests of the files that reached it, so a suite that lost power shows.

A mutant whose tests take ten times `--seconds` of CPU hangs, and counts as killed.
"""

from __future__ import annotations

import argparse
import ast
import collections
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
NOTES = "TAPEGRAD_MUTANTS_NOTES"  # names the file that the probing run writes
COPIED = (
    "tapegrad",
    "tests",
    "benchmarks",
    "docs",
    "examples",
    "pyproject.toml",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
)
COMPARISONS: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
COMPILED = {"compiled", "njit", "intrinsic", "overload"}  # decorators that hand a function's source to Numba
MARGIN = 10


class Mutant(NamedTuple):
    """One expression of one file, and what stands in its place."""

    path: str
    line: int
    start: int
    end: int
    old: str
    new: str
    compiled: bool

    @property
    def room(self) -> str:
        """The folder of the tests of its own."""
        parts = Path(self.path).parts
        return parts[1] if len(parts) > 2 else "package"

    def meets(self, other: Mutant) -> bool:
        """Tell whether the two expressions overlap."""
        return self.path == other.path and self.start < other.end and other.start < self.end

    def put(self, tree: Path, text: str) -> None:
        """Write the file of a tree with a text in place of the expression."""
        source = (ROOT / self.path).read_bytes()
        (tree / self.path).write_bytes(source[: self.start] + text.encode() + source[self.end :])


# ------------------------------------------------------------------------------------------------- what can be changed


def changed(node: ast.AST) -> ast.expr | None:
    """Return what an expression becomes, None if it stays."""
    match node:
        case ast.Compare(left, [op], comparators):
            return ast.Compare(left, [COMPARISONS[type(op)]()], comparators)
        case ast.BoolOp(op, values):
            return ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            return operand
        case ast.Constant(bool(value)):
            return ast.Constant(not value)
        case ast.Constant(int(value) | float(value)):
            return ast.Constant(value + 1)
    return None


def expressions(node: ast.AST, compiled: bool = False) -> Iterator[tuple[ast.expr, bool]]:
    """Yield the expressions that a run evaluates, and whether Numba compiles them: no annotations, patterns and
    f-strings; nor whether `zip` is strict, which no test can see."""
    if isinstance(node, (ast.JoinedStr, ast.pattern)) or (isinstance(node, ast.keyword) and node.arg == "strict"):
        return
    if isinstance(node, ast.expr):
        yield node, compiled
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        decorators = {
            name.id for d in getattr(node, "decorator_list", ()) for name in ast.walk(d) if isinstance(name, ast.Name)
        }
        compiled = compiled or bool(decorators & COMPILED)
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "type_params"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from expressions(child, compiled)


def mutants(path: Path) -> list[Mutant]:
    """Find all mutants of a file."""
    source = path.read_bytes()
    begins = [0]
    for line in source.splitlines(keepends=True):
        begins.append(begins[-1] + len(line))
    found = []
    for node, compiled in expressions(ast.parse(source)):
        new = changed(node)
        if new is not None:
            start = begins[node.lineno - 1] + node.col_offset
            end = begins[node.end_lineno - 1] + node.end_col_offset  # type: ignore[operator]
            old, text = source[start:end].decode(), f"({ast.unparse(new)})"
            found.append(Mutant(str(path.relative_to(ROOT)), node.lineno, start, end, old, text, compiled))
    return found


def chosen(count: int, seed: int, folders: list[str], files: list[str]) -> list[Mutant]:
    """Draw mutants, of one folder (or one of the files that are named) after the other, none within another."""
    rng = random.Random(seed)
    rooms: dict[str, list[Path]] = collections.defaultdict(list)
    for path in sorted((ROOT / "tapegrad").rglob("*.py")):
        name = path.relative_to(ROOT / "tapegrad").as_posix()
        if not files or name in files:
            rooms[name if files else name.rpartition("/")[0].partition("/")[0]].append(path)
    names = [name for name in rooms if not folders or name in folders]
    rng.shuffle(names)
    found: list[Mutant] = []
    for k in range(10 * count):
        if len(found) == count:
            break
        path = rng.choices(rooms[names[k % len(names)]], [p.stat().st_size for p in rooms[names[k % len(names)]]])[0]
        apart = [m for m in mutants(path) if not any(m.meets(other) for other in found)]
        if apart:
            found.append(rng.choice(apart))
    return sorted(found)


# ------------------------------------------------------------------------------------------------- the run with probes


def probed(tree: Path, choice: list[Mutant]) -> None:
    """Make each chosen expression note that it was evaluated."""
    for path in {m.path for m in choice}:
        source = (ROOT / path).read_bytes()
        own = [(k, m) for k, m in enumerate(choice) if m.path == path and not m.compiled]
        for k, m in sorted(own, key=lambda item: -item[1].start):  # so that the others' places stay
            note = f'(__import__("builtins").__dict__.setdefault("_reached", set()).add({k}) or ({m.old}))'
            source = source[: m.start] + note.encode() + source[m.end :]
        (tree / path).write_bytes(source)


def _cpu() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Any:
    """Note, as a plugin of the run with probes, what a test evaluated, what it took, and whether it passed."""
    import builtins

    notes, began = os.environ.get(NOTES), _cpu()
    reached = builtins.__dict__.setdefault("_reached", set())
    reached.clear()
    failed = item.session.testsfailed
    result = yield
    if notes:
        with open(notes, "a") as file:
            file.write(
                json.dumps([item.nodeid, sorted(reached), _cpu() - began, item.session.testsfailed == failed]) + "\n"
            )
    return result


# ------------------------------------------------------------------------------------------------- the mutants' runs


def environment(tree: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(tree), **more}


def run_pytest(tree: Path, arguments: list[str], seconds: int = 0, **more: str) -> subprocess.CompletedProcess[str]:
    """Run pytest on a tree, its CPU bounded if that is said."""
    command = [sys.executable, "-P", "-m", "pytest", "-p", "no:cacheprovider", "--tb=no", "-rfE", *arguments]

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))

    return subprocess.run(
        command, cwd=tree, env=environment(tree, **more), capture_output=True, text=True, check=False,
        preexec_fn=bounded if seconds else None,
    )  # fmt: skip


def killer(tree: Path, tests: list[str], seconds: int) -> str:
    """Return the first of the tests that fails, empty if none does."""
    if not tests:
        return ""
    (tree / "chosen.txt").write_text("\n".join(tests))
    done = run_pytest(tree, ["-x", "@chosen.txt"], seconds)
    if done.returncode == 0:
        return ""
    if named := re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.M):
        return named[1]
    return "the bound on CPU" if done.returncode < 0 else "the import of tests"


class Suite:
    """What the run with probes noted: what each test evaluates and takes."""

    def __init__(self, notes: Path) -> None:
        self.rows = [json.loads(line) for line in notes.read_text().splitlines()]
        self.cost = {test: cost for test, _, cost, passed in self.rows if passed}

    def tests(self, k: int, mutant: Mutant, seconds: float) -> list[str]:
        """Return what a mutant meets: tests that evaluate it, then those of its folder; together so long at most."""
        own = f"tests/{mutant.room}/"
        reached = {test for test, places, _, _ in self.rows if k in places and test in self.cost}
        near = {test for test in self.cost if test.startswith(own)}
        order = sorted(reached | near, key=lambda t: (t not in reached, not t.startswith(own), self.cost[t]))
        total, found = 0.0, []
        for test in order:
            total += self.cost[test]
            if total > seconds:
                break
            found.append(test)
        return found


def verdict(tree: Path, mutant: Mutant, tests: list[str], seconds: float, exhaustive: bool) -> tuple[str, str]:
    """Run a mutant; returns what became of it, and what killed it."""
    mutant.put(tree, mutant.new)
    found = killer(tree, tests, int(MARGIN * seconds))
    kind = "survived"
    if found:
        kind = "own room" if found.startswith(f"tests/{mutant.room}/") else "elsewhere"
    elif tests and exhaustive:
        found = killer(tree, ["--exhaustive", *sorted({test.partition("::")[0] for test in tests})], 0)
        kind = "exhaustive only" if found else kind
    mutant.put(tree, mutant.old)
    return kind, found


def noted(tree: Path, choice: list[Mutant], notes: Path, arguments: list[str]) -> Suite:
    """Run the tests with probes, unless a file says already what they evaluate."""
    if not notes.exists():
        probed(tree, choice)
        run_pytest(tree, ["-p", "tests.mutants", *arguments], **{NOTES: str(notes)})
        for mutant in choice:
            mutant.put(tree, mutant.old)
    return Suite(notes)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20.0, help="of tests that a mutant meets")
    parser.add_argument("--folder", action="append", default=[], help="of the package; all without")
    parser.add_argument(
        "--file", action="append", default=[], help="of the package, as trace_cache/tree.py; all without"
    )
    parser.add_argument("--exhaustive", action="store_true", help="run the exhaustive tests of what survives, too")
    parser.add_argument("--least", type=float, default=0.0, help="fail if a smaller part is killed")
    parser.add_argument("--notes", type=Path, help="where the run with probes is kept, and found again")
    parser.add_argument("pytest", nargs="*", help="arguments of the run with probes")
    return parser.parse_args()


def main() -> int:
    said = options()
    choice = chosen(said.count, said.seed, said.folder, said.file)
    counts: collections.Counter[str] = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        tree = Path(name)
        for part in COPIED:
            copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
            copy(ROOT / part, tree / part)
        suite = noted(tree, choice, said.notes or tree / "notes", said.pytest)
        for k, mutant in enumerate(choice):
            tests = suite.tests(k, mutant, said.seconds)
            kind, found = verdict(tree, mutant, tests, said.seconds, said.exhaustive)
            counts[kind] += 1
            change = f"{' '.join(mutant.old.split())} -> {' '.join(mutant.new.split())}"
            print(f"{kind:15} {mutant.path}:{mutant.line}: {change}  [{len(tests)} tests] {found}", flush=True)
    print(", ".join(f"{kind}: {n}" for kind, n in counts.items()), f"of {len(choice)}")
    return int(counts["own room"] + counts["elsewhere"] < said.least * len(choice))


if __name__ == "__main__":
    sys.exit(main())
