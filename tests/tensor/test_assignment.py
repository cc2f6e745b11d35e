"""Assignment and views: NumPy's meaning, and gradients that are exact."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import DtypeError, InplaceError, ShapeError
from tests.support import leaf

torch = pytest.importorskip("torch")

NUMPY = np.lib.NumpyVersion(np.__version__)
VALUES = np.random.default_rng(11).normal(size=(3, 4))


def both(program, *arrays):
    """Run a program on Tensors and, as plain NumPy, on arrays; returns value and gradients, and NumPy's value."""
    leaves = [leaf(a) for a in arrays]
    result = program(*[t * 1.0 for t in leaves])
    weights = np.random.default_rng(0).normal(size=result.shape)
    result.backward(weights)
    expected = program(*[a * 1.0 for a in arrays])
    return result.detach().numpy(), [t.grad.numpy() for t in leaves], expected, weights


def by_torch(program, weights, *arrays):
    leaves = [torch.tensor(a, requires_grad=True) for a in arrays]
    program(*[t * 1.0 for t in leaves]).backward(torch.tensor(weights))
    return [t.grad.numpy() for t in leaves]


# ------------------------------------------------------------------------------------- programs in common words


def assign_element(x):
    y = x * 2.0
    y[1, 2] = y[0, 0] * y[2, 3]
    return y * y


def assign_row(x):
    y = x * 2.0
    y[1] = y[0] * 3.0
    return y * y


def assign_number(x):
    y = x * 2.0
    y[1:, ::2] = 7.0
    return y * y


def assign_broadcast(x):
    y = x * 2.0
    y[:] = x[0]
    return y * y


def assign_to_itself_overlapping(x):
    y = x * 1.0
    y[1:] = y[:-1] + 0.0
    return y * y


def assign_mask(x):
    y = x * 1.0
    y[y > 0] = 0.0
    return y * 3.0


def assign_fancy(x):
    y = x * 1.0
    y[[2, 0]] = y[[0, 1]] * 2.0
    return y * y


def chain_of_assignments(x):
    y = x * 1.0
    for k in range(3):
        y[k] = y[k] * y[(k + 1) % 3]
    return y


def inplace_operators(x):
    y = x * 1.0
    y += x
    y *= 3.0
    y -= x[0]
    y /= x * x + 1.0
    y **= 2
    return y


def inplace_on_an_element(x):
    y = x * 1.0
    y[0, 1] += y[2, 2]
    y[1] *= y[2]
    y[:, 3] -= 5.0
    return y * y


def write_through_a_row(x):
    y = x * 1.0
    row = y[1]
    row[2] = x[0, 0] * 4.0
    row *= 2.0
    return y * y


def write_through_a_view_of_a_view(x):
    y = x * 1.0
    inner = y[1:][:, 1:3]
    inner[0] = x[2, 2:] * 2.0
    inner += 1.0
    return y * y


def write_to_the_base_is_seen_by_a_view(x):
    y = x * 1.0
    row = y[1]
    y[:, 2] = x[:, 0] * 5.0
    return row * row


def views_see_each_other(x):
    y = x * 1.0
    a, b = y[0:2], y[1:3]
    a[1] = x[0] * 2.0
    b *= 3.0
    return a * a + b


def write_through_transpose(x):
    y = x * 1.0
    t = y.T
    t[0] = t[1] * 2.0
    return y * y


def write_through_reshape(x):
    y = x * 1.0
    flat = y.reshape(-1)
    flat[3:6] = flat[0] * 2.0
    return y * y


def a_copy_is_no_view(x):
    y = x * 1.0
    picked = y[[0, 1]]
    picked *= 100.0
    return y * y


def a_value_used_before_it_is_overwritten(x):
    y = x * 1.0
    square = y * y
    y[0] = 0.0
    y += 1.0
    return square + y


def saved_value_is_never_overwritten(x):
    y = x * 1.0
    e = y[0] * y[1]  # saves y[0] and y[1]
    y[0] = 100.0
    y[1] = 200.0
    return e * 1.0 + y.sum() * 0.0


