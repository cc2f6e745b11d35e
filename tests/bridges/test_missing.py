"""A bridge to a package that is not installed says how to install it."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tapegrad as tg

PROGRAM = """
import sys
sys.modules[sys.argv[1]] = None  # as if it were not installed
import tapegrad as tg
print(dir(tg.bridges))
try:
    getattr(tg.bridges, sys.argv[1])
except ImportError as error:
    print(error)
"""


@pytest.mark.slow
@pytest.mark.sampled(99)
@pytest.mark.parametrize("package", tg.bridges.__all__)
def test_the_error_says_what_to_install(package):
    done = subprocess.run([sys.executable, "-c", PROGRAM, package], check=True, capture_output=True, text=True)
    shown, message = done.stdout.splitlines()
    assert package in shown
    assert message.endswith(f"which is not installed. Install it with: pip install {package}")


@pytest.mark.slow
def test_no_other_system_is_imported_before_it_is_used():
    program = "import sys, tapegrad as tg; tg.bridges; print({'torch', 'jax', 'casadi', 'pytensor'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout == "set()\n"
