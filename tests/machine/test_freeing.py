"""Machine code goes with its last user, and never before."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import time

import numba
import numpy as np
import pytest

import tapegrad as tg
from tapegrad.machine.cache import Code

pytestmark = pytest.mark.usefixtures("only_new_objects")


def loaded():
    """How many programs' machine code was loaded by the test and still is."""
    gc.collect()
    return sum(type(x) is Code for x in gc.get_objects())


def scaled(c):
    return tg.compile(lambda x: np.sum(x * x) * c)


def test_the_code_of_a_function_goes_with_it():
    before = loaded()
    f = scaled(1.25)
    assert f(np.array([1.0, 2.0])) == 6.25
    assert loaded() == before + 1
    del f
    assert loaded() == before


def test_the_code_of_batches_goes_with_their_function():
    before = loaded()
    f = scaled(1.5)
    np.testing.assert_array_equal(f.batch(np.array([[1.0, 2.0], [0.0, 2.0]])), [7.5, 6.0])
    assert loaded() > before
    del f
    assert loaded() == before


def test_variants_that_are_dropped_take_their_code_with_them():
    f = tg.compile(lambda x: x * float(int(x)), max_variants=4)
    before = loaded()
    for k in range(20):
        assert f(k + 0.5) == (k + 0.5) * k
    assert loaded() <= before + 4
    assert f.stats()["variants"] == 4


def test_equal_programs_share_their_code():
    f = scaled(1.75)
    f(np.ones(2))
    before = loaded()
    g = scaled(1.75)
    assert g(np.ones(2)) == 3.5
    assert loaded() == before
    del f
    assert g(np.ones(2)) == 3.5  # the code of `f` is still that of `g`


@numba.njit
def summed_gradients(tape, x, times):
    g, work = np.empty_like(x), np.empty(tg.nb.work_size(tape))
    total = np.zeros_like(x)
    for _ in range(times):
        if tg.nb.value_and_grad(tape, x, g, work) != 0:
            return total * np.nan
        total += g
    return total


def test_tape_data_keeps_the_code_that_it_points_to():
    before = loaded()
    f = scaled(2.25)
    x = np.array([1.0, 2.0])
    tape = f.tape_data(x)
    del f
    others = [scaled(2.25 + k) for k in range(1, 9)]
    for other in others:  # what was unloaded would be overwritten
        other(x)
    np.testing.assert_array_equal(summed_gradients(tape, x, 3), 3 * 4.5 * x)
    header = tape.header
    del tape, other, others
    assert loaded() == before + 2
    del header
    assert loaded() == before


@pytest.mark.slow
def test_code_is_not_unloaded_while_a_thread_is_in_it():
    n, turns = 200_000, 300
    f = tg.compile(lambda x: tg.fori_loop(0, turns, lambda k, y: np.sin(y), x))
    x = np.linspace(0.0, 1.0, n)
    expected = f(x)
    found = []
    calls = [f]
    thread = threading.Thread(target=lambda: found.append(calls.pop()(x)))
    del f
    thread.start()
    while calls:
        time.sleep(0.001)
    gc.collect()
    for k in range(5):
        scaled(3.25 + k)(np.ones(2))
    thread.join()
    np.testing.assert_array_equal(found[0], expected)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_process_unloads_and_loads():
    f = scaled(4.25)
    f(np.ones(2))
    child = os.fork()
    if child == 0:
        try:
            right = f(np.ones(2)) == 8.5
            del f
            right = right and all(scaled(5.25 + k)(np.ones(2)) == 2 * (5.25 + k) for k in range(3))
            os._exit(0 if right else 1)
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert f(np.ones(2)) == 8.5


FORK = """
import os, threading, time
from tapegrad.codegen.executable import exclusive
from tapegrad.machine.cache import engine

compiles, forks = threading.Event(), threading.Event()

def compile():
    with exclusive:
        compiles.set()
        forks.wait()
        time.sleep(0.2)
        engine().address("nothing")

thread = threading.Thread(target=compile, daemon=True)
thread.start()
compiles.wait()
forks.set()
child = os.fork()
if child == 0:
    with exclusive:
        os._exit(engine().address("nothing"))
thread.join()
print(os.waitpid(child, 0)[1])
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("first", ["", "engine()", "import tapegrad; tapegrad.ones(3).sum().item()"])
def test_a_fork_waits_for_a_thread_that_compiles(first):
    """Whichever of the locks was asked for first in the process."""
    program = FORK.replace("\ncompiles,", f"\n{first}\ncompiles,")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "0\n"


FORK_IN_NUMBA = """
import os, threading
import numba
from tapegrad.machine import numba_functions as functions

def compile(name):
    functions.of_numbers(name, numba.njit(lambda x: x * x), 1)

compile("first")  # what is imported on the way
thread = threading.Thread(target=compile, args=["second"], daemon=True)
thread.start()
while functions._lock.acquire(blocking=False):
    functions._lock.release()
child = os.fork()
if child == 0:
    compile("third")
    os._exit(0)
print(os.waitpid(child, 0)[1])
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_waits_for_a_thread_in_which_numba_compiles():
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORK_IN_NUMBA], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "0\n"


GROWTH = """
import gc
import numpy as np
import tapegrad as tg

def resident():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 1e6

def use(k):
    tg.compile(lambda x: np.sum(np.sin(x) * x) + k)(np.ones(4))

for k in range(20):
    use(float(k))
start = resident()
for k in range(20, 80):
    use(float(k))
print(resident() - start)

f = tg.compile(lambda x: x * float(int(x)), max_variants=3)
for k in range(20):
    f(k + 0.5)
start = resident()
for k in range(20, 80):
    f(k + 0.5)
print(resident() - start)
"""


@pytest.mark.exhaustive
@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="reads Linux's figures")
def test_memory_does_not_grow_with_functions_and_recordings(tmp_path):
    environment = {**os.environ, "TAPEGRAD_CACHE_DIR": str(tmp_path / "cache"), "PYTHONWARNINGS": "ignore"}
    done = subprocess.run([sys.executable, "-c", GROWTH], env=environment, capture_output=True, text=True, check=True)
    functions, recordings = map(float, done.stdout.split())
    assert functions < 3.0  # MB, of 60; it was 6.6
    assert recordings < 3.0
