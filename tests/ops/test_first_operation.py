"""Each operation gives the same wherever it stands: as the first of all, behind others, without gradients, learnt.

Programs of tests tend to do something before what they test, and to do it once. What is expected comes from the references of
the records.
"""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ShapeError
from tapegrad.record.recording import tape
from tests.ops.test_elementwise import UFUNCS, check_value, draw
from tests.support import WITH_TESTS


@pytest.mark.parametrize("grad_enabled", [True, False], ids=["recorded", "no_grad"])
@pytest.mark.parametrize(("ufunc", "op"), UFUNCS, ids=lambda x: getattr(x, "__name__", ""))
def test_ufuncs_where_no_run_is_open(ufunc, op, grad_enabled):
    arrays = draw(op, [(5,)] * len(op.arguments), np.float64)
    with tg.set_grad_enabled(grad_enabled):
        for moving in (True, False):
            tensors = [tg.tensor(a, requires_grad=moving) for a in arrays]
            tape.flush()
            found = ufunc(*tensors)
            assert found.requires_grad == (grad_enabled and moving and not op.stops)
            check_value(op, found, arrays)


def test_ufuncs_of_all_numbers_of_operands_are_asked():
    assert {len(op.arguments) for _, op in UFUNCS} == {1, 2, 3}


@pytest.mark.parametrize(
    ("x", "y"), [((3, 3), (3,)), ((2, 3), (3, 3)), ((3,), (3, 3)), ((3,), (3,)), ((2, 2, 2), (2, 2)), ((2, 3), (3, 2))]
)
def test_products_in_place_where_numpy_takes_them(x, y):
    a, b = np.arange(1.0, 1.0 + np.prod(x)).reshape(x), np.ones(y)
    t = tg.tensor(a)
    try:
        a @= b
    except ValueError:
        with pytest.raises(ShapeError, match=r"@="):
            t @= b
    else:
        t @= b
        np.testing.assert_array_equal(t.numpy(), a)


SHARES = 80


@pytest.mark.sampled(1)
@pytest.mark.parametrize("share", range(SHARES))
def test_operations_as_the_first_of_a_process_and_elsewhere(share):
    """Of which only an import went before (see `tests.first_operation`)."""
    code = WITH_TESTS + "from tests.first_operation import main\nmain()"
    run = subprocess.run(
        [sys.executable, "-c", code, "--share", f"{share}/{SHARES}"], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-2000:]
