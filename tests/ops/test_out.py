"""`out=` by position, by name and in a tuple: what NumPy writes there, a Tensor gets; and `copy=False`, which is one more."""

import operator

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import DtypeError, InplaceError, PlainDataError, TapegradError

X = np.abs(np.random.default_rng(0).normal(size=(3, 3))) + 0.5
ALONG = "sum prod mean std var nansum nanprod nanmean nanstd nanvar cumsum cumprod nancumsum nancumprod"
ARGUMENTS = {
    **dict.fromkeys(ALONG.split(), (X, 0, None)),
    **dict.fromkeys(["max", "min", "ptp", "median", "nanmax", "nanmin", "nanmedian", "argmax", "argmin", "any", "all"], (X, 0)),
    **dict.fromkeys(["percentile", "quantile", "nanpercentile", "nanquantile"], (X, 0.3, 0)),
    **dict.fromkeys(["dot", "outer", "matmul", "vecdot", "add", "fmax", "hypot", "logaddexp2", "nextafter", "less", "divmod", "heaviside"], (X, X)),
    **dict.fromkeys(["sin", "fix", "deg2rad", "isposinf", "modf", "frexp"], (X,)),
    **dict.fromkeys(["concatenate", "stack"], ([X, X], 0)),
    "clip": (X, 0.6, 0.9), "round": (X, 1), "trace": (X, 0, 0, 1, None), "take": (X, [0, 2], 0), "power": (X, 2),
    "compress": ([True, False, True], X, 0), "choose": ([0, 1, 0], [X[0], X[1]]), "einsum": ("ij,jk", X, X),
    "linalg.multi_dot": ([X, X],),
}  # fmt: skip


def lifted(x):
    return [lifted(part) for part in x] if isinstance(x, list) else tg.tensor(x) if isinstance(x, np.ndarray) else x


@pytest.mark.parametrize("name", ARGUMENTS)
def test_results_are_written_where_numpy_writes_them(name):
    function, arguments = operator.attrgetter(name)(np), ARGUMENTS[name]
    plain = function(*arguments)
    several = isinstance(plain, tuple)
    taken = 0
    for way in ("position", "name", "tuple"):
        targets = [np.zeros_like(part) for part in (plain if several else (plain,))]
        own = [tg.tensor(target) for target in targets]

        def call(given, places, way=way):
            if way == "position":
                return function(*given, *places)
            return function(*given, out=tuple(places) if several or way == "tuple" else places[0])

        try:
            call(arguments, targets)
        except (AttributeError, TypeError, ValueError):
            continue  # not every function of NumPy's takes it so
        if np.shape(plain) and not several and not np.array_equal(targets[0], plain):
            continue  # by position this is another argument
        taken += 1
        found = call(lifted(list(arguments)), own)
        for result, place, target in zip(found if several else (found,), own, targets, strict=True):
            assert result is place
            assert place.dtype == target.dtype
            np.testing.assert_allclose(place.numpy(), target, rtol=1e-14)
    assert taken


NUMBERS = [
    np.array([np.nan, 1.0, np.inf, -np.inf]),
    np.array([np.nan, 1.0], np.float32),
    np.array([1, 2]),
    np.array([np.nan + 2j, 1.0 - 1j * np.inf]),
]


@pytest.mark.filterwarnings("ignore:invalid value", "ignore:overflow")
@pytest.mark.parametrize("x", NUMBERS, ids=lambda x: x.dtype.name)
def test_nan_to_num_writes_in_place(x):
    """Into results, views and copies, eagerly and compiled."""

    def whole(x):
        y = x * 1
        found = np.nan_to_num(y, copy=False, nan=7, posinf=9.0)
        return y, found, y * 2

    def part(x):
        y = x * 1
        np.nan_to_num(y[:1], False)
        return y

    for f in (whole, part):
        expected = f(x)
        for found in (f(tg.tensor(x)), tg.compile(f)(x)):
            for a, b in zip(found, expected, strict=True) if f is whole else [(found, expected)]:
                a = a.numpy() if isinstance(a, tg.Tensor) else a
                assert a.dtype == b.dtype
                np.testing.assert_array_equal(a, b)
    t = tg.tensor(x)
    assert np.nan_to_num(t, copy=False) is t
    assert not np.isnan(t.numpy()).any()


def test_what_nan_to_num_puts_in_has_no_gradient():
    x = tg.tensor([np.nan, 2.0], requires_grad=True)
    y = x * 3.0
    np.nan_to_num(y, copy=False, nan=5.0)
    (y * y).sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), [0.0, 36.0])
    with pytest.raises(InplaceError, match="nan_to_num: a leaf that requires grad"):
        np.nan_to_num(x, copy=False)
    with pytest.raises(PlainDataError, match="nan_to_num: a Tensor's values cannot be written into an ndarray"):
        tg.nan_to_num(np.array([np.nan]), copy=False)