PROGRAMS = [
    assign_element, assign_row, assign_number, assign_broadcast, assign_mask, assign_fancy, chain_of_assignments,
    inplace_operators, inplace_on_an_element, write_through_a_row, write_through_a_view_of_a_view,
    write_to_the_base_is_seen_by_a_view, views_see_each_other, write_through_transpose, write_through_reshape,
    a_copy_is_no_view, a_value_used_before_it_is_overwritten, saved_value_is_never_overwritten, assign_to_itself_overlapping,
]  # fmt: skip


def _torch_can(program):
    """PyTorch refuses to differentiate where a saved operand is written to later."""
    return program not in (
        assign_row, assign_element, chain_of_assignments, inplace_on_an_element, a_value_used_before_it_is_overwritten,
        saved_value_is_never_overwritten, write_through_transpose,
    )  # fmt: skip


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_values_are_those_of_numpy(program):
    value, _, expected, _ = both(program, VALUES)
    np.testing.assert_allclose(value, expected, rtol=1e-14)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_gradients_are_those_of_finite_differences(program):
    _, (gradient,), _, weights = both(program, VALUES)
    numeric = np.empty_like(VALUES)
    h = 1e-4
    for place in np.ndindex(VALUES.shape):
        up, down = VALUES.copy(), VALUES.copy()
        up[place] += h
        down[place] -= h
        numeric[place] = np.sum(weights * (program(up * 1.0) - program(down * 1.0))) / (2 * h)
    np.testing.assert_allclose(gradient, numeric, rtol=1e-6, atol=1e-6)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("program", [p for p in PROGRAMS if _torch_can(p)], ids=lambda p: p.__name__)
def test_gradients_are_those_of_torch(program):
    _, gradients, _, weights = both(program, VALUES)
    for ours, theirs in zip(gradients, by_torch(program, weights, VALUES), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=1e-13)


# ------------------------------------------------------------------------------------------- objects and views


def test_assignment_changes_the_same_object():
    x = leaf([1.0, 2.0, 3.0])
    y = x * 1.0
    alias = y
    y[0] = 9.0
    y += 1.0
    assert alias is y
    assert alias.tolist() == [10.0, 3.0, 4.0]


def test_a_write_reaches_the_base_and_every_live_view():
    base = tg.tensor(np.arange(12.0).reshape(3, 4))
    plain = np.arange(12.0).reshape(3, 4)
    views, expected = [], []
    for take in (
        lambda a: a[1], lambda a: a.T, lambda a: a[:, 1:3], lambda a: a[1:][0, ::2], lambda a: a.reshape(2, 6),
        lambda a: a[::-1], lambda a: a[None], lambda a: a[...], lambda a: np.swapaxes(a, 0, 1)[2:], lambda a: np.flip(a, 1),
        lambda a: np.squeeze(a[0:1], 0), lambda a: np.expand_dims(a, 1), lambda a: a.ravel(),
    ):  # fmt: skip
        views.append(take(base))
        expected.append(take(plain))
    for k in range(len(views)):
        views[k] += 100.0 * k + 1.0
        expected[k] += 100.0 * k + 1.0
        for seen, right in zip([base, *views], [plain, *expected], strict=True):
            np.testing.assert_array_equal(seen.numpy(), right)


def test_a_write_through_a_view_with_gradient_gives_the_base_a_history():
    x = leaf([1.0, 2.0])
    base = tg.zeros((2, 2))
    base[0][:] = x
    assert base.requires_grad
    (base * 3.0).sum().backward()
    assert base.tolist() == [[1.0, 2.0], [0.0, 0.0]]
    assert x.grad.tolist() == [3.0, 3.0]


@pytest.mark.parametrize(
    "take",
    [
        lambda a: a[[0, 1]], lambda a: a[a > -1e9], lambda a: a.flatten(), lambda a: a * 1.0, lambda a: np.concatenate([a, a]),
        lambda a: a[np.array([True, False, True])], lambda a: np.copy(a), lambda a: a[1, 2], lambda a: a.T.reshape(-1),
    ],
)  # fmt: skip
def test_what_is_a_copy_in_numpy_is_a_copy_here(take):
    base, plain = tg.tensor(VALUES), VALUES.copy()
    part, expected = take(base), take(plain)
    part += 1.0
    expected += 1.0
    np.testing.assert_array_equal(base.numpy(), plain)
    np.testing.assert_array_equal(part.numpy(), expected)


