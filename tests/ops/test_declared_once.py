"""A function of NumPy's or SciPy's stands for one thing, whenever it is looked up: calls along paths keep what they found."""

import subprocess
import sys

PROGRAM = """
import sys
import tapegrad
from tapegrad.ops import complete, dispatch_tables


class Table(dict):
    def __setitem__(self, function, own):
        known = self.get(function, own)
        if known is not own and known.__module__ != own.__module__:
            print(function, known.__module__, own.__module__)
        super().__setitem__(function, own)

    def update(self, others):
        for function, own in dict(others).items():
            self[function] = own


for name in ("functions", "ufuncs"):
    old = getattr(dispatch_tables, name)
    table = Table(old)
    for module in [m for n, m in sys.modules.items() if n.startswith("tapegrad")]:
        for attribute in [a for a, value in vars(module).items() if value is old]:
            setattr(module, attribute, table)
count = len(dispatch_tables.functions)
complete()
assert len(dispatch_tables.functions) > count  # those of modules that are imported later
"""


def test_no_module_declares_what_another_one_has():
    done = subprocess.run([sys.executable, "-c", PROGRAM], check=True, capture_output=True, text=True)
    assert not done.stdout, done.stdout
