"""DataArrays of xarray as arguments and results: their values are differentiated, their labels stay."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, PlainDataError

xr = pytest.importorskip("xarray")

VALUES = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 7.0]])


def temperatures(values: np.ndarray = VALUES, unit: str = "K") -> xr.DataArray:
    coords = {"x": [10, 20], "y": ["a", "b", "c"], "height": ("x", [0.5, 1.5])}
    return xr.DataArray(values, dims=("x", "y"), coords=coords, name="T", attrs={"unit": unit})


T = temperatures()

FUNCTIONS = {
    "sum": lambda d: (d**2).sum(),
    "mean": lambda d: (np.sin(d) * d).mean("x").sum("y"),
    "isel": lambda d: (d * d.isel(x=0)).sum(),
    "sel": lambda d: d.sel(y="b").prod(),
    "dot": lambda d: d.dot(d),
    "other": lambda d: (d * T.isel(y=1) + T).std(),
    "where": lambda d: (d.where(d > 2.5, 0.0) ** 3).sum(),
    "groupby": lambda d: (d.groupby("y").mean() ** 2).sum(),
    "diff": lambda d: (d.diff("x") ** 2).sum(),
    "integrate": lambda d: (d * d).integrate("x").sum(),
    "transpose": lambda d: (d.transpose() * np.arange(6.0).reshape(3, 2)).sum(),
    "concat": lambda d: (xr.concat([d, d * d], "x") ** 2).sum(),
    "numpy": lambda d: np.sum(np.exp(d.data)),
}


def differences(f, values):
    h, slope = 1e-6, np.empty_like(values)
    for i in np.ndindex(values.shape):
        up, down = values.copy(), values.copy()
        up[i] += h
        down[i] -= h
        slope[i] = (float(f(temperatures(up))) - float(f(temperatures(down)))) / (2 * h)
    return slope


@pytest.mark.parametrize("f", FUNCTIONS.values(), ids=FUNCTIONS)
def test_gradients_of_functions_of_labelled_arrays(f):
    expected = differences(f, VALUES)
    value, g = tg.value_and_grad(f)(T)
    assert type(g) is xr.DataArray
    np.testing.assert_allclose(g.data, expected, rtol=1e-6, atol=1e-6)
    assert type(g.data) is np.ndarray
    xr.testing.assert_identical(g.copy(data=VALUES), T)
    assert value == pytest.approx(float(f(T)))
    compiled = tg.compile(tg.value_and_grad(f))
    for d in (T, temperatures(VALUES + 1.0), temperatures(VALUES + 2.0)):
        value, g = compiled(d)
        assert value == pytest.approx(float(f(d)))
        np.testing.assert_allclose(g.data, differences(f, d.data), rtol=1e-6, atol=1e-6)
        xr.testing.assert_identical(g.copy(data=VALUES), T)
    assert compiled.stats()["recordings"] == 1


def test_products_and_results_with_labels():
    out, pushed = tg.func.jvp(lambda d: (d * d).sum("x"), (T,), (temperatures(np.ones((2, 3))),))
    xr.testing.assert_allclose(out, (T * T).sum("x"))
    np.testing.assert_allclose(pushed.data, 2 * VALUES.sum(0))
    assert pushed.dims == ("y",)
    out, pullback = tg.func.vjp(lambda d: (d * d).sum("x"), T)
    (g,) = pullback(out.copy(data=np.array([1.0, 10.0, 100.0])))
    np.testing.assert_allclose(g.data, 2 * VALUES * [1.0, 10.0, 100.0])
    again = tg.compile(lambda d: {"twice": 2.0 * d})(T)["twice"]
    np.testing.assert_array_equal(again.data, 2 * VALUES)
    assert again.dims == T.dims
    g = tg.grad(lambda p: (p["T"] ** 2).sum() * p["s"])({"T": T, "s": 2.0})
    np.testing.assert_allclose(g["T"].data, 4 * VALUES)
    assert g["s"] == np.sum(VALUES**2)


def test_blocks_of_jacobians_are_arrays():
    j = tg.jacobian(lambda d: d.sum("x"))(T)
    np.testing.assert_array_equal(j, np.einsum("ac,b->abc", np.eye(3), np.ones(2)))
    h = tg.hessian(lambda d: (d**3).sum())(T)
    np.testing.assert_allclose(h.reshape(6, 6), np.diag(6 * VALUES.ravel()))


def test_labels_are_part_of_the_signature():
    f = tg.compile(lambda d: d.sel(x=d.x[0]).sum() * (2.0 if d.attrs["unit"] == "K" else 3.0))
    assert f(T) == 12.0
    assert f(temperatures(unit="C")) == 18.0
    assert f(T.assign_coords(x=[20, 30])) == 12.0
    assert f.stats()["recordings"] == 3
    assert f(T.isel(x=[1, 0])) == 32.0
    with pytest.raises(ArgumentError, match="cotangent must have the containers"):
        tg.func.vjp(lambda d: d * 2.0, T)[1](temperatures(unit="C"))


def test_a_tensor_in_a_labelled_array():
    t = tg.tensor(VALUES, requires_grad=True)
    (xr.DataArray(t, dims=("x", "y")).mean("x") ** 2).sum().data.backward()
    np.testing.assert_allclose(t.grad.numpy(), np.broadcast_to(VALUES.mean(0), (2, 3)))


def test_what_needs_plain_values_or_other_dimensions_is_refused():
    with pytest.raises(PlainDataError, match="gradient would be lost"):
        tg.grad(lambda d: float(d.sum()))(T)
    with pytest.raises(ArgumentError, match="to_numpy"):
        tg.vmap(lambda d: d.sum())(T)