def test_a_zero_dimensional_view():
    x = leaf(2.0)
    y = x * 1.0
    v = y[...]
    v += x * 3.0
    assert y.item() == 8.0
    y.backward()
    assert x.grad.item() == 4.0


def test_an_element_is_a_value_of_its_own():
    y = tg.tensor([1.0, 2.0])
    element = y[0]
    element += 5.0
    assert y.tolist() == [1.0, 2.0]
    y[0] = 9.0
    assert element.item() == 6.0


def test_a_view_dies_without_effect():
    y = tg.tensor([1.0, 2.0, 3.0])
    for _ in range(100):
        y[1:]
    y[1] = 5.0
    assert y.tolist() == [1.0, 5.0, 3.0]


def test_older_results_keep_their_values():
    x = leaf([1.0, 2.0, 3.0])
    y = x * 1.0
    squares = []
    for k in range(3):
        squares.append(y * y)
        y[k] = 10.0 * (k + 1)
    assert [s.tolist() for s in squares] == [[1.0, 4.0, 9.0], [100.0, 4.0, 9.0], [100.0, 400.0, 9.0]]
    sum(s.sum() for s in squares).backward()
    assert x.grad.tolist() == [2.0, 8.0, 18.0]


def test_integer_and_bool_tensors_are_assigned_as_in_numpy():
    t, mask = tg.tensor([1, 2, 3]), tg.tensor([True, False])
    t[0] = 7.9
    mask[:] = tg.tensor([0, 5])
    t[1:] += 1
    assert t.tolist() == [7, 3, 4]
    assert t.dtype == np.int64
    assert mask.tolist() == [False, True]


def _put(array, index, value):
    array[index] = value
    return array


def _through_a_view(x):
    mask = x > 0.0
    row = mask.reshape(2, 2)[0]
    row[1] = True
    row &= x[:2] > -0.3
    return mask


RECORDED_MASKS = {
    "slice": lambda x: _put(x > 0.0, slice(2), False),
    "element": lambda x: _put(x > 0.0, 1, x[0] > 0.1),
    "mask": lambda x: _put(x > 0.0, x > 0.5, x[0] > 0.3),
    "rows": lambda x: _put(x > 0.0, [0, 2], x[1:3] < 0.0),
    "position that is data": lambda x: _put(x > 0.0, np.argmax(x), False),
    "view": _through_a_view,
}


@pytest.mark.parametrize("name", RECORDED_MASKS)
def test_recorded_truth_values_are_assigned_as_in_numpy(name):
    program = RECORDED_MASKS[name]
    compiled = tg.compile(lambda x: (program(x), np.sum(np.where(program(x), x * x, x))))
    gradient = tg.compile(tg.grad(lambda x: np.sum(np.where(program(x), x * x, x))))
    for x in (np.array([0.2, -0.5, 0.7, 1.0]), np.array([-0.2, -0.4, -0.7, 1.5]), np.array([0.4, 0.9, 0.1, -2.0])):
        expected = program(x.copy())
        found, total = compiled(x)
        assert found.dtype == bool
        np.testing.assert_array_equal(found, expected)
        np.testing.assert_allclose(total, np.sum(np.where(expected, x * x, x)), rtol=1e-14)
        np.testing.assert_allclose(gradient(x), np.where(expected, 2.0 * x, 1.0), rtol=1e-14)


@pytest.mark.parametrize(
    "reduce",
    [
        lambda x: np.max(x, axis=0),
        lambda x: np.min(x, axis=0),
        lambda x: np.prod(x, axis=0),
        lambda x: np.cumsum(x, axis=0)[1],
        lambda x: tg.logsumexp(x, axis=0),
        lambda x: tg.norm(x, axis=0),
        lambda x: np.std(x, axis=0),
        lambda x: np.exp(x)[0],
        lambda x: (x.T @ x)[1],
    ],
)
def test_a_saved_result_is_never_overwritten(reduce):
    x = leaf(VALUES)
    expected = tg.autograd.grad(reduce(x * 1.0)[1:].sum(), x)[0].numpy()
    result = reduce(x * 1.0)
    result[0] = 0.25
    (gradient,) = tg.autograd.grad((result * 1.0).sum(), x)
    np.testing.assert_allclose(gradient.numpy(), expected, rtol=1e-14)


