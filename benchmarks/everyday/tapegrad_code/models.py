"""Several losses and networks, gradients that are differentiated, and random numbers."""

import numpy as np

import tapegrad as tg
from benchmarks.everyday.tapegrad_code.training import descend, normal, parameters

# Several losses, roots and networks


def gan():
    rng = np.random.default_rng(7)
    make, judge = parameters((2, 6), (6, 1)), parameters((1, 6), (6,), (6, 1))

    def generator(z):
        return np.tanh(z @ make[0]) @ make[1]

    def logit(x):
        return np.tanh(x @ judge[0] + judge[1]) @ judge[2]

    def turn():
        real, noise = rng.normal(2.0, 0.5, (8, 1)), rng.normal(size=(8, 2))
        loss_d = np.mean(np.logaddexp(0.0, -logit(real))) + np.mean(np.logaddexp(0.0, logit(generator(noise).detach())))
        loss_d.backward()
        descend(judge, 0.02)
        loss_g = np.mean(np.logaddexp(0.0, -logit(generator(noise))))
        for p, g in zip(make, tg.autograd.grad(loss_g, make), strict=True):
            with tg.no_grad():
                p -= 0.02 * g
        return loss_d.item() + loss_g.item()

    return turn


def actor_critic():
    rng = np.random.default_rng(7)
    actor, critic = parameters((3, 4)), parameters((3,))

    def turn():
        state = rng.normal(size=3)
        z = state @ actor[0]
        logp = z - np.log(np.sum(np.exp(z)))
        action = min(int(np.searchsorted(np.cumsum(np.exp(logp.detach().numpy())), rng.random())), 3)
        value = state @ critic[0]
        advantage = float(action == 1) - value
        actor_loss = -logp[action] * advantage.detach()
        critic_loss = advantage**2
        (actor_loss + critic_loss).backward()
        descend(actor + critic, 0.01)
        return actor_loss.item()

    return turn


def vae():
    x, rng = normal(8, 6), np.random.default_rng(7)
    encode, spread, decode = ps = parameters((6, 2), (6, 2), (2, 6))

    def turn():
        mu, logvar = x @ encode, x @ spread
        z = mu + np.exp(0.5 * logvar) * rng.normal(size=(8, 2))
        reconstruction = np.sum((z @ decode - x) ** 2)
        kl = -0.5 * np.sum(1 + logvar - mu**2 - np.exp(logvar))
        loss = (reconstruction + kl) / 8
        loss.backward()
        descend(ps, 0.003)
        return reconstruction.item(), kl.item()

    return turn


def frozen():
    x, y = normal(10, 4), normal(10, 1, seed=2)
    w1, w2 = parameters((4, 6), (6, 1))
    w1.requires_grad = False

    def turn():
        loss = np.mean((np.maximum(x @ w1, 0.0) @ w2 - y) ** 2)
        loss.backward()
        descend([w2], 0.02)
        return loss.item()

    return turn


def two_roots():
    x, y = normal(10, 4), normal(10, 2, seed=2)
    trunk, left, right = ps = parameters((4, 5), (5,), (5,))

    def turn():
        h = np.tanh(x @ trunk)
        first, second = np.mean((h @ left - y[:, 0]) ** 2), np.mean(abs(h @ right - y[:, 1]))
        tg.autograd.backward([first, second])
        descend(ps, 0.02)
        return first.item(), second.item()

    return turn


def balanced():
    x, y = normal(10, 4), normal(10, 2, seed=2)
    (w,) = ps = parameters((4, 2))

    def turn():
        errors = ((np.tanh(x @ w) - y) ** 2).mean(axis=0)
        (first,) = tg.autograd.grad(errors[0], ps, retain_graph=True)
        (second,) = tg.autograd.grad(errors[1], ps)
        w.grad = first / (0.1 + np.linalg.norm(first)) + second / (0.1 + np.linalg.norm(second))
        descend(ps, 0.003)
        return errors.tolist()

    return turn


