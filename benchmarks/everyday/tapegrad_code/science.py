"""Simulations that are fitted, and numerics with NumPy's functions."""

import numpy as np
from scipy.optimize import minimize

import tapegrad as tg
from benchmarks.everyday.tapegrad_code.training import descend, normal, parameters

# Simulations


def spring():
    stiffness, damping = ps = [tg.tensor(2.0, requires_grad=True), tg.tensor(0.1, requires_grad=True)]

    def turn():
        x, v, loss = 1.0, 0.0, 0.0
        for i in range(20):
            v = v + 0.1 * (-stiffness * x - damping * v)
            x = x + 0.1 * v
            loss = loss + (x - np.cos(0.1 * i)) ** 2
        loss.backward()
        descend(ps, 0.001)
        return loss.item()

    return turn


def runge_kutta():
    p = tg.tensor([1.1, 0.4, 0.4, 0.1], requires_grad=True)
    measured = np.array([1.5, 0.8])

    def rates(y):
        return np.stack([p[0] * y[0] - p[1] * y[0] * y[1], -p[2] * y[1] + p[3] * y[0] * y[1]])

    def turn():
        y = np.array([1.0, 1.0])
        for _ in range(5):
            k1 = rates(y)
            k2 = rates(y + 0.05 * k1)
            k3 = rates(y + 0.05 * k2)
            k4 = rates(y + 0.1 * k3)
            y = y + 0.1 / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        loss = np.sum((y - measured) ** 2)
        loss.backward()
        descend([p], 0.01)
        return loss.item()

    return turn


def kalman():
    logq, logr = ps = [tg.tensor(-1.0, requires_grad=True), tg.tensor(0.0, requires_grad=True)]
    seen = np.cumsum(normal(15))

    def turn():
        q, r = np.exp(logq), np.exp(logr)
        mean, var, loss = 0.0, 1.0, 0.0
        for z in seen.tolist():
            var = var + q
            s = var + r
            gain = var / s
            loss = loss + 0.5 * np.log(s) + 0.5 * (z - mean) ** 2 / s
            mean = mean + gain * (z - mean)
            var = (1 - gain) * var
        loss.backward()
        descend(ps, 0.001)
        return loss.item()

    return turn


def kalman_matrices():
    f = np.array([[1.0, 0.1], [0.0, 1.0]])
    h, seen = np.array([[1.0, 0.0]]), normal(8, 1)
    (logs,) = ps = parameters((2,))

    def turn():
        q, r = np.exp(logs[0]) * np.eye(2), np.exp(logs[1]) * np.eye(1)
        m, p, loss = np.zeros(2), np.eye(2), 0.0
        for z in seen:
            m, p = f @ m, f @ p @ f.T + q
            s = h @ p @ h.T + r
            k = p @ h.T @ np.linalg.inv(s)
            e = z - h @ m
            loss = loss + 0.5 * (e @ np.linalg.solve(s, e) + np.log(np.linalg.det(s)))
            m, p = m + k @ e, (np.eye(2) - k @ h) @ p
        loss.backward()
        descend(ps, 0.005)
        return loss.item()

    return turn


def n_body():
    x, v, pairs = normal(5, 2, scale=2.0), np.zeros((5, 2)), np.triu_indices(5, 1)

    def turn():
        nonlocal x, v
        positions = tg.tensor(x, requires_grad=True)
        d = positions[pairs[0]] - positions[pairs[1]]
        energy = -np.sum(1.0 / np.sqrt(np.sum(d**2, axis=1) + 1.0)) + 0.05 * np.sum(positions**2)
        energy.backward()
        v = v - 0.001 * positions.grad.numpy()
        x = x + 0.001 * v
        return energy.item() + 0.5 * np.sum(v**2)

    return turn


def heat():
    conductivity = tg.tensor(np.full(19, 0.3), requires_grad=True)
    start, target = np.sin(np.linspace(0, np.pi, 20)), 0.8 * np.sin(np.linspace(0, np.pi, 20))

    def turn():
        u = start
        for _ in range(8):
            flux = conductivity * (u[1:] - u[:-1])
            u = np.concatenate([u[:1], u[1:-1] + flux[1:] - flux[:-1], u[-1:]])
        loss = np.sum((u - target) ** 2)
        loss.backward()
        descend([conductivity], 0.01)
        return loss.item()

    return turn


def pendulum():
    q, p = 0.5, 0.0

    def turn():
        nonlocal q, p
        angle = tg.tensor(q, requires_grad=True)
        energy = 1.0 - np.cos(angle)
        energy.backward()
        p -= 0.01 * angle.grad.item()
        q += 0.01 * p
        return energy.item() + 0.5 * p * p

    return turn


