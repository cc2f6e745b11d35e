"""Custom functions, hooks and modes, and transforms of functions."""

import numpy as np

import tapegrad as tg
from benchmarks.everyday.tapegrad_code.training import descend, normal, parameters

# Custom functions


class Rounded(tg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return np.round(4.0 * x) / 4.0

    @staticmethod
    def backward(ctx, g):
        return g


class Reversed(tg.autograd.Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x * 1.0

    @staticmethod
    def backward(ctx, g):
        return -ctx.strength * g, None


class Swish(tg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        s = 1.0 / (1.0 + np.exp(-x))
        ctx.save_for_backward(x, s)
        return x * s

    @staticmethod
    def backward(ctx, g):
        x, s = ctx.saved_tensors
        return g * (s + x * s * (1.0 - s))


class Polar(tg.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        radius = np.hypot(x, y)
        ctx.save_for_backward(x, y, radius)
        return radius, np.arctan2(y, x)

    @staticmethod
    def backward(ctx, gr, gt):
        x, y, r = ctx.saved_tensors
        return gr * x / r - gt * y / r**2, gr * y / r + gt * x / r**2


def straight_through():
    x, y = normal(12, 4), normal(12, seed=2)
    (w,) = ps = parameters((4,))

    def turn():
        loss = np.mean((x @ Rounded.apply(w) - y) ** 2)
        loss.backward()
        descend(ps, 0.003)
        return loss.item()

    return turn


def reversal():
    x, y, domain = normal(12, 4), normal(12, seed=2), np.arange(12) % 2 * 1.0
    trunk, head, critic = ps = parameters((4, 5), (5,), (5,))

    def turn():
        h = np.tanh(x @ trunk)
        z = Reversed.apply(h, 0.3) @ critic
        loss = np.mean((h @ head - y) ** 2) + np.mean(np.logaddexp(0.0, z) - domain * z)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def activation():
    x, y = normal(12, 4), normal(12, 1, seed=2)
    w1, w2, w3 = ps = parameters((4, 6), (6, 6), (6, 1))

    def turn():
        h = Swish.apply(Swish.apply(x @ w1) @ w2) @ w3
        loss = np.mean((h - y) ** 2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def two_results():
    points = tg.tensor(normal(10, 2) + 2.0, requires_grad=True)

    def turn():
        r, angle = Polar.apply(points[:, 0], points[:, 1])
        loss = np.sum((r - 1.0) ** 2) + np.sum((angle - 0.5) ** 2)
        loss.backward()
        descend([points], 0.01)
        return loss.item()

    return turn


# Hooks and modes


def model():
    x, y = normal(12, 4), normal(12, 1, seed=2)
    ps = parameters((4, 6), (6, 1))
    return x, y, ps


def leaf_hook():
    x, y, ps = model()
    ps[0].register_hook(lambda g: np.clip(g, -0.05, 0.05))

    def turn():
        loss = np.mean((np.tanh(x @ ps[0]) @ ps[1] - y) ** 2)
        loss.backward()
        descend(ps, 0.02)
        return loss.item()

    return turn


def value_hook():
    x, y, ps = model()
    norms = []

    def turn():
        h = np.tanh(x @ ps[0])
        h.register_hook(lambda g: norms.append(np.linalg.norm(g).item()))
        loss = np.mean((h @ ps[1] - y) ** 2)
        loss.backward()
        descend(ps, 0.02)
        return loss.item(), norms[-1]

    return turn


def retained():
    x, y, ps = model()

    def turn():
        h = np.tanh(x @ ps[0])
        h.retain_grad()
        loss = np.mean((h @ ps[1] - y) ** 2)
        loss.backward()
        descend(ps, 0.02)
        return loss.item(), np.max(abs(h.grad)).item()

    return turn


def accumulated_hook():
    x, y, ps = model()

    def step(p):
        with tg.no_grad():
            p -= 0.02 * p.grad
        p.grad = None

    for p in ps:
        p.register_post_accumulate_grad_hook(step)

    def turn():
        loss = np.mean((np.tanh(x @ ps[0]) @ ps[1] - y) ** 2)
        loss.backward()
        return loss.item()

    return turn


def metrics():
    x, y, ps = model()
    held_out = normal(8, 4, seed=7)

    def turn():
        h = np.tanh(x @ ps[0])
        loss = np.mean((h @ ps[1] - y) ** 2)
        loss.backward()
        descend(ps, 0.02)
        with tg.no_grad():
            validation = np.mean((np.tanh(held_out @ ps[0]) @ ps[1]) ** 2)
        return loss.item(), validation.item(), np.mean(abs(h.detach())).item()

    return turn


def clipped():
    x, y, ps = model()

    def turn():
        loss = np.mean((np.tanh(x @ ps[0]) @ ps[1] - y) ** 2)
        loss.backward()
        with tg.no_grad():
            norm = np.sqrt(sum(np.sum(p.grad**2) for p in ps)).item()
            if norm > 0.2:
                for p in ps:
                    p.grad *= 0.2 / norm
        descend(ps, 0.02)
        return loss.item(), norm

    return turn


def accumulated():
    x, y, ps = model()

    def turn():
        total = 0.0
        for i in range(0, 12, 4):
            loss = np.mean((np.tanh(x[i : i + 4] @ ps[0]) @ ps[1] - y[i : i + 4]) ** 2) / 3
            loss.backward()
            total += loss.item()
        descend(ps, 0.02)
        return total

    return turn


def target_network():
    rng = np.random.default_rng(7)
    (q,) = ps = parameters((4, 3))

    def turn():
        state, after = rng.normal(size=(2, 6, 4))
        actions = rng.integers(0, 3, 6)
        with tg.no_grad():
            target = rng.normal(size=6) + 0.9 * np.max(after @ q, axis=1)
        loss = np.mean(((state @ q)[np.arange(6), actions] - target) ** 2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


# Transforms


X, Y = normal(12, 4), normal(12, seed=2)


def misfit(w):
    return np.mean((np.tanh(X @ w) - Y) ** 2)


def gradient():
    w = normal(4, scale=0.3)
    slope = tg.grad(misfit)

    def turn():
        nonlocal w
        w = w - 0.01 * slope(w)
        return w[0]

    return turn


def value_and_gradient():
    w = normal(4, scale=0.3)

    def turn():
        nonlocal w
        value, g = tg.value_and_grad(misfit)(w)
        w = w - 0.01 * g
        return value

    return turn


def gauss_newton():
    w = normal(4, scale=0.3)

    def residuals(w):
        return np.tanh(X @ w) - Y

    def turn():
        nonlocal w
        j, r = tg.jacobian(residuals)(w), residuals(w)
        w = w - 0.01 * np.linalg.solve(j.T @ j + 0.1 * np.eye(4), j.T @ r)
        return w.sum()

    return turn


def newton_steps():
    w = normal(4, scale=0.3)

    def turn():
        nonlocal w
        h, g = tg.hessian(misfit)(w), tg.grad(misfit)(w)
        w = w - 0.01 * np.linalg.solve(h + np.eye(4), g)
        return w.sum()

    return turn


def per_sample():
    w = normal(4, scale=0.3)

    def loss(w, x, y):
        return (np.tanh(x @ w) - y) ** 2

    def turn():
        nonlocal w
        g = tg.vmap(tg.grad(loss), in_axes=(None, 0, 0))(w, X, Y)
        g = g / np.maximum(1.0, np.linalg.norm(g, axis=1, keepdims=True))
        w = w - 0.01 * g.mean(axis=0)
        return w.sum()

    return turn


def directional():
    w, v = normal(4, scale=0.3), normal(4, seed=8)

    def turn():
        nonlocal w
        value, slope = tg.func.jvp(misfit, (w,), (v,))
        w = w - 0.01 * slope * v
        return float(value)

    return turn


def curvature():
    w, v = normal(4, scale=0.3), normal(4, seed=8)

    def turn():
        nonlocal w
        g, hv = tg.func.jvp(tg.grad(misfit), (w,), (v,))
        w = w - 0.01 * g - 0.001 * hv
        return w.sum()

    return turn


FAMILIES = {
    "custom functions": [straight_through, reversal, activation, two_results],
    "hooks and modes": [
        leaf_hook, value_hook, retained, accumulated_hook, metrics, clipped, accumulated, target_network,
    ],
    "transforms": [gradient, value_and_gradient, gauss_newton, newton_steps, per_sample, directional, curvature],
}  # fmt: skip