def teacher():
    x, rng = normal(10, 4), np.random.default_rng(7)
    (w,) = ps = parameters((4, 3))
    slow = normal(4, 3, seed=8)

    def turn():
        nonlocal slow
        target = np.tanh(x @ slow)
        loss = np.mean((np.tanh((x + 0.1 * rng.normal(size=x.shape)) @ w) - target) ** 2)
        loss.backward()
        descend(ps, 0.1)
        slow = 0.99 * slow + 0.01 * w.detach().numpy()
        return loss.item()

    return turn


# Gradients that are differentiated


def maml():
    rng = np.random.default_rng(7)
    w, b = ps = parameters((3,), ())

    def turn():
        task = rng.normal(size=3)
        x = rng.normal(size=(8, 3))
        y = x @ task
        inner = np.mean((x[:4] @ w + b - y[:4]) ** 2)
        gw, gb = tg.autograd.grad(inner, ps, create_graph=True)
        outer = np.mean((x[4:] @ (w - 0.05 * gw) + b - 0.05 * gb - y[4:]) ** 2)
        outer.backward()
        descend(ps, 0.005)
        return outer.item()

    return turn


def hessian_vector():
    w = tg.tensor(normal(8), requires_grad=True)
    v = normal(8, seed=3)

    def turn():
        nonlocal v
        loss = np.sum(np.log(np.cosh(w))) + 0.1 * np.sum(w[1:] ** 2 * w[:-1] ** 2)
        (g,) = tg.autograd.grad(loss, w, create_graph=True)
        (hv,) = tg.autograd.grad(np.sum(g * v), w)
        hv = hv.numpy() + 0.5 * v
        v = hv / np.linalg.norm(hv)
        return v[0] ** 2

    return turn


