"""Custom functions, hooks and modes, and transforms of functions."""

import numpy as np
import torch
from torch.nn.functional import softplus

from benchmarks.everyday.torch_code.training import descend, normal, parameters

# Custom functions


class Rounded(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return torch.round(4.0 * x) / 4.0

    @staticmethod
    def backward(ctx, g):
        return g


class Reversed(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x * 1.0

    @staticmethod
    def backward(ctx, g):
        return -ctx.strength * g, None


class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        s = torch.sigmoid(x)
        ctx.save_for_backward(x, s)
        return x * s

    @staticmethod
    def backward(ctx, g):
        x, s = ctx.saved_tensors
        return g * (s + x * s * (1.0 - s))


class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        radius = torch.hypot(x, y)
        ctx.save_for_backward(x, y, radius)
        return radius, torch.atan2(y, x)

    @staticmethod
    def backward(ctx, gr, gt):
        x, y, r = ctx.saved_tensors
        return gr * x / r - gt * y / r**2, gr * y / r + gt * x / r**2


def straight_through():
    x, y = normal(12, 4), normal(12, seed=2)
    (w,) = ps = parameters((4,))

    def turn():
        loss = torch.mean((x @ Rounded.apply(w) - y) ** 2)
        loss.backward()
        descend(ps, 0.003)
        return loss.item()

    return turn


def reversal():
    x, y, domain = normal(12, 4), normal(12, seed=2), torch.arange(12) % 2 * 1.0
    trunk, head, critic = ps = parameters((4, 5), (5,), (5,))

    def turn():
        h = torch.tanh(x @ trunk)
        z = Reversed.apply(h, 0.3) @ critic
        loss = torch.mean((h @ head - y) ** 2) + torch.mean(softplus(z) - domain * z)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def activation():
    x, y = normal(12, 4), normal(12, 1, seed=2)
    w1, w2, w3 = ps = parameters((4, 6), (6, 6), (6, 1))

    def turn():
        h = Swish.apply(Swish.apply(x @ w1) @ w2) @ w3
        loss = torch.mean((h - y) ** 2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def two_results():
    points = (normal(10, 2) + 2.0).requires_grad_()

    def turn():
        r, angle = Polar.apply(points[:, 0], points[:, 1])
        loss = torch.sum((r - 1.0) ** 2) + torch.sum((angle - 0.5) ** 2)
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
    ps[0].register_hook(lambda g: g.clamp(-0.05, 0.05))

    def turn():
        loss = torch.mean((torch.tanh(x @ ps[0]) @ ps[1] - y) ** 2)
        loss.backward()
        descend(ps, 0.02)
        return loss.item()

    return turn


def value_hook():
    x, y, ps = model()
    norms = []

    def turn():
        h = torch.tanh(x @ ps[0])
        h.register_hook(lambda g: norms.append(torch.linalg.norm(g).item()))
        loss = torch.mean((h @ ps[1] - y) ** 2)
        loss.backward()
        descend(ps, 0.02)
        return loss.item(), norms[-1]

    return turn


def retained():
    x, y, ps = model()

    def turn():
        h = torch.tanh(x @ ps[0])
        h.retain_grad()
        loss = torch.mean((h @ ps[1] - y) ** 2)
        loss.backward()
        descend(ps, 0.02)
        return loss.item(), torch.max(abs(h.grad)).item()

    return turn


def accumulated_hook():
    x, y, ps = model()

    def step(p):
        with torch.no_grad():
            p -= 0.02 * p.grad
        p.grad = None

    for p in ps:
        p.register_post_accumulate_grad_hook(step)

    def turn():
        loss = torch.mean((torch.tanh(x @ ps[0]) @ ps[1] - y) ** 2)
        loss.backward()
        return loss.item()

    return turn


def metrics():
    x, y, ps = model()
    held_out = normal(8, 4, seed=7)

    def turn():
        h = torch.tanh(x @ ps[0])
        loss = torch.mean((h @ ps[1] - y) ** 2)
        loss.backward()
        descend(ps, 0.02)
        with torch.no_grad():
            validation = torch.mean((torch.tanh(held_out @ ps[0]) @ ps[1]) ** 2)
        return loss.item(), validation.item(), torch.mean(abs(h.detach())).item()

    return turn


def clipped():
    x, y, ps = model()

    def turn():
        loss = torch.mean((torch.tanh(x @ ps[0]) @ ps[1] - y) ** 2)
        loss.backward()
        with torch.no_grad():
            norm = torch.sqrt(sum(torch.sum(p.grad**2) for p in ps)).item()
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
            loss = torch.mean((torch.tanh(x[i : i + 4] @ ps[0]) @ ps[1] - y[i : i + 4]) ** 2) / 3
            loss.backward()
            total += loss.item()
        descend(ps, 0.02)
        return total

    return turn


def target_network():
    rng = np.random.default_rng(7)
    (q,) = ps = parameters((4, 3))

    def turn():
        state, after = torch.as_tensor(rng.normal(size=(2, 6, 4)))
        actions = torch.as_tensor(rng.integers(0, 3, 6))
        with torch.no_grad():
            target = torch.as_tensor(rng.normal(size=6)) + 0.9 * torch.max(after @ q, dim=1).values
        loss = torch.mean(((state @ q)[torch.arange(6), actions] - target) ** 2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


# Transforms


X, Y = normal(12, 4), normal(12, seed=2)


def misfit(w):
    return torch.mean((torch.tanh(X @ w) - Y) ** 2)


def gradient():
    w = normal(4, scale=0.3)
    slope = torch.func.grad(misfit)

    def turn():
        nonlocal w
        w = w - 0.01 * slope(w)
        return w[0].item()

    return turn


def value_and_gradient():
    w = normal(4, scale=0.3)

    def turn():
        nonlocal w
        g, value = torch.func.grad_and_value(misfit)(w)
        w = w - 0.01 * g
        return value.item()

    return turn


def gauss_newton():
    w = normal(4, scale=0.3)

    def residuals(w):
        return torch.tanh(X @ w) - Y

    def turn():
        nonlocal w
        j, r = torch.func.jacrev(residuals)(w), residuals(w)
        w = w - 0.01 * torch.linalg.solve(j.T @ j + 0.1 * torch.eye(4), j.T @ r)
        return w.sum().item()

    return turn


def newton_steps():
    w = normal(4, scale=0.3)

    def turn():
        nonlocal w
        h, g = torch.func.hessian(misfit)(w), torch.func.grad(misfit)(w)
        w = w - 0.01 * torch.linalg.solve(h + torch.eye(4), g)
        return w.sum().item()

    return turn


def per_sample():
    w = normal(4, scale=0.3)

    def loss(w, x, y):
        return (torch.tanh(x @ w) - y) ** 2

    def turn():
        nonlocal w
        g = torch.vmap(torch.func.grad(loss), in_dims=(None, 0, 0))(w, X, Y)
        g = g / torch.linalg.norm(g, dim=1, keepdim=True).clamp(min=1.0)
        w = w - 0.01 * g.mean(dim=0)
        return w.sum().item()

    return turn


def directional():
    w, v = normal(4, scale=0.3), normal(4, seed=8)

    def turn():
        nonlocal w
        value, slope = torch.func.jvp(misfit, (w,), (v,))
        w = w - 0.01 * slope * v
        return float(value)

    return turn


def curvature():
    w, v = normal(4, scale=0.3), normal(4, seed=8)

    def turn():
        nonlocal w
        g, hv = torch.func.jvp(torch.func.grad(misfit), (w,), (v,))
        w = w - 0.01 * g - 0.001 * hv
        return w.sum().item()

    return turn
