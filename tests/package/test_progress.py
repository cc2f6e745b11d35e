"""Progress of long work: who sees it where, and that it is silent elsewhere and never in the way."""

from __future__ import annotations

import io
import logging
import os
import subprocess
import sys
import threading
import time
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

import tapegrad as tg
from tapegrad import progress as shown
from tapegrad.codegen import executable
from tapegrad.func import jacobians, program_ops
from tapegrad.machine import cache
from tapegrad.progress import progress, task
from tapegrad.replay import batch


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True

    def lines(self) -> list[str]:
        """What stood on the line, one after the other."""
        return [text for text in self.getvalue().replace("\033[K", "").split("\r") if text]


class Records(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        assert record.levelno == logging.INFO
        self.texts.append(record.getMessage())


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """Work is long at once; other tests' switch does not matter."""
    monkeypatch.setattr(shown, "PATIENCE", 0.0)
    monkeypatch.setattr(shown, "REFRESH", 0.002)
    monkeypatch.setattr(shown, "_on", True)
    monkeypatch.setattr(shown, "sys", SimpleNamespace(stderr=io.StringIO(), modules=dict(sys.modules, IPython=None)))


@pytest.fixture
def terminal(monkeypatch):
    stream = Terminal()
    monkeypatch.setattr(shown.sys, "stderr", stream)
    return stream


@pytest.fixture
def log():
    logger, handler = logging.getLogger("tapegrad"), Records()
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield handler.texts
    logger.removeHandler(handler)
    logger.setLevel(before)


def until(condition) -> None:
    """Wait until something holds, for ten seconds at most."""
    deadline = time.monotonic() + 10.0
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def drawing() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "tapegrad progress"]


# ------------------------------------------------------------------------------------------------- on a terminal


def test_a_terminal_shows_a_bar_and_clears_it(terminal):
    read = []
    for k, letter in enumerate(progress("abcd", "reading")):
        until(lambda: any(f"{k}/4" in line for line in terminal.lines()))
        read.append(letter)
    assert read == list("abcd")
    bars = [line.partition("]")[0] for line in terminal.lines() if "[" in line]
    assert bars[0] == "reading [" + "." * 30
    assert "reading [" + "#" * 22 + "." * 8 in bars
    assert terminal.getvalue().endswith("\r\033[K")
    until(lambda: not drawing())


def test_work_within_work_is_one_line(terminal):
    with task("fitting", 4) as outer:
        outer.advance()
        with task("compiling"):
            until(lambda: any("fitting: compiling [" in line and "1/4" in line for line in terminal.lines()))
    assert all("\n" not in line for line in terminal.lines())


def test_a_hint_is_said_once_and_stays(terminal, monkeypatch):
    monkeypatch.setattr(shown, "HINT_AFTER", 0.0)
    with task("compiling", hint="try another way"):
        until(lambda: len(terminal.lines()) > 5)
    assert terminal.getvalue().count("tapegrad: try another way\n") == 1


def test_a_line_is_no_longer_than_the_terminal(terminal, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    with task("a long name " * 10, 5):
        until(lambda: any(terminal.lines()))
    assert all(len(line) == 59 and "... [....." in line and "0/5" in line for line in terminal.lines())


@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt])
def test_an_exception_clears_the_line(terminal, error):
    def divide():
        with task("dividing"):
            until(terminal.lines)
            raise error

    with pytest.raises(error):
        divide()
    assert terminal.getvalue().endswith("\r\033[K")
    until(lambda: not drawing())


def test_a_task_that_is_freed_without_an_end_is_shown_no_longer(terminal):
    one = task("lost").__enter__()
    until(terminal.lines)
    del one
    until(lambda: not drawing())
    assert terminal.getvalue().endswith("\r\033[K")


def test_a_terminal_that_fails_does_not_matter(monkeypatch):
    class Broken(Terminal):
        def write(self, text):
            raise BrokenPipeError

    monkeypatch.setattr(shown.sys, "stderr", Broken())
    assert sum(progress(range(5), "adding")) == 10
    for _ in progress(range(3), "waiting"):
        time.sleep(0.01)


def test_tasks_of_other_threads_wait_for_their_turn(terminal):
    def other():
        for _ in progress(range(3), "other"):
            time.sleep(0.005)

    with task("first"):
        until(terminal.lines)
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert not any("other" in line for line in terminal.lines())
    other()
    assert any("other" in line for line in terminal.lines())


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_draws_nothing_of_its_parents_and_works():
    program = """
import io, os, sys, time
from tapegrad.progress import progress, task
class Terminal(io.StringIO):
    def isatty(self): return True
sys.stderr = Terminal()
with task("parent"):
    time.sleep(0.8)
    child = os.fork()
    if not child:
        sys.stderr = Terminal()
        for _ in progress(range(8), "child"): time.sleep(0.1)
        text = sys.stderr.getvalue()
        os._exit(0 if "child [" in text and "parent" not in text else 1)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), "parent" in sys.stderr.getvalue())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "0 True\n"


@pytest.mark.slow
def test_a_real_terminal_shows_it_and_a_pipe_does_not():
    pty = pytest.importorskip("pty")
    program = """