def test_a_tensor_as_index_of_an_assignment():
    x = leaf([1.0, 2.0, 3.0])
    y = x * 1.0
    y[tg.tensor([2, 0])] = x[:2] * 10.0
    y[y > 15.0] = 0.0
    assert y.tolist() == [0.0, 2.0, 10.0]
    y.sum().backward()
    assert x.grad.tolist() == [10.0, 1.0, 0.0]


# ------------------------------------------------------------------------------------------------- linear cost


def filled(n):
    """n elements filled in a loop; the bytes of the tape that it takes."""
    x = leaf(0.5)
    with tg.Tape() as tape:
        y = tg.zeros(n)
        for k in range(n):
            y[k] = x * float(k)
        total = y.sum()
        nbytes = tape.nbytes
    total.backward()
    assert x.grad.item() == n * (n - 1) / 2
    return nbytes


def test_filling_an_array_in_a_loop_is_linear():
    assert filled(8_000) < 8_000 * 400
    assert filled(4_000) / 4_000 < 2 * filled(1_000) / 1_000


def test_filling_through_a_view_is_linear():
    n = 3_000
    x = leaf(0.5)
    with tg.Tape() as tape:
        y = tg.zeros((n, 2))
        column = y[:, 1]
        for k in range(n):
            column[k] = x * float(k)
        total = y.sum()
        assert tape.nbytes < n * 1200
    total.backward()
    assert x.grad.item() == n * (n - 1) / 2


# ---------------------------------------------------------------------------------------------------- refusals


WRITES = {
    "element": lambda t: t.__setitem__(0, 1.0),
    "slice": lambda t: t.__setitem__(slice(None), 1.0),
    "+=": lambda t: t.__iadd__(1.0),
    "-=": lambda t: t.__isub__(1.0),
    "*=": lambda t: t.__imul__(2.0),
    "/=": lambda t: t.__itruediv__(2.0),
    "**=": lambda t: t.__ipow__(2.0),
    "out=": lambda t: np.add(t, 1.0, out=t),
    "view": lambda t: t[1:].__setitem__(0, 5.0),
    "view +=": lambda t: t.reshape(3, 1).__iadd__(5.0),
}


@pytest.mark.parametrize("name", WRITES)
def test_a_write_to_a_leaf_is_refused_before_anything_changes(name):
    x = leaf([1.0, 2.0, 3.0])
    y = x * x
    with pytest.raises(InplaceError, match=r"a leaf that requires grad cannot be changed in place.*no_grad"):
        WRITES[name](x)
    assert x.tolist() == [1.0, 2.0, 3.0]
    assert x.is_leaf
    y.sum().backward()
    assert x.grad.tolist() == [2.0, 4.0, 6.0]


@pytest.mark.parametrize("name", WRITES)
def test_a_write_to_a_leaf_under_no_grad_keeps_it_the_same_leaf(name):
    x, plain = leaf([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 3.0])
    identity = id(x)
    with tg.no_grad():
        WRITES[name](x)
    WRITES[name](plain)
    assert x.tolist() == plain.tolist()
    assert x.is_leaf
    assert x.requires_grad
    assert id(x) == identity
    (x * x).sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), 2 * plain)


def test_results_recorded_before_a_write_to_a_leaf_keep_its_old_value():
    x = leaf([1.0, 2.0])
    y = (x * x).sum()
    with tg.no_grad():
        x += 10.0
    z = (x * x).sum()
    (y + z).backward()
    assert y.item() == 5.0
    assert x.grad.tolist() == [2.0 + 22.0, 4.0 + 24.0]


