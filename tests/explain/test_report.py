"""What the explorer is given: groups and their code, times, lines, roles, passes, guards, reasons."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.codegen.function_writer import written
from tapegrad.explain import measure
from tapegrad.explain.machine_code import MarkingModule, assembly
from tapegrad.explain.source import SourceFiles
from tapegrad.explain.view import CONSTANT, FORWARD, INPUT, REVERSE, Chunks, view


def classifier(w, x):
    h = np.tanh(x @ w)
    if w[0, 0] > 0.0:
        h = h * 2.0
    return np.sum(np.log1p(np.exp(-h)))


def steps(x):
    def step(state, t):
        state = state + 0.1 * np.sin(state) * t
        return state, state.sum()

    state, sums = tg.scan(step, x, np.arange(7.0))
    return state.sum() + sums.sum()


W, X = np.ones((8, 4)) / 8.0, np.ones((100, 8))
CASES = {
    "classifier": (tg.value_and_grad(classifier), (W, X)),
    "steps": (tg.value_and_grad(steps), (np.ones(5),)),
    "scalars": (tg.value_and_grad(lambda x: np.sin(x[0]) * x[1]), (np.ones(2),)),
    "solve": (tg.grad(lambda a: np.linalg.solve(a, np.ones(3)).sum()), (np.eye(3),)),
}


def recorded(name, **keywords):
    f, args = CASES[name]
    compiled = tg.compile(f, **keywords)
    compiled(*args)
    return compiled, args


def data_of(name, measured=False):
    compiled, args = recorded(name, lines=True)
    source, chunks = SourceFiles(), Chunks()
    variant = compiled._sealed(args, {})
    one = view(name, variant.program, variant, source, chunks, measured)
    return one, source.data(), chunks, variant


@pytest.mark.parametrize("name", CASES)
def test_what_is_shown_is_the_text_that_runs(name):
    program = recorded(name)[0].tape()
    module = MarkingModule()
    assert written(program, module)[2] == written(program)[2]
    for writer in module.writers:
        shown = [line for lines, _ in writer.code().values() for line in lines]
        assert shown == [text.removeprefix("  ") for line in writer.lines for text in line.split("\n")]


@pytest.mark.parametrize("name", CASES)
def test_groups_cover_the_instructions_that_have_code(name):
    one, _, chunks, _ = data_of(name)
    for tape in one["tapes"]:
        for slot, groups in enumerate(tape["group"]):
            for k in groups:
                assert slot in tape["groups"][k]["members"]
        assert {s for g in tape["groups"] for s in g["members"]} <= {s for s, op in enumerate(tape["op"]) if op >= 0}
        for group in tape["groups"]:
            chunk, index = group["code"]
            code = chunks[chunk][index]
            assert len(code["owners"]) == len(code["llvm"].split("\n"))
            assert {*code["owners"], *code["assembly_owners"]} <= {-1, *group["members"]}
    for names in ("op", "args", "operands", "type", "role", "bytes", "line", "group", "stored"):
        assert len({len(tape[names]) for tape in one["tapes"][:1]} | {len(one["tapes"][0]["op"])}) == 1
    json.dumps(one, allow_nan=False)


def test_assembly_belongs_to_functions_and_groups():
    program = recorded("classifier")[0].tape()
    lines = assembly(program)
    assert any(re.search(r"\bmul|fmul|vmul", line.text) for line in lines)
    module = MarkingModule()
    written(program, module)
    units = module.writers[0].plan.units
    seen = {line.group for line in lines if line.function == 0}
    assert {k for k, unit in enumerate(units) if unit.kind == "lanes" and unit.members} <= seen
    for line in lines:
        if line.slot >= 0 and line.group < len(units):
            assert line.slot in units[line.group].members


def test_roles_lines_and_guards():
    one, files, _, _ = data_of("classifier")
    (tape,) = one["tapes"]
    ops = [tape["ops"][k] if k >= 0 else "" for k in tape["op"]]
    assert all(tape["role"][ops.index(op)] == FORWARD for op in ("matmul", "tanh", "log1p"))  # the first of each
    assert tape["role"][0] == INPUT
    assert CONSTANT in tape["role"]
    assert REVERSE in tape["role"]
    (file,) = files
    assert file["name"] == Path(__file__).name
    source, first = inspect.getsourcelines(classifier)
    text = dict(enumerate(file["lines"], file["first"]))
    assert [text[first + k] for k in range(len(source))] == [line.rstrip("\n") for line in source]
    number = tape["lines"][tape["line"][ops.index("tanh")]][1]
    assert "np.tanh" in text[number]
    (guard,) = one["guards"]
    assert guard["expected"] == "True"
    assert "if w[0, 0]" in text[tape["lines"][guard["line"]][1]]
    assert guard["text"] == f"{file['name']}:{tape['lines'][guard['line']][1]}"


def test_programs_that_run_within_have_tapes():
    one, _, _, _ = data_of("steps")
    inner = [tape for tape in one["tapes"] if tape["parent"] is not None]
    assert inner
    assert all(tape["turns"] == 7 for tape in inner)
    for tape in inner:
        number, slot = tape["parent"]
        outer = one["tapes"][number]
        assert outer["ops"][outer["op"][slot]] == "scan"
        assert tape["lines"]


def test_passes_say_what_they_did():
    compiled = tg.compile(lambda a, b, v: a @ b @ v)
    args = np.ones((40, 40)), np.ones((40, 40)), np.ones(40)
    compiled(*args)
    chunks = Chunks()
    passes = view("f", compiled.tape(), None, SourceFiles(), chunks)["passes"]
    assert (
        [p["name"] for p in passes] == [name for name, _ in compiled.passes()] == ["recorded", "reassociate_products"]
    )
    assert (passes[1]["removed"], passes[1]["added"]) == (2, 2)  # two products became two others
    assert passes[1]["about"].endswith(".")
    assert len(passes[1]["about"]) > 20
    chunk, index = passes[1]["listing"]
    first, *rest = chunks[chunk][index].splitlines()
    assert first == "sealed tape of 2 instructions, 3 inputs, 0 constants, 1 outputs"
    assert rest == str(compiled.passes()[1].program).splitlines()[1:]


def test_operations_of_products_are_counted():
    compiled = tg.compile(lambda a, b: a @ b)
    compiled(np.ones((30, 20)), np.ones((20, 50)))
    (tape,) = view("f", compiled.tape(), None, SourceFiles(), Chunks())["tapes"]
    assert sum(g["operations"] for g in tape["groups"]) == 2 * 30 * 20 * 50


def kinds_of(f, *args):
    compiled = tg.compile(f)
    compiled(*args)
    (tape,) = view("f", compiled.tape(), None, SourceFiles(), Chunks())["tapes"]
    return {(tape["ops"][tape["op"][r["slot"]]], r["kind"]) for r in tape["remarks"]}, tape


def test_reasons_why_values_go_through_memory():
    a, v = np.ones((40, 40)), np.ones(40)
    found, tape = kinds_of(lambda a, v: np.tanh(np.exp(a) @ np.exp(a) @ v), a, v)
    assert ("exp", "before array") in found
    found, _ = kinds_of(lambda a, v: np.exp(a @ a), a, v)
    assert ("matmul", "after array") in found
    found, tape = kinds_of(lambda v: np.outer(np.exp(v), v) * 2.0 + 1.0, np.ones(300))
    assert found == {("exp", "other shape")}
    (remark,) = tape["remarks"]
    assert remark["bytes"] == 2400
    assert "loop over 300" in remark["text"]
    assert "300 x 300" in remark["text"]
    found, _ = kinds_of(lambda a: np.exp(a) / np.exp(a).sum(axis=0), np.ones((300, 300)))
    assert {kind for _, kind in found} & {"not folded", "other shape", "before array", "after array"}
    assert not kinds_of(lambda v: np.sum(np.exp(v) * 2.0), np.ones(300))[0]  # one loop


def test_marks_of_groups():
    _, tape = kinds_of(lambda v: np.sum(np.exp(v) * 2.0), np.ones(300))
    assert {"sum folded in", "fused"} <= {mark for g in tape["groups"] for mark in g["marks"]}
    _, tape = kinds_of(lambda a: a @ a, np.ones((200, 200)))
    assert any("BLAS" in mark for g in tape["groups"] for mark in g["marks"])


def test_times_follow_the_work():
    """A product of a thousand times as many operations takes more time than the other."""
    compiled = tg.compile(lambda a, b: (np.sum(np.tanh(a @ a)), np.sum(np.sqrt(b))))
    args = np.ones((400, 400)), np.ones(64)
    compiled(*args)
    timed = measure.timing(compiled._sealed(args, {}))
    assert timed is not None
    assert timed.seconds > 0.0
    one = view("f", compiled.tape(), compiled._sealed(args, {}), SourceFiles(), Chunks())
    (tape,) = one["tapes"]
    by_op = {tape["ops"][op]: s for op, s in zip(tape["op"], tape["seconds"], strict=True) if op >= 0}
    assert by_op["matmul"] > by_op["sqrt"] >= 0.0
    assert sum(tape["seconds"]) == pytest.approx(sum(g["seconds"] for g in tape["groups"] if g["members"]))
    assert one["bandwidth"] > 1e8
    assert one["peak"] > 1e8


def test_bodies_of_loops_are_timed():
    compiled, args = recorded("steps")
    timed = measure.timing(compiled._sealed(args, {}))
    assert [*map(len, timed.groups)] == [*map(len, timed.turns)]
    assert all(turns[0] == 7.0 for turns in timed.turns[1:])  # one group each, once a step
    assert all(groups[0] > 0.0 for groups in timed.groups[1:])


def test_pages_tell_no_paths():
    one, files, chunks, _ = data_of("classifier")
    text = json.dumps([one, files, chunks])
    assert "test_report.py:" in text
    assert str(Path(__file__).parent) not in text


def test_explain_writes_a_page(tmp_path):
    compiled, args = recorded("classifier")
    for k, given in enumerate((args, ())):
        explanation = compiled.explain(tmp_path / f"{k}.html", *given)
        text = (tmp_path / f"{k}.html").read_text()
        assert not re.search(r'(?:src|href)="(?:https?:)?//', text)
        data = json.loads(re.search(r'<script type="application/json" id="data">(.*)</script>', text)[1])
        assert data["title"] == explanation.title == "value_and_grad(classifier)"
        assert data["files"][0]["name"] == Path(__file__).name  # also without lines=True
        assert data["views"][0]["seconds"] > 0.0
    assert "srcdoc" in explanation._repr_html_()
    assert repr(explanation).startswith("<explanation of value_and_grad(classifier)")


def test_explain_of_what_else_there_is(tmp_path):
    compiled, args = recorded("classifier")
    compiled.save(tmp_path / "f.tape")
    w = tg.tensor([1.0, 2.0], requires_grad=True)
    captured = tg.compile(lambda x: np.sum(x * w))
    captured(np.ones(2))
    static = tg.compile(lambda x, n: np.sum(x**n), static_argnums=1)
    static(np.ones(2), 3)

    class Model:
        @tg.compile
        def loss(self, x):
            return np.sum(x * x)

    model = Model()
    model.loss(np.ones(2))
    pages = [
        compiled.tape().explain(), tg.load(tmp_path / "f.tape").explain(), captured.explain(), static.explain(),
        static.explain(None, np.ones(2), 3), model.loss.explain(), model.loss.explain(None, np.ones(3)),
    ]  # fmt: skip
    assert all("<iframe" in page._repr_html_() for page in pages)
    with pytest.raises(tg.errors.ReplayError, match="nothing was recorded yet"):
        tg.compile(lambda x: x * 2.0).explain()


def test_programs_without_code_of_their_own_are_explained():
    through = tg.compile(tg.value_and_grad(lambda x: tg.checkpoint(lambda y: np.sin(y) * y)(x).sum()))
    same = tg.compile(lambda x: x)
    for compiled in (through, same):
        compiled(np.ones(3))
        assert "<iframe" in compiled.explain()._repr_html_()
    with tg.Tape() as empty:
        pass
    assert "<iframe" in empty.explain()._repr_html_()


def test_eager_tapes_become_one_tape():
    with tg.Tape(lines=True) as tape:
        x = tg.tensor(np.linspace(0.0, 1.0, 7), requires_grad=True)
        y = np.sin(x) * x
        total = y.sum()
        value = total.item()
        z = total * 2.0
    program, inputs = tape.program()
    assert len(inputs) == 1
    sealed = tape.explain()
    assert "total * 2.0" in sealed._repr_html_()
    outputs = dict(zip(program.outputs, range(9), strict=False))
    assert len(outputs) == 3  # y, total and z are held
    assert all(program.lines[s].file == __file__ for s, op in enumerate(program.ops) if op is not None)
    assert value == pytest.approx(np.sum(np.sin(np.linspace(0.0, 1.0, 7)) * np.linspace(0.0, 1.0, 7)))
    assert z.item() == 2.0 * value
    assert "<table" in tape._repr_html_()


def test_sparse_derivatives_show_pattern_and_colours():
    def banded(x):
        return x[1:] * x[:-1] ** 2

    def energy(x):
        return np.sum(banded(x))

    x = np.linspace(0.0, 1.0, 30)
    for f, sweeps in ((tg.func.sparse_jacobian(banded), 2), (tg.func.sparse_hessian(energy), None)):
        with pytest.raises(tg.errors.ReplayError, match="nothing was recorded yet"):
            f.explain()
        text = f.explain(None, x)._text
        assert f.explain().title == f.explain(None, x).title
        data = json.loads(re.search(r'<script type="application/json" id="data">(.*)</script>', text)[1])
        sparse = data["views"][0]["sparse"]
        dense = f(x).toarray()
        assert sparse["shape"] == [*dense.shape]
        pattern = np.zeros(dense.shape, bool)
        pattern[sparse["rows"], sparse["columns"]] = True
        assert not dense[~pattern].any()
        colours = np.array(sparse["colours"])
        assert colours.max() + 1 == f.colours(x) == (sweeps or f.colours(x))
        assert sparse["by"] == "diagonals"
        rows = np.array(sparse["rows"])
        assert all(np.bincount(rows[colours == c]).max() == 1 for c in range(colours.max() + 1))

    def coupled(x):
        return np.concatenate([np.cumsum(x[:3]) * 2.0, x[:-1] * x[1:]])

    f = tg.func.sparse_jacobian(coupled)
    text = f.explain(None, x)._text
    sparse = json.loads(re.search(r'<script type="application/json" id="data">(.*)</script>', text)[1])["views"][0][
        "sparse"
    ]
    colours, pattern = np.array(sparse["colours"]), f(x).toarray() != 0
    assert sparse["by"] == "columns"
    assert colours.max() + 1 == f.colours(x)
    assert all(pattern[:, colours == c].sum(axis=1).max() == 1 for c in range(f.colours(x)))


@pytest.mark.slow
def test_eager_loops_show_what_is_compiled_and_why_not():
    with tg.debug.trace_cache(True):
        for _ in range(200):
            x = tg.tensor([1.0, 2.0, 3.0], requires_grad=True)
            (np.sin(x) * x).sum().backward()
        for _ in range(200):
            x = tg.tensor([1.0, 2.0, 3.0], requires_grad=True)
            y = (x * x).sum()
            y.register_hook(lambda g: g)
            y.backward(tg.tensor(1.0))
        text = tg.debug.explain()._text
        expected = tg.debug.exits()
    data = json.loads(re.search(r'<script type="application/json" id="data">(.*)</script>', text)[1])
    assert [(x["state"], x["reason"], x["compiled"]) for x in data["loops"]] == [
        (e.state, e.reason, e.compiled) for e in expected
    ]
    compiled = [x for x in data["loops"] if x["state"] == "compiled"]
    assert compiled
    assert all(data["views"][x["view"]]["seconds"] is not None for x in compiled[:1])
    assert Path(__file__).name in data["loops"][0]["where"]
    assert data["loops"][0]["lines"]


@pytest.mark.slow
def test_the_command_writes_a_page(tmp_path):
    command = [sys.executable, "-m", "tapegrad", "explain", "tapegrad.optimize:rosen", "--args", "[1.3, 0.7]"]
    done = subprocess.run([*command, "--gradient"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["rosen.html"]
    assert "value_and_grad(rosen)" in (tmp_path / "rosen.html").read_text()


def test_notebooks_show_a_table():
    compiled, _ = recorded("scalars")
    for shown in (compiled._repr_html_(), compiled.tape()._repr_html_()):
        assert "<table" in shown
        assert "sin" in shown
        assert "explain() shows" in shown


def test_notebooks_show_the_name_of_what_has_no_recording():
    assert tg.compile(lambda x: x)._repr_html_() is None


def test_notebooks_fold_long_tapes():
    def many(x):
        for _ in range(25):
            x = np.sin(x) * 1.5
        return x

    short, long = tg.compile(lambda x: np.sin(x)), tg.compile(many)
    short(0.5)
    long(0.5)
    assert "<details>" not in short._repr_html_()
    open_, folded = long._repr_html_().split("<details>")
    assert open_.count("<td") == 4 * 20
    assert folded.count("<td") == 4 * (len(long.tape()) - 20)
    assert f"<summary>{len(long.tape()) - 20} more instructions</summary>" in folded
    assert folded.count("<table") == folded.count("</table>") == 1


def test_notebooks_tell_of_other_variants():
    compiled = tg.compile(lambda x: np.sin(x))
    compiled(np.ones(3))
    assert "variant" not in compiled._repr_html_()
    compiled(np.ones(4))
    shown = compiled._repr_html_()
    assert "float64[4]" in shown
    assert "the variant used last, of 2; explain(None, *args)" in shown


def test_the_call_that_compiles_is_not_measured(monkeypatch):
    clock = [0.0]
    durations = iter([30.0, *[0.02] * 5000])

    class Variant:
        example = ()

        def run(self, example):
            clock[0] += next(durations)
            return 0, []

    monkeypatch.setattr(measure.time, "perf_counter", lambda: clock[0])
    assert measure._shortest(Variant()) == pytest.approx(0.02)