import time
from tapegrad.progress import progress
for x in progress(range(10), "reading"): time.sleep(0.1)
for x in progress(range(10), "glancing"): time.sleep(0.01)
print("result")
"""
    command = [sys.executable, "-c", program]
    master, slave = pty.openpty()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=slave, text=True, timeout=60, check=True)
    os.close(slave)
    said = os.read(master, 100_000).decode()
    os.close(master)
    assert done.stdout == "result\n"
    assert "reading [" in said
    assert "glancing" not in said
    assert said.endswith("\r\x1b[K")
    silent = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert (silent.stdout, silent.stderr) == ("result\n", "")


# ------------------------------------------------------------------------------------------------- in a notebook


@pytest.fixture
def cell(monkeypatch):
    """A kernel of IPython whose cell has outputs, each with what it showed."""
    outputs: list[list[str]] = []

    class Handle:
        def __init__(self, data):
            outputs.append([data["text/plain"]])
            self.output = outputs[-1]

        def update(self, data, raw):
            assert raw
            self.output.append(data["text/plain"])

    def display(data, raw, display_id=None):
        assert raw
        return Handle(data)

    interactive, displays = ModuleType("IPython"), ModuleType("IPython.display")
    interactive.get_ipython = lambda: SimpleNamespace(kernel=object())
    displays.display = display
    monkeypatch.setitem(shown.sys.modules, "IPython", interactive)
    monkeypatch.setitem(sys.modules, "IPython", interactive)
    monkeypatch.setitem(sys.modules, "IPython.display", displays)
    return outputs


def test_a_notebook_has_one_output_that_is_updated(cell, terminal):
    for k, _ in enumerate(progress(range(4), "reading")):
        until(lambda: any(f"{k}/4" in text for output in cell for text in output))
    (output,) = cell
    assert output[0].startswith("reading [....")
    assert output[-1].startswith("reading: done, ")
    assert terminal.getvalue() == ""


def test_ipython_on_a_terminal_is_a_terminal(cell, terminal):
    shown.sys.modules["IPython"].get_ipython = lambda: SimpleNamespace()
    with task("reading"):
        until(terminal.lines)
    assert not cell


@pytest.mark.slow
def test_a_real_notebook_shows_it():
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    source = (
        "import time\nfrom tapegrad.progress import progress\nfor x in progress(range(9), 'reading'): time.sleep(0.1)"
    )
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    (output,) = notebook.cells[0].outputs
    assert output["data"]["text/plain"].startswith("reading: done, ")


# --------------------------------------------------------------------------------------------------- in the log


def test_the_log_has_the_beginning_the_quarters_and_the_end(log):
    for _ in progress(range(8), "reading"):
        time.sleep(0.01)
    assert log[0] == "reading: began"
    assert log[1:4] == ["reading: 25 %, 2 of 8", "reading: 50 %, 4 of 8", "reading: 75 %, 6 of 8"]
    assert log[4].startswith("reading: done in ")
    assert len(log) == 5


def test_the_log_says_what_ended_work(log):
    with pytest.raises(ZeroDivisionError), task("dividing"):
        divmod(1, 0)
    assert log[0] == "dividing: began"
    assert log[1].startswith("dividing: ended by ZeroDivisionError in ")


def test_the_log_has_long_work_alone_also_within_other_work(log, monkeypatch):
    monkeypatch.setattr(shown, "PATIENCE", 0.2)
    with task("outer"):
        until(lambda: log)
        with task("inner"):
            time.sleep(0.02)
    assert [text.partition(" in ")[0] for text in log] == ["outer: began", "outer: done"]


def test_a_level_above_info_is_silent(log):
    logging.getLogger("tapegrad").setLevel(logging.WARNING)
    with task("reading") as one:
        assert not one.is_under_way
    assert log == []


def test_a_handler_of_the_root_is_enough():
    logger, handler = logging.getLogger("tapegrad"), Records()
    before = logger.level
    logger.setLevel(logging.INFO)
    logging.root.addHandler(handler)
    try:
        with task("reading"):
            time.sleep(0.01)
    finally:
        logging.root.removeHandler(handler)
        logger.setLevel(before)
    assert handler.texts[0] == "reading: began"


# ---------------------------------------------------------------------------------------------------- silence


def test_short_work_is_not_shown(terminal, log, monkeypatch):
    monkeypatch.setattr(shown, "PATIENCE", 30.0)
    for _ in progress(range(5), "glancing"):
        time.sleep(0.01)
    assert terminal.getvalue() == ""
    assert log == []
    until(lambda: not drawing())


def test_where_nobody_looks_nothing_is_begun():
    with task("reading") as one:
        assert not one.is_under_way
        assert not drawing()
    assert shown.sys.stderr.getvalue() == ""


def test_there_is_one_switch(terminal, log):
    tg.set_progress(False)
    with task("reading") as one:
        assert not one.is_under_way
    tg.set_progress(True)
    with task("reading") as one:
        assert one.is_under_way


@pytest.mark.slow
def test_the_switch_is_in_the_environment_too():
    program = """