def test_a_leaf_under_no_grad_takes_a_value_with_history_as_plain_data():
    x, w = leaf([1.0, 2.0]), leaf(3.0)
    step = w * 2.0
    with tg.no_grad():
        x[0] = step
    assert x.is_leaf
    (x * x).sum().backward()
    assert x.tolist() == [6.0, 2.0]
    assert x.grad.tolist() == [12.0, 4.0]
    assert w.grad is None


def test_a_result_of_broadcast_to_is_read_only():
    x = leaf([1.0, 2.0])
    y = np.broadcast_to(x * 1.0, (3, 2))
    with pytest.raises(InplaceError, match="read-only"):
        y[0] = 1.0
    with pytest.raises(InplaceError, match="read-only"):
        y += 1.0
    c = y.clone()
    c[0] = 0.0
    c.sum().backward()
    assert x.grad.tolist() == [2.0, 2.0]


def test_shapes_that_do_not_fit_change_nothing():
    x = leaf([1.0, 2.0, 3.0])
    y = x * 1.0
    with pytest.raises(ShapeError, match="assignment"):
        y[:2] = x
    with pytest.raises(ShapeError):
        y += np.ones((2, 3))
    with pytest.raises(IndexError):
        y[7] = 1.0
    with pytest.raises(ValueError, match="assignment"):
        y[0] = [1.0, 2.0]
    assert y.tolist() == [1.0, 2.0, 3.0]
    y.sum().backward()
    assert x.grad.tolist() == [1.0, 1.0, 1.0]


def test_dtypes_that_do_not_fit_change_nothing():
    t = tg.tensor([1, 2])
    with pytest.raises(DtypeError, match=r"\+="):
        t += 0.5
    with pytest.raises(DtypeError, match="assignment"):
        tg.tensor([1.0])[0] = "a"
    assert t.tolist() == [1, 2]


# ------------------------------------------------------------------------------------------------ optimizers


def test_gradient_descent_in_place():
    p = leaf([4.0, -3.0])
    target = np.array([1.0, 2.0])
    by_hand = np.array([4.0, -3.0])
    for _ in range(60):
        p.zero_grad()
        ((p - target) ** 2).sum().backward()
        with tg.no_grad():
            p -= 0.1 * p.grad
        by_hand = by_hand - 0.1 * (2 * (by_hand - target))
    np.testing.assert_allclose(p.detach().numpy(), by_hand, rtol=1e-12)
    assert p.is_leaf


def test_momentum_with_several_parameters_agrees_with_torch():
    rng = np.random.default_rng(2)
    values = [rng.normal(size=s) for s in ((3, 2), (2,), ())]
    data = rng.normal(size=(10, 3))
    results = []
    for lib, tensor, no_grad in ((np, tg.tensor, tg.no_grad), (torch, torch.tensor, torch.no_grad)):
        w, b, s = parameters = [tensor(v, requires_grad=True) for v in values]
        velocities = [tensor(np.zeros_like(v)) for v in values]
        points = tensor(data)
        for _ in range(25):
            loss = (lib.tanh(points @ w + b) ** 2).mean() * s * s + s
            loss.backward()
            with no_grad():
                for p, v in zip(parameters, velocities, strict=True):
                    v *= 0.9
                    v += p.grad
                    p -= 0.05 * v
                    p.grad = None
        results.append([p.detach().numpy() for p in parameters])
    for ours, theirs in zip(*results, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-11)


@pytest.mark.parametrize("mode", [tg.no_grad, tg.inference_mode])
def test_a_write_that_would_lose_a_gradient_is_refused(mode):
    """The write is not recorded, so the gradient of what was there before would be gone in silence."""
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    y = x * 2.0
    view = y[:1]
    with mode():
        for write in (lambda: y.__imul__(3.0), lambda: y.__setitem__(0, 1.0), lambda: view.__iadd__(1.0)):
            with pytest.raises(tg.errors.InplaceError, match="would lose its gradient"):
                write()
        x *= 5.0  # a leaf stays the same leaf
        z = y.detach()
        z += 1.0
    y.sum().backward()
    np.testing.assert_array_equal(y.detach().numpy(), [2.0, 4.0])
    np.testing.assert_array_equal(x.grad.numpy(), [2.0, 2.0])


# ------------------------------------------------------------------------------- views of every kind, and `out=`