def penalty():
    rng = np.random.default_rng(7)
    w1, w2 = ps = parameters((3, 6), (6,))

    def turn():
        x = tg.tensor(rng.normal(size=(5, 3)), requires_grad=True)
        out = np.tanh(x @ w1) @ w2
        (g,) = tg.autograd.grad(out.sum(), x, create_graph=True)
        loss = np.mean(out**2) + 0.5 * np.mean((np.sqrt(np.sum(g**2, axis=1) + 1e-8) - 1.0) ** 2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def newton():
    rng = np.random.default_rng(7)
    a = normal(6, 3)

    def turn():
        x = tg.tensor(0.1 * rng.normal(size=3), requires_grad=True)
        for _ in range(2):
            f = np.sum(np.exp(a @ x)) + np.sum(x**2)
            (g,) = tg.autograd.grad(f, x, create_graph=True)
            rows = [tg.autograd.grad(g[i], x, retain_graph=True)[0] for i in range(3)]
            with tg.no_grad():
                x -= np.linalg.solve(np.stack(rows), g.detach())
        return x.detach().numpy()

    return turn


def penalised_backward():
    w = tg.tensor(normal(5), requires_grad=True)

    def turn():
        nonlocal w
        w.grad = None
        loss = np.sum(np.sin(w) ** 2)
        loss.backward(create_graph=True)
        g = w.grad
        w.grad = None
        (loss + 0.1 * np.sum(g**2)).backward()
        with tg.no_grad():
            w -= 0.01 * w.grad
        return loss.item()

    return turn


def implicit():
    theta = tg.tensor(0.5, requires_grad=True)

    def turn():
        nonlocal theta
        x = tg.tensor(1.0, requires_grad=True)
        for _ in range(4):
            residual = x + 0.5 * np.sin(x) - theta
            (slope,) = tg.autograd.grad(residual, x)
            x = (x - residual / slope).detach().requires_grad_()
        residual = x + 0.5 * np.sin(x) - theta
        gx, gt = tg.autograd.grad(residual, [x, theta])
        with tg.no_grad():
            theta -= 0.01 * 2 * (x - 0.8) * (-gt / gx)
        return theta.item()

    return turn


def physics_informed():
    points = np.linspace(0.0, 1.0, 10)
    w, b, out = ps = parameters((6,), (6,), (6,), scale=1.0)

    def turn():
        t = tg.tensor(points, requires_grad=True)
        u = np.tanh(t[:, None] * w + b) @ out
        (du,) = tg.autograd.grad(u.sum(), t, create_graph=True)
        (ddu,) = tg.autograd.grad(du.sum(), t, create_graph=True)
        loss = np.mean((ddu + u) ** 2) + (u[0] - 1.0) ** 2 + du[0] ** 2
        loss.backward()
        descend(ps, 0.001)
        return loss.item()

    return turn


# Random numbers


def banana(x):
    return -0.5 * x[0] ** 2 - 2.0 * (x[1] - x[0] ** 2) ** 2


def langevin():
    x, rng = tg.tensor([0.5, 0.5], requires_grad=True), np.random.default_rng(7)

    def turn():
        nonlocal x
        (g,) = tg.autograd.grad(banana(x), x)
        with tg.no_grad():
            x += 0.01 * g + 0.1 * rng.normal(size=2)
            x[:] = np.clip(x, -2.0, 2.0)
        return x[0].item()

    return turn


def hmc():
    rng = np.random.default_rng(7)
    x = np.array([0.5, 0.5])

    def gradient(x):
        x = tg.tensor(x, requires_grad=True)
        logp = banana(x)
        logp.backward()
        return logp.item(), x.grad.numpy()

    def turn():
        nonlocal x
        p = rng.normal(size=2)
        before, g = gradient(x)
        y, q = x, p
        for _ in range(5):
            q = q + 0.05 * g
            y = y + 0.1 * q
            after, g = gradient(y)
            q = q + 0.05 * g
        if np.log(rng.random()) < after - before - 0.5 * q @ q + 0.5 * p @ p:
            x = y
        return x.copy()

    return turn


def variational():
    x, y, rng = normal(20, 3), normal(20, seed=4), np.random.default_rng(7)
    mu, rho = ps = parameters((3,), (3,))

    def turn():
        w = mu + np.exp(rho) * rng.normal(size=3)
        loss = 0.5 * np.sum((y - x @ w) ** 2) + np.sum(0.5 * mu**2 + 0.5 * np.exp(2 * rho) - rho)
        loss.backward()
        descend(ps, 1e-3)
        return loss.item()

    return turn


def metropolis():
    (w,) = parameters((3,))
    x, y, rng = normal(20, 3), normal(20, seed=4), np.random.default_rng(7)

    def log_posterior(w):
        return -0.5 * np.sum((y - x @ w) ** 2) - 0.5 * np.sum(w * w)

    def turn():
        nonlocal w
        with tg.no_grad():
            proposal = w + 0.1 * rng.normal(size=3)
            if np.log(rng.random()) < log_posterior(proposal).item() - log_posterior(w).item():
                w = proposal
        return w.tolist()

    return turn


def score_function():
    logits, rng = tg.tensor(normal(5), requires_grad=True), np.random.default_rng(7)
    reward, baseline = normal(5, seed=2), 0.0

    def turn():
        nonlocal baseline
        p = np.exp(logits) / np.exp(logits).sum()
        i = min(int((p.detach().numpy().cumsum() < rng.random()).sum()), 4)
        loss = -np.log(p[i]) * (reward[i] - baseline)
        loss.backward()
        baseline = 0.9 * baseline + 0.1 * reward[i]
        descend([logits], 0.01)
        return loss.item()

    return turn


def stein():
    particles = normal(6, 2)

    def turn():
        nonlocal particles
        x = tg.tensor(particles, requires_grad=True)
        logp = np.sum(-0.5 * x[:, 0] ** 2 - 2.0 * (x[:, 1] - x[:, 0] ** 2) ** 2)
        kernel = np.exp(-np.sum((x[:, None] - x.detach()[None]) ** 2, axis=2))
        (score,) = tg.autograd.grad(logp, x)
        (repulsion,) = tg.autograd.grad(kernel.sum(), x)
        step = kernel.detach() @ score - repulsion
        particles = particles + 0.003 * step.numpy()
        return particles.sum()

    return turn


FAMILIES = {
    "several losses": [gan, actor_critic, vae, frozen, two_roots, balanced, teacher],
    "higher orders": [maml, hessian_vector, penalty, newton, penalised_backward, implicit, physics_informed],
    "random numbers": [langevin, hmc, variational, metropolis, score_function, stein],
}