import io, sys
class Terminal(io.StringIO):
    def isatty(self): return True
sys.stderr = Terminal()
from tapegrad.progress import task
with task("reading") as one: print(one.is_under_way)
"""
    for value, expected in (("0", "False\n"), ("1", "True\n")):
        environment = os.environ | {"TAPEGRAD_PROGRESS": value}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout == expected


# ------------------------------------------------------------------------------------------------- what is shown


@pytest.fixture
def labels(log, monkeypatch, tmp_path):
    """A function that runs one and returns the tasks that it had, with all work taken for long."""
    monkeypatch.setattr(jacobians, "_LONG", 0)
    for module in (executable, batch, program_ops):
        monkeypatch.setattr(module, "SHOWN", 0)
    monkeypatch.setenv("TAPEGRAD_CACHE_DIR", str(tmp_path))

    def of(function, *arguments) -> set[str]:
        log.clear()
        function(*arguments)
        return {text.removesuffix(": began") for text in log if text.endswith(": began")}

    return of


def named(x):
    return np.sin(x) * np.roll(x, 1) + 0.625


def test_compilations_are_shown(labels):
    f = tg.compile(named)
    found = labels(f, np.array([0.5, 2.0, 1.0]))
    assert "recording named" in found
    assert "compiling tape (once on this machine)" in found
    assert any(text.startswith("preparing a tape of ") for text in found)
    assert labels(f, np.ones(3)) == {next(text for text in labels(f, np.ones(3)) if text.startswith("running a tape"))}


def test_jacobians_and_hessians_are_shown(labels):
    x = np.array([0.5, 2.0, 1.0])
    assert "jacobian of named, 3 x 3" in labels(tg.jacobian(named), x)
    assert "jacfwd of named, 3 x 3" in labels(tg.func.jacfwd(named), x)
    assert "hessian of sum, 3 x 3" in labels(tg.hessian(np.sum), x)
    assert "sparse_jacobian: diagonals" in labels(tg.func.sparse_jacobian(named), np.ones(30))
    assert {"sparse_jacobian: pattern", "sparse_jacobian: colours"} <= labels(
        tg.func.sparse_jacobian(lambda x: np.sin(np.cumsum(x[:6]))), np.ones(30)
    )
    assert "sparse_hessian: diagonals" in labels(tg.func.sparse_hessian(lambda x: np.sum(named(x) ** 2)), np.ones(60))
    sparse = tg.func.sparse_hessian(lambda x: np.sum(np.sin(np.cumsum(x[:6]))))
    assert {"sparse_hessian: pattern", "sparse_hessian: colours"} <= labels(sparse, np.ones(60))


def test_batches_are_shown(labels):
    f = tg.compile(tg.grad(lambda x: np.sum(named(x))))
    assert "batch" in labels(f.batch, np.ones((40, 3)))


def test_checkpoints_and_scans_are_shown(labels, log, monkeypatch):
    monkeypatch.setattr(shown, "REFRESH", 0.0)

    def swept(parts):
        x = tg.tensor([0.5, 1.0], requires_grad=True)
        tg.sum(tg.checkpoint_sequential([named] * parts, parts, x)).backward()
        return x.grad

    found = labels(swept, 6)
    assert {"checkpoints", "checkpoint of <lambda>", "reverse sweep of checkpoints and scans"} <= found
    assert "reverse sweep of checkpoints and scans: 50 %, 3 of 5" in log, log
    expected = swept(1)
    shown.set_progress(False)
    np.testing.assert_array_equal(swept(1), expected)
    shown.set_progress(True)

    def loop(x):
        return tg.scan(lambda c, _: (np.sin(c), None), x, None, length=5)[0]

    assert "scan of 5 steps" in labels(tg.grad(lambda x: np.sum(loop(x))), np.ones(2))


def test_hints_are_for_tapes_alone():
    assert "tg.scan" in cache._compiling("tape").hint
    assert not cache._compiling("exp_f8").hint


def test_warmup_and_demo_are_shown(log, monkeypatch, capsys):
    from tapegrad import demo
    from tapegrad.commands import warmup

    monkeypatch.setattr(demo, "load", list)
    demo.run(out=io.StringIO())
    assert "fitting: began" in log
    monkeypatch.setattr(warmup, "declare", SimpleNamespace(table=[], Elementwise=SimpleNamespace))
    assert warmup.run(SimpleNamespace()) == 0
    assert "compiling: began" in log
