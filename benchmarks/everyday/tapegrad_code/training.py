"""Training of small models, optimizers written by hand, and data that change in each turn."""

import numpy as np

import tapegrad as tg


def normal(*shape, seed=0, scale=1.0):
    return scale * np.random.default_rng(seed).normal(size=shape)


def parameters(*shapes, scale=0.3):
    return [tg.tensor(normal(*shape, seed=i, scale=scale), requires_grad=True) for i, shape in enumerate(shapes)]


def descend(ps, rate):
    with tg.no_grad():
        for p in ps:
            p -= rate * p.grad
            p.grad = None


# Plain training


def mlp():
    x, y = normal(16, 4), normal(16, 1, seed=9)
    w1, b1, w2, b2 = ps = parameters((4, 6), (6,), (6, 1), (1,))

    def turn():
        loss = np.mean((np.tanh(x @ w1 + b1) @ w2 + b2 - y) ** 2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def logistic():
    x, y = normal(20, 5), (normal(20, seed=3) > 0) * 1.0
    w, b = ps = parameters((5,), ())

    def turn():
        z = x @ w + b
        loss = np.mean(np.logaddexp(0.0, z) - y * z) + 0.01 * np.sum(w * w)
        loss.backward()
        descend(ps, 0.05)
        return loss.item()

    return turn


def classifier():
    x, labels = normal(16, 5), np.random.default_rng(1).integers(0, 3, 16)
    w1, w2 = ps = parameters((5, 8), (8, 3))
    losses = []

    def turn():
        z = np.maximum(x @ w1, 0.0) @ w2
        z = z - np.max(z, axis=1, keepdims=True)
        logp = z - np.log(np.sum(np.exp(z), axis=1, keepdims=True))
        loss = -np.mean(logp[np.arange(16), labels])
        losses.append(loss.item())
        loss.backward()
        descend(ps, 0.01)
        return losses[-1]

    return turn


def convolution():
    x, y = normal(4, 16), normal(4, seed=5)
    kernel, out = ps = parameters((3, 5), (3,))

    def turn():
        windows = np.stack([x[:, i : i + 5] for i in range(12)], axis=1)
        h = np.maximum(windows @ kernel.T, 0.0)
        loss = np.mean((h.mean(axis=1) @ out - y) ** 2)
        loss.backward()
        descend(ps, 0.02)
        return loss.item()

    return turn


def rnn():
    x, y = normal(8, 4, 3), normal(4, 2, seed=5)
    wx, wh, wo = ps = parameters((3, 5), (5, 5), (5, 2))

    def turn():
        h = np.zeros((4, 5))
        for step in x:
            h = np.tanh(step @ wx + h @ wh)
        loss = np.mean((h @ wo - y) ** 2)
        loss.backward()
        descend(ps, 0.02)
        return loss.item()

    return turn


def attention():
    x, y = normal(6, 8), normal(6, 8, seed=5)
    q, k, v = ps = parameters((8, 8), (8, 8), (8, 8))

    def turn():
        scores = (x @ q) @ (x @ k).T / np.sqrt(8)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        loss = ((weights @ (x @ v) - y) ** 2).mean()
        loss.backward()
        descend(ps, 0.02)
        return loss.item()

    return turn


def autoencoder():
    x = normal(12, 8)
    ps = parameters((8, 3), (3, 8), (3,), (8,))

    def turn():
        code = np.tanh(x @ ps[0] + ps[2])
        loss = np.sum((code @ ps[1] + ps[3] - x) ** 2) / 12
        for p in ps:
            p.grad = None
        loss.backward()
        with tg.no_grad():
            for p in ps:
                p -= 0.01 * p.grad
        return float(loss.item())

    return turn


# Optimizers


X, Y = normal(15, 4), normal(15, seed=2)


def regression(w):
    return np.sum((np.tanh(X @ w) - Y) ** 2)


def momentum():
    (w,) = parameters((4,))
    velocity = np.zeros(4)

    def turn():
        nonlocal w, velocity
        w.grad = None
        loss = regression(w)
        loss.backward()
        velocity = 0.9 * velocity - 0.001 * w.grad.numpy()
        with tg.no_grad():
            w += velocity
        return loss.item()

    return turn


def adam():
    ps = parameters((4, 5), (5,), (5, 1))
    x, y = normal(10, 4), normal(10, 1, seed=2)
    m, v = [tg.zeros_like(p) for p in ps], [tg.zeros_like(p) for p in ps]
    t = 0

    def turn():
        nonlocal t
        t += 1
        loss = ((np.tanh(x @ ps[0] + ps[1]) @ ps[2] - y) ** 2).mean()
        grads = tg.autograd.grad(loss, ps)
        with tg.no_grad():
            for i, (p, g) in enumerate(zip(ps, grads, strict=True)):
                m[i] = 0.9 * m[i] + 0.1 * g
                v[i] = 0.999 * v[i] + 0.001 * g * g
                p -= 0.001 * (m[i] / (1 - 0.9**t)) / (np.sqrt(v[i] / (1 - 0.999**t)) + 1e-8)
        return loss.item()

    return turn


def rmsprop():
    (w,) = parameters((4,))
    average = tg.ones(4)

    def turn():
        nonlocal w, average
        loss = regression(w)
        (g,) = tg.autograd.grad(loss, [w])
        with tg.no_grad():
            average *= 0.9
            average += 0.1 * g**2
            w -= 0.001 * g / np.sqrt(average + 1e-2)
        return loss.item()

    return turn


def nesterov():
    w, velocity = normal(4, scale=0.3), np.zeros(4)

    def turn():
        nonlocal w, velocity
        ahead = tg.tensor(w + 0.9 * velocity, requires_grad=True)
        loss = regression(ahead)
        loss.backward()
        velocity = 0.9 * velocity - 0.001 * ahead.grad.numpy()
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
        with tg.no_grad():
            slope = np.sum(w.grad**2).item()
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
        loss = regression(w) + 0.1 * np.sum(w**2)
        g = tg.autograd.grad(loss, w)[0].numpy()
        x = w.detach().numpy().copy()
        if last is not None and (x - last[0]) @ (g - last[1]) > 1e-12:
            pairs.append((x - last[0], g - last[1]))
            del pairs[:-4]
        last = x, g
        q, alphas = g.copy(), []
        for s, y in reversed(pairs):
            alphas.append(s @ q / (y @ s))
            q = q - alphas[-1] * y
        for (s, y), alpha in zip(pairs, reversed(alphas), strict=True):
            q = q + (alpha - y @ q / (y @ s)) * s
        with tg.no_grad():
            w -= 0.01 * q
        return loss.item()

    return turn


# Data that vary


def minibatches():
    x, y, rng = normal(100, 4), normal(100, seed=1), np.random.default_rng(7)
    w, b = ps = parameters((4,), ())

    def turn():
        i = rng.choice(100, 10, replace=False)
        loss = np.mean((x[i] @ w + b - y[i]) ** 2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def missing():
    x, y, rng = normal(30, 4), normal(30, seed=1), np.random.default_rng(7)
    w, b = ps = parameters((4,), ())

    def turn():
        present = rng.random(30) > 0.3
        loss = np.mean((np.tanh(x @ w + b)[present] - y[present]) ** 2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def dropout():
    x, y, rng = normal(10, 4), normal(10, 1, seed=1), np.random.default_rng(7)
    w1, w2 = ps = parameters((4, 10), (10, 1))

    def turn():
        h = np.maximum(x @ w1, 0.0)
        h = np.where(rng.random((10, 10)) > 0.5, 2.0 * h, 0.0)
        loss = np.mean((h @ w2 - y) ** 2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def crops():
    image, rng = normal(12, 12), np.random.default_rng(7)
    (w,) = ps = parameters((5, 5))

    def turn():
        i, j = rng.integers(0, 7, 2)
        loss = (np.sum(image[i : i + 5, j : j + 5] * w) - 1.0) ** 2
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
        loss = np.mean((y[3:] - w[0] * y[2:-1] - w[1] * y[1:-2] - w[2] * y[:-3]) ** 2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def sequences():
    tokens, rng = normal(12, 3), np.random.default_rng(7)
    wx, wh = ps = parameters((3, 4), (4, 4))

    def turn():
        h = np.zeros(4)
        for step in tokens[: rng.integers(2, 7)]:
            h = np.tanh(step @ wx + h @ wh)
        loss = np.sum((h - 0.5) ** 2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def embeddings():
    rng = np.random.default_rng(7)
    vectors, out = ps = parameters((20, 4), (4,))

    def turn():
        words = rng.integers(0, 20, 6)
        loss = (np.tanh(vectors[words].mean(axis=0) @ out) - words.mean() / 20.0) ** 2
        loss.backward()
        descend(ps, 0.05)
        return loss.item()

    return turn


FAMILIES = {
    "training": [mlp, logistic, classifier, convolution, rnn, attention, autoencoder],
    "optimizers": [momentum, adam, rmsprop, nesterov, line_search, lbfgs],
    "varying data": [minibatches, missing, dropout, crops, signals, sequences, embeddings],
}