def test_a_view_that_was_taken_without_gradients_is_not_written_to_with_them():
    """The value that it would write has no history, so the gradient would be lost."""
    x = leaf([1.0, 2.0, 3.0])
    y = 2.0 * x
    with tg.no_grad():
        tail = y[1:]
    for write in (lambda: tail.__imul__(5.0), lambda: tail.__setitem__(0, 7.0)):
        with pytest.raises(InplaceError, match="this view was taken under no_grad"):
            write()
    assert y.tolist() == [2.0, 4.0, 6.0]
    y[0] = x[1]
    tail *= 5.0  # taken anew by the write above
    assert y.tolist() == [2.0, 20.0, 30.0]
    (y * y).sum().backward()
    assert x.grad.tolist() == [0.0, 4.0 + 400.0, 600.0]


def test_the_parts_of_a_split_can_be_written_to():
    """PyTorch refuses to write to views that come several at a time."""
    x = leaf([1.0, 2.0, 3.0])
    y = 2.0 * x
    first, second, _ = tg.split(y, 3)
    first *= 5.0
    second[0] = 0.0
    assert y.tolist() == [10.0, 0.0, 6.0]
    (y * y).sum().backward()
    assert x.grad.tolist() == [200.0, 0.0, 24.0]


def test_out_is_an_assignment():
    """PyTorch refuses `out=` where gradients are recorded."""
    x = leaf([1.0, 2.0])
    y = tg.zeros(3)
    tail = y[1:]
    assert np.add(x, 1.0, out=tail) is tail
    assert y.tolist() == [0.0, 2.0, 3.0]
    (y * y).sum().backward()
    assert x.grad.tolist() == [4.0, 6.0]


def test_out_takes_what_is_computed_from_plain_data():
    x = leaf([1.0, 2.0])
    y = x * 3.0
    assert np.sin(np.array([0.0, np.pi / 2.0]), out=y) is y
    (y * x).sum().backward()
    assert x.grad.tolist() == [0.0, 1.0]
    buffer = tg.zeros(2)
    np.add(1.0, 2.0, out=buffer[1, ...])
    assert buffer.tolist() == [0.0, 3.0]


@pytest.mark.parametrize(("small", "large"), [((2,), (1, 2)), ((), (3,)), ((3, 1), (2, 3, 4))])
def test_a_result_smaller_than_its_target_is_written_to_all_of_it(small, large):
    """As in NumPy, and with the gradient of a repeated value; a larger result is refused."""
    data = np.arange(1.0, 1.0 + np.prod(small)).reshape(small)
    x = tg.tensor(data, requires_grad=True)
    out = tg.ones(large)
    assert np.multiply(x, x, out=out) is out
    np.testing.assert_array_equal(out.detach().numpy(), np.multiply(data, data, out=np.ones(large)))
    np.sum(out).backward()
    np.testing.assert_array_equal(x.grad.numpy(), 2 * data * (np.prod(large) / np.prod(small)))
    with pytest.raises(ShapeError, match="does not fit the target"):
        np.multiply(tg.ones(large), 2.0, out=tg.ones(small))


def test_a_product_of_matrices_fits_without_being_repeated():
    a, columns = np.arange(9.0).reshape(3, 3), np.arange(3.0)[:, None]
    stack = np.ones((2, 3, 3))

    def f(x, b):
        x = x * 1.0
        x @= b
        return x

    for x, b in ((a, columns), (stack, columns), (stack, np.ones((2, 3, 1)))):
        for call in (f, lambda x, b: f(tg.tensor(x), tg.tensor(b)), tg.compile(f)):
            with pytest.raises(ValueError, match=r"mismatch|does not fit"):
                call(x, b)
    np.testing.assert_array_equal(f(tg.tensor(stack), tg.tensor(a)).numpy(), f(stack, a))


