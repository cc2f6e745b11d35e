"""Random functions give what PyTorch gives, whatever runs them, and so do the cases in which they did not at first."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from tests.random_functions import checking, executors  # noqa: E402 (they import torch)
from tests.random_functions.programs import Case, Program, mapped  # noqa: E402


@pytest.mark.sampled(1)
@pytest.mark.parametrize("part", range(8))
def test_random_functions_agree_with_torch(part: int) -> None:
    verdicts = []
    for seed in range(50 * part, 50 * (part + 1)):
        case, verdict = checking.check_seed(seed)
        if isinstance(verdict, checking.Disagreement):
            pytest.fail(checking.report(case, verdict))
        verdicts.append(verdict)
    assert verdicts.count("agrees") >= 45


FOUND = {
    "out= takes what is computed from plain data": Case(
        Program(
            (("data", ("array", "v3", (3,))), ("by", ("array", "v1", (3,)))),
            (),
            (("call", "v4", "sin", ("v1",), ()), ("out", "sin", "v4", ("v3",)), ("call", "v5", "times", ("v4",), ())),
            ("name", "v5"),
        ),
        (("jacrev", 0),), "eager", 22164,
    ),
    "a third derivative at zero": Case(
        Program(
            (("by", ("array", "v2", ())),),
            (),
            (("inner", "v8", "vjp", (("count",), ("extra", "multiply")), "v2", "v2"),),
            ("name", "v8"),
        ),
        (("hessian", 0),), "compiled", 22274,
    ),
    "the Hessian's product with a vector, mapped, at zero": Case(
        Program((("by", ("array", "v1", (3, 1))),), (), (("call", "v2", "log1p", ("v1",), ()),), ("name", "v2")),
        (("dot", 0), ("hessian", 0), ("dot", 0), ("hvp", 0)), "vmap", 22424,
    ),
    "positions of a run that is closed, where none is open": Case(
        Program(
            (("by", ("array", "v1", (1, 2))),),
            (),
            (("call", "v3", "multiply", ("v1", "v1"), ()), ("inplace", "-=", "v3", ("mask", "v3"), 1.0)),
            ("name", "v3"),
        ),
        (("dot", 0), ("hessian", 0)), "vmap_tensors", 56,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FOUND)
def test_cases_that_were_found(name: str) -> None:
    assert checking.check(FOUND[name]) == "agrees"


def test_a_disagreement_is_reported_as_the_shortest_case(monkeypatch: pytest.MonkeyPatch) -> None:
    """The net sees a wrong derivative that only one executor gives."""
    case = Case(
        Program(
            (("by", ("array", "v1", (2,))), ("data", ("array", "v2", ()))),
            (("rate", ("array", "v3", (1,))),),
            (
                ("call", "v4", "exp", ("v1",), ()),
                ("call", "v5", "multiply", ("v1", "v1"), ()),
                ("buffer", "v6", "zeros", "v5", 0.0),
                ("assign", "v6", ("...",), "v5"),
            ),
            ("list", (("name", "v6"), ("name", "v4"))),
        ),
        (("jvp", 3),), "eager", 1,
    )  # fmt: skip
    assert checking.check(case) == "agrees"
    jvp = executors._Stages.jvp
    monkeypatch.setattr(
        executors._Stages, "jvp",
        lambda self, f, seed: lambda *args, **keywords: mapped(lambda x: 2.0 * x, jvp(self, f, seed)(*args, **keywords)),
    )  # fmt: skip
    with pytest.raises(checking.Disagreement) as caught:
        checking.check(case)
    lines = checking.report(case, caught.value).partition("Case(")[2].split()
    short = "Program( (('by', ('array', 'v1', (2,))),), (), ( ), ('name', 'v1'), ), (('jvp', 0),), 'eager', 1, )"
    assert lines == short.split()
