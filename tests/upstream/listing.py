"""What differs on purpose: one line each in `listed`, a file for each package of tests.

A line names a function (a pattern), the kind of difference, a regular expression that is found in what was said, the reason, and
the number of calls in each module that differ so. What is on no line is a failure, and so is a line whose number is another one
now. No line may stand for a wrong number: kinds that say so are not taken. Before the lines stand the modules and tests
(`test_module::TestClass::test_name`) that are left out, and the sample that the numbers are of, if they are not of all tests.
"""

from __future__ import annotations

import collections
import fnmatch
import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).resolve().parent / "listed"
COLUMNS = ("tests", "calls", "agreeing", "listed", "failures", "compiled", "gradients", "not offered")
NEVER = {"value", "written", "shape", "gradient", "bare", "time", "ended"}


class Line(NamedTuple):
    """A line of the list."""

    function: str
    kind: str
    says: str
    reason: str
    calls: dict[str, int]

    def covers(self, function: str, kind: str, detail: str) -> bool:
        """Whether it stands for a difference."""
        return kind == self.kind and fnmatch.fnmatchcase(function, self.function) and bool(re.search(self.says, detail))


class Verdict(NamedTuple):
    """What came of a module: the numbers of its table, how often each line was met, and what is a failure."""

    numbers: dict[str, int]
    met: dict[int, int]
    failures: list[str]


def of(module: str) -> tuple[Path, str]:
    """The file of a module, and its name there."""
    package, _, name = module.rpartition(".")
    return FOLDER / f"{package.removesuffix('.tests')}.toml", name


def packages() -> list[str]:
    """The packages of NumPy and SciPy that have a list."""
    return sorted(file.stem for file in FOLDER.glob("*.toml") if file.stem.startswith(("numpy", "scipy")))


def lines(file: Path) -> list[Line]:
    """The lines of a file.

    Raises
    ------
    ValueError
        For a kind that no line may stand for, and where a reason is missing.
    """
    if not file.exists():
        return []
    found = [Line(**entry) for entry in tomllib.loads(file.read_text(encoding="utf-8")).get("differs", [])]
    for line in found:
        if line.kind in NEVER or not line.reason:
            raise ValueError(
                f"{file.name}: {line.function}: no line stands for the kind {line.kind!r}, or without a reason."
            )
    return found


def left(module: str) -> str:
    """Why a module is not run, if it is not."""
    file, name = of(module)
    return tomllib.loads(file.read_text(encoding="utf-8")).get("left", {}).get(name, "") if file.exists() else ""


def left_tests(module: str) -> dict[str, str]:
    """The tests of a module that are not run, under their names in it, and why: where the library's own answer is wrong."""
    file, name = of(module)
    found = tomllib.loads(file.read_text(encoding="utf-8")).get("left", {}) if file.exists() else {}
    return {test.partition("::")[2]: reason for test, reason in found.items() if test.startswith(f"{name}::")}


def counted(module: str) -> int:
    """Of how many tests one was run for the numbers of a file: all, or the sample that it names."""
    file, _ = of(module)
    return int(tomllib.loads(file.read_text(encoding="utf-8")).get("sample", 1)) if file.exists() else 1


def judged(module: str, result: dict[str, Any], sample: int) -> Verdict:
    """Tell the listed differences of a module from failures.

    Parameters
    ----------
    module : str
        Its name.
    result : dict
        What its process has written.
    sample : int
        Of how many tests one was run; 0 for others. The numbers of lines must be met by a sample like that of the file, and a
        smaller one may not pass them.
    """
    file, name = of(module)
    known, ours = lines(file), counted(module)
    smaller = bool(sample) and sample % ours == 0
    met: dict[int, dict[int, str]] = collections.defaultdict(dict)
    failed, failures = set(), []
    for number, function, _, kind, detail, text in result["found"]:
        at = (k for k, line in enumerate(known) if name in line.calls and line.covers(function, kind, detail))
        if (line := next(at, None)) is not None:
            met[line][number] = text
        else:
            failed.add(number)
            failures.append(text)
    for k, line in enumerate(known):
        expected, texts = line.calls.get(name, 0), [*met[k].values()]
        if (smaller and len(texts) > expected) or (sample == ours and len(texts) < expected):
            said = f"{file.name}: {line.function}, {line.kind}, {line.says!r}: "
            failures.append(
                said + "\n".join([f"{expected} calls are listed, {len(texts)} differ.", *texts[expected:][:1]])
            )
    calls = sum(result["calls"].values())
    apart = {number for numbers in met.values() for number in numbers} - failed
    numbers = {
        "tests": result["tests"].get("passed", 0) + result["tests"].get("failed", 0), "calls": calls,
        "agreeing": calls - len(apart | (failed - {0})), "listed": len(apart), "failures": len(failures),
        "compiled": result["counts"].get("compiled", 0), "gradients": result["counts"].get("gradients", 0),
        "not offered": sum(result["not offered"].values()),
    }  # fmt: skip
    return Verdict(numbers, {k: len(texts) for k, texts in met.items()}, failures)


def count(module: str, met: dict[int, int]) -> None:
    """Write the numbers of a module into the lines of its file which name it; a line that no test meets names it no more."""
    file, name = of(module)
    if not file.exists():
        return
    text, sampled = file.read_text(encoding="utf-8").splitlines(keepends=True), counted(module) > 1
    places = [k for k, line in enumerate(text) if line.lstrip().startswith("{")]
    for k, line in enumerate(lines(file)):
        if name in line.calls:
            calls = {**line.calls, name: met.get(k, 0)}
            shown = ", ".join(f"{key} = {number}" for key, number in calls.items() if number or key != name or sampled)
            text[places[k]] = re.sub(r"calls = \{.*?\}", f"calls = {{ {shown} }}", text[places[k]])
    file.write_text("".join(text), encoding="utf-8")