ONE_ELEMENT = [
    (lambda v: v.__setitem__(0, np.array([5.0])), True), (lambda v: v.__setitem__(0, [5.0]), True),
    (lambda v: v.__setitem__((np.int64(1),), np.array([[5.0]])), True), (lambda v: v.__setitem__(np.array(0), v[1:2]), True),
    (lambda v: v.__setitem__(0, v[1:2] * 2.0), True), (lambda v: v.flat.__setitem__(0, [5.0]), True),
    (lambda v: v.__setitem__(np.array([True, False, True]), np.array([[5.0]])), True),
    (lambda v: v.__setitem__((0, ...), np.array([5.0])), False), (lambda v: v.__setitem__(slice(0, 1), np.array([[5.0]])), False),
    (lambda v: v.__setitem__([0], np.array([[5.0]])), False), (lambda v: v.__setitem__((None, 0), np.array([5.0])), False),
    (lambda v: v.__setitem__(0, np.array(5.0)), False),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore:Conversion of an array")
@pytest.mark.parametrize(("write", "refused"), ONE_ELEMENT)
def test_an_element_is_given_a_number(write, refused):
    """As NumPy 2.4 has it; older ones have warned of it."""
    target = np.arange(3.0)
    with pytest.raises((ValueError, TypeError)) if refused and NUMPY >= "2.4.0" else contextlib.nullcontext():
        write(target)

    def recorded(x):
        y = x * 1.0
        write(y)
        return y

    start = np.arange(3.0)
    own = tg.tensor(start)
    for call in (lambda: write(own) or own, lambda: recorded(leaf(start)), lambda: tg.compile(recorded)(start)):
        with pytest.raises(ShapeError, match=r"^(.*: )?assignment: expected") if refused else contextlib.nullcontext():
            np.testing.assert_array_equal(tg.asarray(call()).detach(), target)


WRITING = {
    "putmask": lambda x: np.putmask(x, np.ones((2, 3), bool), 0.0), "copyto": lambda x: np.copyto(x, 0.0),
    "put": lambda x: np.put(x, [0], 0.0), "place": lambda x: np.place(x, np.ones((2, 3), bool), [0.0]),
    "fill_diagonal": lambda x: np.fill_diagonal(x, 0.0),
    "put_along_axis": lambda x: np.put_along_axis(x, np.zeros((2, 1), int), 0.0, 1),
}  # fmt: skip


@pytest.mark.parametrize("name", WRITING)
def test_what_cannot_be_written_to_is_refused_in_the_name_of_the_function(name):
    plain = np.zeros((2, 3))
    plain.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        WRITING[name](plain)
    with pytest.raises(InplaceError, match=f"^{name}: this view is read-only"):
        WRITING[name](np.broadcast_to(tg.tensor(np.zeros(3)), (2, 3)))
    with pytest.raises(InplaceError, match=f"^{name}: a leaf that requires grad"):
        WRITING[name](leaf(np.zeros((2, 3))))


def test_a_truth_value_that_becomes_plain_data_is_a_decision():
    """Its array stands in no recording unguarded: the function is recorded again where it is another one."""

    @tg.compile
    def f(x):
        return x * np.asarray(x.sum() > 0.0) + np.array(x[0] > 1.0, float)

    for x in (np.array([2.0, 3.0]), np.array([-2.0, 1.0]), np.array([0.5, 1.0]), np.array([2.0, 1.0])):
        np.testing.assert_array_equal(f(x), x * (x.sum() > 0.0) + float(x[0] > 1.0))
    rows = np.array([[1.0, 2.0], [-1.0, -2.0]])
    for g in (f, lambda x: x * np.asarray(x.sum() > 0.0) + np.array(x[0] > 1.0, float)):
        np.testing.assert_array_equal(tg.vmap(g)(rows), [[1.0, 2.0], [0.0, 0.0]])


@pytest.mark.parametrize("copy", [np.copy, lambda t: t.copy(), lambda t: t.astype(t.dtype), lambda t: np.roll(t, 0)])
@pytest.mark.parametrize("values", [[1, 2, 3], [True, False, True]])
def test_copies_of_integers_in_a_recording_are_copies(copy, values):
    def f(x):
        t = x | False if x.dtype == bool else x * 2
        u = copy(t)
        t[0] = t[1]
        return u, t

    x = np.array(values)
    for one, other in zip(tg.compile(f)(x), f(x.copy()), strict=True):
        np.testing.assert_array_equal(one, other)
