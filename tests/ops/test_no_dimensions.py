"""Arrays of no dimensions, as NumPy has them: reductions over axis 0 or -1 of them, borders, cumulative sums."""

import numpy as np
import pytest

import tapegrad as tg

REDUCTIONS = [
    np.sum, np.prod, np.max, np.min, np.ptp, np.nansum, np.nanprod, np.nanmax, np.nanmin, np.nanmean, np.squeeze, np.cumsum, np.cumprod,
    np.nancumsum, np.nancumprod, np.cumulative_sum, np.cumulative_prod, np.any, np.all, np.argmax, np.argmin, np.count_nonzero, np.mean,
    np.var, np.std, np.median, np.sort, np.flip, np.average, np.nanvar, np.nanstd, np.add.reduce, np.fmax.reduce,
]  # fmt: skip


def outcome(function, x, **keywords):
    """Return value, shape and dtype, or that it was refused."""
    try:
        found = function(x, **keywords)
    except (ValueError, IndexError, TypeError):
        return "refused"
    found = np.asarray(found.detach().numpy() if isinstance(found, tg.Tensor) else found)
    return found.tolist(), found.shape, found.dtype


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("axis", [None, 0, -1, np.int64(0), 1, (), (0,)], ids=repr)
@pytest.mark.parametrize("function", REDUCTIONS)
def test_reductions_are_numpys(function, axis):
    for x in (np.array(2.5), np.array(3), np.array(True), np.array(1.5, np.float32), np.array(1 - 2j)):
        wanted = outcome(function, x, axis=axis)
        got = outcome(function, tg.tensor(x), axis=axis)
        assert got == wanted or (got == "refused" and axis == (0,)), x.dtype  # as cumulative functions do


ALONG = {
    "argsort": np.argsort, "argpartition": lambda x, axis: np.argpartition(x, 0, axis), "nanargmax": np.nanargmax, "nanargmin": np.nanargmin,
    "argmax": np.argmax, "take": lambda x, axis: np.take(x, 0, axis), "take two": lambda x, axis: np.take(x, [0, 0], axis),
    "repeat": lambda x, axis: np.repeat(x, 2, axis), "compress": lambda x, axis: np.compress([True], x, axis),
}  # fmt: skip


@pytest.mark.parametrize("axis", [None, 0, -1, np.int64(0), 1, (0,)], ids=repr)
@pytest.mark.parametrize("name", ALONG)
def test_a_number_is_a_vector_of_one(name, axis):
    """Eagerly and compiled."""
    for x in (np.array(2.5), np.array(3), np.array(True), np.array(1 - 2j)):
        wanted = outcome(ALONG[name], x, axis=axis)
        assert outcome(ALONG[name], tg.tensor(x), axis=axis) == wanted
        assert outcome(tg.compile(lambda x: ALONG[name](x, axis)), x) == wanted


@pytest.mark.parametrize("function", [np.sum, np.prod, np.max, np.cumsum, np.nansum])
def test_gradients_pass(function):
    x = tg.tensor(2.5, requires_grad=True)
    function(x, axis=0).reshape(()).backward()
    assert x.grad.item() == 1.0
    assert tg.compile(tg.grad(lambda x: function(x, axis=0).reshape(())))(2.5) == 1.0


@pytest.mark.parametrize("mode", ["constant", "edge", "mean", "reflect", "linear_ramp", "empty"])
def test_a_border_of_nothing(mode):
    x = tg.tensor(2.5, requires_grad=True)
    padded = np.pad(x, 1, mode)
    assert padded.shape == np.pad(np.array(2.5), 1, mode).shape == ()
    padded.backward()
    assert x.grad.item() == 1.0