def test_what_cannot_be_written_is_refused_as_that():
    """And not as an argument that the function has not."""
    x = tg.tensor(np.arange(4.0))
    with pytest.raises(DtypeError, match=r"^fft: cannot write complex128"):
        np.fft.fft(x, out=tg.zeros(4))
    with pytest.raises(PlainDataError, match=r"^fft: "):
        np.fft.fft(x, out="")


F = X.astype(np.float32)
N = np.array([[1, 2], [3, 4]], np.int32)
WRITTEN = {
    "add": lambda out, x: np.add(x, x, out=out), "outer": lambda out, x: np.outer(x[0], x[0], out=out),
    **{f"add, {rule}": lambda out, x, rule=rule: np.add(x, x, out=out, casting=rule) for rule in ("no", "equiv", "safe", "unsafe")},
    "some of add, unsafe": lambda out, x: np.add(x, x, out=out, casting="unsafe", where=x > 1),
    "dot": lambda out, x: np.dot(x, x, out=out), "multi_dot": lambda out, x: np.linalg.multi_dot([x, x], out=out),
    "einsum": lambda out, x: np.einsum("ij,jk->ik", x, x, out=out),
    "einsum, same_kind": lambda out, x: np.einsum("ij,jk->ik", x, x, out=out, casting="same_kind"),
    "concatenate": lambda out, x: np.concatenate([x[:1], x[:1]], out=out),
    "concatenate, unsafe": lambda out, x: np.concatenate([x[:1], x[:1]], out=out, casting="unsafe"),
    "stack, no": lambda out, x: np.stack([x[0], x[0]], out=out, casting="no"), "any": lambda out, x: np.any(x[:, None], axis=1, out=out),
    "clip": lambda out, x: np.clip(x, 1, 2, out=out), "clip, unsafe": lambda out, x: np.clip(x, 1, 2, out=out, casting="unsafe"),
    "clip, safe": lambda out, x: np.clip(x, 1, None, out=out, casting="safe"), "ptp": lambda out, x: np.ptp(x[:, None], 1, out=out),
    "fft": lambda out, x: np.fft.fft(x, out=out), "round": lambda out, x: np.round(x, out=out),
}  # fmt: skip
DTYPES = (np.float64, np.float32, np.int64, np.int32, np.complex128, np.bool_)


@pytest.mark.filterwarnings("ignore::numpy.exceptions.ComplexWarning", "ignore:Implicit casting of output")
@pytest.mark.parametrize("name", WRITTEN)
def test_out_is_written_by_numpys_rule_for_casts(name):
    """Where NumPy refuses a dtype, and what stands there where it does not."""
    f, refused = WRITTEN[name], 0
    for x in (X[:2, :2], F[:2, :2], N):
        for dtype in DTYPES:
            target, own = np.zeros((2, 2), dtype), tg.tensor(np.zeros((2, 2), dtype))
            try:
                f(target, x)
            except (TypeError, ValueError):
                refused += 1
                with pytest.raises(TapegradError):
                    f(own, tg.tensor(x))
                continue
            f(own, tg.tensor(x))
            np.testing.assert_allclose(own.numpy(), target, rtol=1e-6, atol=1e-6)
    assert refused or "unsafe" in name or name == "any"


ADDED_UP = {
    **{f.__name__: lambda out, x, f=f: f(x, axis=0, out=out) for f in (np.sum, np.mean, np.cumsum, np.nansum, np.nancumsum)},
    "trace": lambda out, x: np.trace(np.broadcast_to(x, (x.size, x.size)), out=out), "add.reduce": lambda out, x: np.add.reduce(x, out=out),
    "add.accumulate": lambda out, x: np.add.accumulate(x, out=out), "einsum": lambda out, x: np.einsum("i->", x, out=out),
    "add.reduceat": lambda out, x: np.add.reduceat(x, [0], out=out), "method": lambda out, x: x.sum(out=out),
}  # fmt: skip


@pytest.mark.parametrize("name", ADDED_UP)
@pytest.mark.parametrize("x", [np.full(300, 0.1, np.float32), np.full(4, 2**62)], ids=["float32", "int64"])
def test_sums_are_added_up_in_the_dtype_of_out(name, x):
    """So that no digits of a narrower dtype are lost, and integers do not overflow."""
    shape = (
        ()
        if name in ("sum", "mean", "nansum", "trace", "add.reduce", "einsum", "method")
        else (1,)
        if name == "add.reduceat"
        else x.shape
    )
    target, own = np.zeros(shape), tg.tensor(np.zeros(shape))
    f = ADDED_UP[name]
    f(target, x)
    f(own, tg.tensor(x))
    np.testing.assert_allclose(own.numpy(), target, rtol=1e-14)

    def compiled(x):
        out = tg.zeros(shape)
        f(out, x)
        return out

    np.testing.assert_allclose(tg.compile(compiled)(x), target, rtol=1e-14)
