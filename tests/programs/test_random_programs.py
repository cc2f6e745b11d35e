"""Random programs give what PyTorch gives, and so do the programs in which they did not at first."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg

torch = pytest.importorskip("torch")

from tests.random_programs.comparing import Disagreement, check, check_seed  # noqa: E402 (they import torch)
from tests.random_programs.computing import Computing  # noqa: E402
from tests.random_programs.libraries import Tapegrad  # noqa: E402
from tests.random_programs.reporting import report  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # PyTorch's, about strides and create_graph


@pytest.mark.sampled(4)
@pytest.mark.parametrize("part", range(16))
def test_random_programs_agree_with_torch(part: int) -> None:
    verdicts = []
    for seed in range(50 * part, 50 * (part + 1)):
        steps, verdict = check_seed(seed)
        if isinstance(verdict, Disagreement):
            pytest.fail(report(seed, steps, verdict))
        verdicts.append(verdict)
    assert verdicts.count("agrees") >= 45


def test_random_programs_agree_with_differences() -> None:
    """Along one direction, where the program is smooth."""
    rng, compared = np.random.default_rng(0), 0
    for program in filter(lambda program: program.smooth and program.wide, map(Computing, range(200))):
        directions = [rng.normal(size=a.shape) for a in program.leaves]

        def total(leaves: Any, program: Any = program) -> Any:
            return np.sum(program(leaves)[-1]) + 0.0 * np.sum(leaves[0])

        def moved(step: float, program: Any = program, directions: Any = directions) -> Any:
            return [tg.tensor(a + step * d) for a, d in zip(program.leaves, directions, strict=True)]

        leaves = [tg.tensor(a, requires_grad=True) for a in program.leaves]
        found = tg.autograd.grad(total([leaf.clone() for leaf in leaves]), leaves, materialize_grads=True)
        slope = sum(float(np.sum(g.numpy() * d)) for g, d in zip(found, directions, strict=True))
        h, value = 1e-3, lambda step: float(total(moved(step)).detach())
        numeric = (8 * (value(h) - value(-h)) - (value(2 * h) - value(-2 * h))) / (12 * h)
        if np.isfinite(numeric):
            compared += 1
            assert abs(slope - numeric) < 1e-6 * (1.0 + abs(numeric) + abs(value(0.0))), program.steps
    assert compared > 40


FOUND = {
    "a hook beside an input that lies within the cut": [
        ("leaf", "v1", (3, 1), "float64", True, 891884),
        ("leaf", "v3", (), "float64", True, 101998),
        ("binary", "v4", "maximum", "v1", "v1"),
        ("function", ("v5",), "cube", ("v4",)),
        ("binary", "v6", "greater", "v4", "v4"),
        ("noded", "v7", "multiply", ("v6", "v3"), 0, "before", "half"),
        ("binary", "v8", "logaddexp", "v4", "v1"),
        ("backward", ("v8", "v1", "v1"), (719267, 588576, 741535), True, False, None),
    ],
    "a hook behind an array instruction": [
        ("leaf", "v1", (), "float64", True, 67969),
        ("leaf", "v2", (1, 3), "float64", True, 75352),
        ("swapaxes", "v5", "v2", 1, 0),
        ("unary", "v6", "negative", "v1"),
        ("number", "v7", "r-", "v6", 2.0),
        ("hook", 1, "v5", "times", "v7"),
        ("matmul", "v12", "v2", "v5"),
        ("binary", "v13", "logaddexp", "v12", "v7"),
        ("read", "v14", "v13", ((None, None, None), [-1, -1, 0, -1])),
        ("backward", ("v14", "v7"), (964563, 242400), False, False, None),
    ],
    "a broadcast input that the sweep does not reach": [
        ("leaf", "v1", (3,), "float64", True, 730957),
        ("leaf", "v2", (2, 1, 3), "float64", True, 982626),
        ("where", "v3", "v2", "v1", (2, 1, 3), 832),
        ("swapaxes", "v13", "v2", 0, 2),
        ("backward", ("v13",), (188202,), True, False, ("v1", "v2")),
    ],
    "a read of a result that the sweep does not need": [
        ("leaf", "v1", (2, 1, 3), "float64", True, 650120),
        ("reduce", "v3", "amin", "v1", 1, True),
        ("read", "v6", "v1", (0, 0, "...")),
        ("binary", "v9", "multiply", "v3", "v6"),
        ("hook", 3, "v9", "look", None),
        ("read", "v10", "v9", ([False, False],)),
        ("grad", ("v11",), ("v10",), ("v10",), (567520,), True, False, None, False),
    ],
    "a hook where all contributions are zero": [
        ("leaf", "v1", (2, 1, 3), "float64", True, 595995),
        ("unary", "v3", "sin", "v1"),
        ("binary", "v5", "logaddexp", "v1", "v3"),
        ("noded", "v6", "sum", ("v5",), 1, "before", "look"),
        ("together", 2, ("v5", "v6")),
        ("assign", "v3", (-1, -1, (2, 2, 2)), "v6"),
        ("function", ("v9",), "cube", ("v1",)),
        ("backward", ("v9", "v3", "v1"), (826579, 835919, 927960), True, False, None),
    ],
    "a custom function that leads to no target": [
        ("leaf", "v1", (), "float64", True, 1018802),
        ("leaf", "v2", (3, 1), "float64", True, 287788),
        ("function", ("v5",), "cube", ("v2",)),
        ("hook", 0, "v5", "times", "v1"),
        ("grad", ("v7",), ("v1", "v5"), ("v1",), (None, 326772), True, False, None, False),
    ],
    "a custom function that saves nothing, recorded": [
        ("leaf", "v1", (3,), "float64", True, 709520),
        ("function", ("v3", "v4"), "rounded", ("v1",)),
        ("backward", ("v3",), (11055,), True, True, None),
    ],
    "one result of a consumed call": [
        ("leaf", "v1", (), "float64", True, 465822),
        ("function", ("v2", "v3"), "pair", ("v1", "v1")),
        ("backward", ("v2",), (5664,), False, False, None),
        ("backward", ("v3",), (5665,), False, False, None),
    ],
    "second order behind a saved argument that was updated": [
        ("leaf", "v1", (3,), "float64", True, 614052),
        ("function", ("v2",), "cube", ("v1",)),
        ("reduce", "v5", "mean", "v2", 0, False),
        ("update", "v1", 0.1),
        ("grad", ("v9",), ("v5",), ("v1",), (360745,), True, True, None, True),
        ("backward", ("v9", "v5"), (510104, None), False, False, None),
    ],
    "a retained result that is written to later": [
        ("leaf", "v1", (3, 1), "float64", True, 823148),
        ("unary", "v3", "sin", "v1"),
        ("retain", "v3"),
        ("look", "v3"),
        ("inplace", "*=", "v3", "v3"),
        ("inplace", "*=", "v3", "v3"),
        ("backward", ("v3",), (671373,), False, False, None),
    ],
    "a result named twice": [
        ("leaf", "v2", (2, 1, 3), "float64", True, 503765),
        ("unary", "v4", "log", "v2"),
        ("retain", "v4"),
        ("unary", "v9", "sqrt", "v4"),
        ("backward", ("v9",), (813646,), False, False, ("v4", "v4")),
    ],
    "a conversion to the dtype it has": [
        ("leaf", "v1", (3,), "float64", True, 522301),
        ("cast", "v4", "v1", "float64"),
        ("inplace", "/=", "v4", "v4"),
        ("backward", ("v4",), (522302,), False, False, None),
    ],
    "a view of a leaf that is updated": [
        ("leaf", "v1", (2, 3), "float64", True, 562282),
        ("read", "v8", "v1", (-1,)),
        ("update", "v1", 0.1),
        ("unary", "v9", "sin", "v8"),
        ("backward", ("v9", "v8"), (437070, 766588), True, False, None),
    ],
}


@pytest.mark.parametrize("name", FOUND)
def test_programs_that_were_found(name: str) -> None:
    assert check(FOUND[name]) == "agrees"


def test_an_element_of_a_leaf_within_anomaly_detection() -> None:
    steps = [
        ("leaf", "v1", (3, 3), "float32", True, 745694),
        ("leaf", "v2", (3, 3), "float32", True, 687014),
        ("loop", "v5", "v1", "v2", 3),
        ("read", "v7", "v1", (-2, 0)),
        ("backward", ("v5", "v7"), (541886, None), True, False, None),
    ]
    with tg.autograd.detect_anomaly(check_nan=False):
        assert check(steps) == "agrees"


@pytest.mark.parametrize("k", range(4))
def test_scalars_beside_a_region_that_is_left_to_the_sweep(k: int) -> None:
    """Their derivatives read values of their own, which must have been computed."""
    data = np.linspace(-1.0, 1.0, 5000) + k
    x = tg.tensor(data, requires_grad=True)
    total = (x * x).sum()
    total.detach().item()
    again = total.reshape(1)
    with tg.no_grad():
        large = np.sin(x)
    loss = np.sqrt(again * again + 0.5)
    loss.backward()
    s = float(data @ data)
    assert x.grad is not None
    np.testing.assert_allclose(x.grad.numpy(), 2.0 * data * s / np.sqrt(s * s + 0.5), rtol=1e-12)
    np.testing.assert_allclose(large.numpy(), np.sin(data), rtol=1e-15, atol=1e-15)


def test_a_node_hook_of_an_element_is_called_once() -> None:
    x = tg.tensor([1.0, 2.0, 3.0], requires_grad=True)
    element, calls = x[1], []
    element.grad_fn.register_hook(lambda inputs, grads: calls.append(inputs[0].tolist()))
    (element * 3.0 + (x * x).sum()).backward()
    assert calls == [[0.0, 3.0, 0.0]]
    np.testing.assert_array_equal(x.grad.numpy(), [2.0, 7.0, 6.0])


def test_a_disagreement_is_reported_as_the_shortest_program(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [
        ("leaf", "v1", (3,), "float64", True, 1),
        ("unary", "v2", "exp", "v1"),
        ("unary", "v3", "sin", "v1"),
        ("binary", "v4", "add", "v2", "v3"),
        ("look", "v3"),
    ]
    right = Tapegrad.unary
    monkeypatch.setattr(Tapegrad, "unary", lambda self, f, x: right(self, f, x) * (2.0 if f == "sin" else 1.0))
    with pytest.raises(Disagreement) as caught:
        check(steps)
    text = report(1, steps, caught.value)
    assert "steps = [\n    ('leaf', 'v1', (3,), 'float64', True, 1),\n    ('unary', 'v3', 'sin', 'v1'),\n]" in text
