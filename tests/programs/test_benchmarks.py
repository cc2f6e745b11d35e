"""The asv suite agrees with the package: it can be discovered where asv runs it, and each of its benchmarks runs."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
import tomllib

import pytest

from tests.support import ROOT, WITH_TESTS

DISCOVERY = """
import importlib, pkgutil
class Elsewhere:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[1:]:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Elsewhere())
import benchmarks
for module in pkgutil.walk_packages(benchmarks.__path__, "benchmarks."):
    importlib.import_module(module.name)
"""
# Each benchmark of a module with each of its parameters, all others being the first.
RUN = """
import importlib, inspect, itertools, textwrap
module = importlib.import_module(sys.argv[1])
for cls in vars(module).values():
    if not (inspect.isclass(cls) and cls.__module__ == module.__name__):
        continue
    parameters = getattr(cls, "params", ())
    if parameters and not isinstance(parameters[0], tuple):
        parameters = (parameters,)
    names = [n for n, _ in inspect.getmembers(cls, inspect.isfunction) if n.startswith(("time", "peakmem", "track"))]
    for name, chosen in itertools.product(names, itertools.product(*parameters)):
        if sum(value != values[0] for value, values in zip(chosen, parameters)) > 1:
            continue
        benchmark = cls()
        getattr(benchmark, "setup", lambda *chosen: None)(*chosen)
        result = getattr(benchmark, name)(*chosen)
        print(cls.__name__, name, *chosen)
        if name.startswith("timeraw"):
            code = [result] if isinstance(result, str) else reversed(result)
            exec("\\n".join(map(textwrap.dedent, code)), {})
"""
SUITE = sorted(f"benchmarks.{path.stem}" for path in (ROOT / "benchmarks").glob("benchmark_*.py"))


def fresh(program, *arguments):
    """What a program prints in a process of its own, which the suite may set to one thread."""
    command = [sys.executable, "-P", "-c", WITH_TESTS + program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_all_modules_are_imported_with_what_asv_installs():
    """And with none of the other packages that extras bring."""
    installed = json.loads((ROOT / "asv.conf.json").read_text())["matrix"]["req"]
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    fresh(DISCOVERY, *{re.split(r"\W", name)[0] for name in itertools.chain(*extras.values())} - {*installed})


@pytest.mark.exhaustive
@pytest.mark.parametrize("module", SUITE)
def test_each_benchmark_runs(module):
    assert fresh(RUN, module)


def test_the_page_of_costs_has_a_place_for_every_table_and_operations_are_counted():
    marks = re.findall(r"^<!-- (\w+) -->\n", (ROOT / "docs" / "explain" / "performance.md").read_text(), re.MULTILINE)
    assert fresh("""
import numpy as np, tapegrad as tg
from benchmarks.performance import bounds, tables
x = np.ones(100)
print(*(table.__name__ for table in tables.TABLES))
print(bounds.flops_per_turn(tg.compile(lambda x: x * 2.0 + 1.0), x))
print(bounds.flops_per_turn(tg.compile(lambda x: (x / 3.0 - x) * x + x * 5.0), x))
""").split() == [*(mark for mark in marks if mark not in ("compiled", "end")), "2", "5"]


def test_the_determinant_by_minors_and_the_unrolled_scan():
    found = fresh("""
import numpy as np, tapegrad as tg
from benchmarks import loops
a = np.random.default_rng(0).normal(size=(4, 4))
print(np.isclose(loops.by_minors(a), np.linalg.det(a), rtol=1e-12))
carry, ys = loops.unrolled(lambda c, row: (c + row[0] * row[1], c), 1.0, (a[0], a[1]))
sums = 1.0 + np.cumsum(a[0] * a[1])
print(np.allclose([carry, *ys], [sums[-1], 1.0, *sums[:-1]], rtol=1e-12))
""")
    assert found.split() == ["True", "True"]