def control():
    (u,) = ps = parameters((12,))

    def turn():
        x, v, cost = tg.tensor(1.0), tg.tensor(0.0), 0.0
        for i in range(12):
            v = v + 0.1 * np.clip(u[i], -1.0, 1.0)
            x = x + 0.1 * v
            cost = cost + x**2 + 0.01 * u[i] ** 2
        cost.backward()
        descend(ps, 0.01)
        return cost.item()

    return turn


# Numerics


def linear_systems():
    a, b = normal(5, 5), normal(5, seed=2)
    (d,) = ps = parameters((5,))

    def turn():
        x = np.linalg.solve(a @ a.T + np.diag(np.exp(d)), b)
        loss = np.sum(x**2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def gaussian_process():
    x, y = np.linspace(0, 1, 12), normal(12)
    logs = tg.tensor([0.0, -1.0, -1.0], requires_grad=True)
    distances = (x[:, None] - x[None]) ** 2

    def turn():
        kernel = np.exp(logs[0]) * np.exp(-0.5 * distances * np.exp(-2 * logs[1])) + np.exp(logs[2]) * np.eye(12)
        factor = np.linalg.cholesky(kernel)
        z = np.linalg.solve(factor, y)
        loss = 0.5 * z @ z + np.sum(np.log(np.diagonal(factor)))
        loss.backward()
        descend([logs], 0.003)
        return loss.item()

    return turn


def sorted_errors():
    x, y = normal(20, 3), normal(20, seed=2)
    (w,) = ps = parameters((3,))

    def turn():
        errors = np.sort(abs(x @ w - y))
        loss = np.mean(errors[:15])
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def factors():
    data = normal(4, 5, 3)
    a, b, c = ps = parameters((4, 2), (5, 2), (3, 2))

    def turn():
        loss = np.sum((np.einsum("ir,jr,kr->ijk", a, b, c) - data) ** 2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def spectrum():
    target = abs(np.fft.rfft(normal(32)))
    (x,) = ps = parameters((32,))

    def turn():
        loss = np.mean((abs(np.fft.rfft(x * np.hanning(32))) - target) ** 2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def interpolation():
    knots, x = np.linspace(0, 1, 6), np.linspace(0.01, 0.99, 25)
    (values,) = ps = parameters((6,))

    def turn():
        loss = np.sum((np.interp(x, knots, values) - np.sin(5 * x)) ** 2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def in_place():
    a = normal(6, 6) / 3
    (b,) = ps = parameters((6,))

    def turn():
        x = tg.zeros(6)
        for i in range(6):
            x[i] = np.tanh(b[i] + a[i, :i] @ x[:i])
        loss = np.sum((x - 0.3) ** 2)
        loss.backward()
        descend(ps, 0.02)
        return loss.item()

    return turn


def scalars():
    c = [tg.tensor(float(v), requires_grad=True) for v in normal(4)]

    def turn():
        loss = 0.0
        for i in range(10):
            x, y = 0.1 * i, 0.0
            for a in c:
                y = y * x + a
            loss = loss + (y - np.sin(x)) ** 2
        loss.backward()
        descend(c, 0.01)
        return loss.item()

    return turn


def branches():
    (w,) = ps = parameters((4,))
    rng = np.random.default_rng(7)

    def turn():
        y = w @ rng.normal(size=4)
        loss = 0.5 * y**2 if abs(y.item()) < 0.5 else abs(y) - 0.125
        loss.backward()
        descend(ps, 0.003)
        return loss.item()

    return turn


def scipy_minimize():
    t = np.linspace(0, 2, 10)
    y = 1.5 * np.exp(-0.7 * t)
    seed = 0

    def value(x):
        p = tg.tensor(x, requires_grad=True)
        loss = np.sum((p[0] * np.exp(-p[1] * t) - y) ** 2)
        loss.backward()
        return loss.item(), p.grad.numpy()

    def turn():
        nonlocal seed
        seed = (seed + 1) % 7
        return minimize(value, [1.0, 0.4 + 0.1 * seed], jac=True, method="BFGS", options={"maxiter": 4}).fun

    return turn


FAMILIES = {
    "simulations": [spring, runge_kutta, kalman, kalman_matrices, n_body, heat, pendulum, control],
    "numerics": [
        linear_systems, gaussian_process, sorted_errors, factors, spectrum, interpolation, in_place, scalars, branches,
        scipy_minimize,
    ],
}  # fmt: skip
