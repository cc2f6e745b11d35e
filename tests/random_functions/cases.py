"""Random cases: a program, a chain of transforms, an executor."""

from __future__ import annotations

import random

from .making import GUARDS, Maker
from .programs import Case, Spec


def _vector(spec: Spec) -> bool:
    return spec[0] == "array" and spec[2] != ()


WEIGHTS = {
    "eager": 30, "tensors": 10, "leaves": 10, "backward": 14, "dual": 7, "thread": 1, "compiled": 9, "loaded": 1.5, "out": 1,
    "batch": 3, "vmap": 2, "vmap_tensors": 6, "nb": 0.2,
}  # fmt: skip
FIRST = ["grad", "grad", "value_and_grad", "vjp", "jvp", "linearize", "jacobian", "jacrev", "jacfwd"]
SCALAR = {"grad", "value_and_grad", "hessian", "hvp"}
ORDERS = {"hessian": 2, "hvp": 2, "dot": 0, "compile": 0, "checkpoint": 0, "vmap": 0, "scan": 0}


def _chain(rng: random.Random, executor: str, order: int, guards: bool) -> tuple[tuple[str, int], ...]:
    chain: list[str] = []
    if executor == "backward":
        chain = ["dot", "grad"] * max(order, 1)
    else:
        left = order - (executor in ("leaves", "dual"))
        while left > 0:
            if rng.random() < 0.08:
                chain.append(rng.choice(["compile", "checkpoint"] + ([] if guards else ["vmap", "scan"])))
            stage = rng.choice(FIRST if left < 2 else [*FIRST, "hessian", "hvp", "hessian", "hvp"])
            wide = [s for s in chain if s.startswith("jac") or s == "hessian"]
            if wide and (stage.startswith("jac") or stage == "hessian") and rng.random() < 0.6:
                continue
            chain += ["dot", stage] if stage in SCALAR else [stage]
            left -= ORDERS.get(stage, 1)
        if rng.random() < 0.05:
            chain.append(rng.choice(["compile", "checkpoint"] + ([] if guards else ["vmap", "scan"])))
        chain += {"leaves": ["dot", "grad"], "dual": ["jvp"]}.get(executor, [])
    return tuple((stage, rng.randrange(1000)) for stage in chain)


def make_case(seed: int, executor: str | None = None) -> Case:
    """The case of a seed."""
    rng = random.Random(seed)
    if executor is None:
        executor = rng.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
    order = rng.choices([0, 1, 2, 3, 4], [15, 35, 27, 15, 8])[0]
    if executor in ("eager", "leaves", "dual", "backward", "thread"):
        order = max(order, 1)
    maker = Maker(rng, seed, [12, 12, 10, 7, 6][order], [12, 12, 8, 5, 3][order])
    program = maker.program()
    if executor == "nb" and (len(program.arguments) != 1 or program.keywords or not _vector(program.arguments[0][1])):
        executor = "compiled"
    if executor == "nb":
        program = program._replace(
            result=("name", maker.result[1] if maker.result[0] == "name" else list(maker.home)[-1])
        )
        order = 0
    guards = bool(program.kinds() & GUARDS) or any(s[0] == "assign" and s[2][:1] == ("mask",) for s in program.steps)
    return Case(program, _chain(rng, executor, order, guards), executor, seed)
