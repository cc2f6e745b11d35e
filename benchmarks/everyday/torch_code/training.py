"""Training of small models, optimizers written by hand, and data that change in each turn."""

import numpy as np
import torch
from torch.nn.functional import conv1d, cross_entropy, softmax, softplus

torch.set_default_dtype(torch.float64)


def normal(*shape, seed=0, scale=1.0):
    return torch.as_tensor(scale * np.random.default_rng(seed).normal(size=shape))


def parameters(*shapes, scale=0.3):
    return [normal(*shape, seed=i, scale=scale).requires_grad_() for i, shape in enumerate(shapes)]


def descend(ps, rate):
    with torch.no_grad():
        for p in ps:
            p -= rate * p.grad
            p.grad = None


# Plain training


def mlp():
    x, y = normal(16, 4), normal(16, 1, seed=9)
    w1, b1, w2, b2 = ps = parameters((4, 6), (6,), (6, 1), (1,))

    def turn():
        loss = torch.mean((torch.tanh(x @ w1 + b1) @ w2 + b2 - y) ** 2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def logistic():
    x, y = normal(20, 5), (normal(20, seed=3) > 0).double()
    w, b = ps = parameters((5,), ())

    def turn():
        z = x @ w + b
        loss = torch.mean(softplus(z) - y * z) + 0.01 * torch.sum(w * w)
        loss.backward()
        descend(ps, 0.05)
        return loss.item()

    return turn


def classifier():
    x, labels = normal(16, 5), torch.as_tensor(np.random.default_rng(1).integers(0, 3, 16))
    w1, w2 = ps = parameters((5, 8), (8, 3))
    losses = []

    def turn():
        z = torch.relu(x @ w1) @ w2
        loss = cross_entropy(z, labels)
        losses.append(loss.item())
        loss.backward()
        descend(ps, 0.01)
        return losses[-1]

    return turn


def convolution():
    x, y = normal(4, 16), normal(4, seed=5)
    kernel, out = ps = parameters((3, 5), (3,))

    def turn():
        h = torch.relu(conv1d(x[:, None], kernel[:, None]))
        loss = torch.mean((h.mean(dim=2) @ out - y) ** 2)
        loss.backward()
        descend(ps, 0.02)
        return loss.item()

    return turn


def rnn():
    x, y = normal(8, 4, 3), normal(4, 2, seed=5)
    wx, wh, wo = ps = parameters((3, 5), (5, 5), (5, 2))

    def turn():
        h = torch.zeros((4, 5))
        for step in x:
            h = torch.tanh(step @ wx + h @ wh)
        loss = torch.mean((h @ wo - y) ** 2)
        loss.backward()
        descend(ps, 0.02)
        return loss.item()

    return turn


def attention():
    x, y = normal(6, 8), normal(6, 8, seed=5)
    q, k, v = ps = parameters((8, 8), (8, 8), (8, 8))

    def turn():
        scores = (x @ q) @ (x @ k).T / np.sqrt(8)
        loss = ((softmax(scores, dim=1) @ (x @ v) - y) ** 2).mean()
        loss.backward()
        descend(ps, 0.02)
        return loss.item()

    return turn


def autoencoder():
    x = normal(12, 8)
    ps = parameters((8, 3), (3, 8), (3,), (8,))

    def turn():
        code = torch.tanh(x @ ps[0] + ps[2])
        loss = torch.sum((code @ ps[1] + ps[3] - x) ** 2) / 12
        for p in ps:
            p.grad = None
        loss.backward()
        with torch.no_grad():
            for p in ps:
                p -= 0.01 * p.grad
        return float(loss.item())

    return turn


# Optimizers


X, Y = normal(15, 4), normal(15, seed=2)


def regression(w):
    return torch.sum((torch.tanh(X @ w) - Y) ** 2)


def momentum():
    (w,) = parameters((4,))
    velocity = torch.zeros(4)

    def turn():
        nonlocal w, velocity
        w.grad = None
        loss = regression(w)
        loss.backward()
        velocity = 0.9 * velocity - 0.001 * w.grad
        with torch.no_grad():
            w += velocity
        return loss.item()

    return turn


def adam():
    ps = parameters((4, 5), (5,), (5, 1))
    x, y = normal(10, 4), normal(10, 1, seed=2)
    m, v = [torch.zeros_like(p) for p in ps], [torch.zeros_like(p) for p in ps]
    t = 0

    def turn():
        nonlocal t
        t += 1
        loss = ((torch.tanh(x @ ps[0] + ps[1]) @ ps[2] - y) ** 2).mean()
        grads = torch.autograd.grad(loss, ps)
        with torch.no_grad():
            for i, (p, g) in enumerate(zip(ps, grads, strict=True)):
                m[i] = 0.9 * m[i] + 0.1 * g
                v[i] = 0.999 * v[i] + 0.001 * g * g
                p -= 0.001 * (m[i] / (1 - 0.9**t)) / (torch.sqrt(v[i] / (1 - 0.999**t)) + 1e-8)
        return loss.item()

    return turn


def rmsprop():
    (w,) = parameters((4,))
    average = torch.ones(4)

    def turn():
        nonlocal w, average
        loss = regression(w)
        (g,) = torch.autograd.grad(loss, [w])
        with torch.no_grad():
            average *= 0.9
            average += 0.1 * g**2
            w -= 0.001 * g / torch.sqrt(average + 1e-2)
        return loss.item()

    return turn


def nesterov():
    w, velocity = normal(4, scale=0.3), torch.zeros(4)

    def turn():
        nonlocal w, velocity
        ahead = (w + 0.9 * velocity).requires_grad_()
        loss = regression(ahead)
        loss.backward()
        velocity = 0.9 * velocity - 0.001 * ahead.grad
        w = w + velocity
        return loss.item()

    return turn


def line_search():
    (w,) = parameters((4,))

    def turn():
        nonlocal w
        w.grad = None
        loss = regression(w)
        loss.backward()
        step = 0.003
        with torch.no_grad():
            slope = torch.sum(w.grad**2).item()
            while regression(w - step * w.grad).item() > loss.item() - 1e-4 * step * slope and step > 1e-5:
                step *= 0.5
            w -= 0.1 * step * w.grad
        return loss.item()

    return turn


def lbfgs():
    (w,) = parameters((4,))
    pairs, last = [], None

    def turn():
        nonlocal w, last
        loss = regression(w) + 0.1 * torch.sum(w**2)
        g = torch.autograd.grad(loss, w)[0]
        x = w.detach().clone()
        if last is not None and (x - last[0]) @ (g - last[1]) > 1e-12:
            pairs.append((x - last[0], g - last[1]))
            del pairs[:-4]
        last = x, g
        q, alphas = g.clone(), []
        for s, y in reversed(pairs):
            alphas.append(s @ q / (y @ s))
            q = q - alphas[-1] * y
        for (s, y), alpha in zip(pairs, reversed(alphas), strict=True):
            q = q + (alpha - y @ q / (y @ s)) * s
        with torch.no_grad():
            w -= 0.01 * q
        return loss.item()

    return turn


# Data that vary


def minibatches():
    x, y, rng = normal(100, 4), normal(100, seed=1), np.random.default_rng(7)
    w, b = ps = parameters((4,), ())

    def turn():
        i = torch.as_tensor(rng.choice(100, 10, replace=False))
        loss = torch.mean((x[i] @ w + b - y[i]) ** 2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def missing():
    x, y, rng = normal(30, 4), normal(30, seed=1), np.random.default_rng(7)
    w, b = ps = parameters((4,), ())

    def turn():
        present = torch.as_tensor(rng.random(30) > 0.3)
        loss = torch.mean((torch.tanh(x @ w + b)[present] - y[present]) ** 2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def dropout():
    x, y, rng = normal(10, 4), normal(10, 1, seed=1), np.random.default_rng(7)
    w1, w2 = ps = parameters((4, 10), (10, 1))

    def turn():
        h = torch.relu(x @ w1)
        h = torch.where(torch.as_tensor(rng.random((10, 10)) > 0.5), 2.0 * h, 0.0)
        loss = torch.mean((h @ w2 - y) ** 2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def crops():
    image, rng = normal(12, 12), np.random.default_rng(7)
    (w,) = ps = parameters((5, 5))

    def turn():
        i, j = rng.integers(0, 7, 2)
        loss = (torch.sum(image[i : i + 5, j : j + 5] * w) - 1.0) ** 2
        loss.backward()
        descend(ps, 0.003)
        return loss.item()

    return turn


def signals():
    series, rng = normal(200), np.random.default_rng(7)
    (w,) = ps = parameters((3,))

    def turn():
        n = int(rng.integers(10, 40))
        y = series[:n]
        loss = torch.mean((y[3:] - w[0] * y[2:-1] - w[1] * y[1:-2] - w[2] * y[:-3]) ** 2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def sequences():
    tokens, rng = normal(12, 3), np.random.default_rng(7)
    wx, wh = ps = parameters((3, 4), (4, 4))

    def turn():
        h = torch.zeros(4)
        for step in tokens[: rng.integers(2, 7)]:
            h = torch.tanh(step @ wx + h @ wh)
        loss = torch.sum((h - 0.5) ** 2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def embeddings():
    rng = np.random.default_rng(7)
    vectors, out = ps = parameters((20, 4), (4,))

    def turn():
        words = torch.as_tensor(rng.integers(0, 20, 6))
        loss = (torch.tanh(vectors[words].mean(dim=0) @ out) - words.double().mean() / 20.0) ** 2
        loss.backward()
        descend(ps, 0.05)
        return loss.item()

    return turn
