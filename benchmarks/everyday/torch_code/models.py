"""Several losses and networks, gradients that are differentiated, and random numbers."""

import numpy as np
import torch
from torch.nn.functional import softplus

from benchmarks.everyday.torch_code.training import descend, normal, parameters

# Several losses, roots and networks


def gan():
    rng = np.random.default_rng(7)
    make, judge = parameters((2, 6), (6, 1)), parameters((1, 6), (6,), (6, 1))

    def generator(z):
        return torch.tanh(z @ make[0]) @ make[1]

    def logit(x):
        return torch.tanh(x @ judge[0] + judge[1]) @ judge[2]

    def turn():
        real, noise = torch.as_tensor(rng.normal(2.0, 0.5, (8, 1))), torch.as_tensor(rng.normal(size=(8, 2)))
        loss_d = torch.mean(softplus(-logit(real))) + torch.mean(softplus(logit(generator(noise).detach())))
        loss_d.backward()
        descend(judge, 0.02)
        loss_g = torch.mean(softplus(-logit(generator(noise))))
        for p, g in zip(make, torch.autograd.grad(loss_g, make), strict=True):
            with torch.no_grad():
                p -= 0.02 * g
        return loss_d.item() + loss_g.item()

    return turn


def actor_critic():
    rng = np.random.default_rng(7)
    actor, critic = parameters((3, 4)), parameters((3,))

    def turn():
        state = torch.as_tensor(rng.normal(size=3))
        z = state @ actor[0]
        logp = torch.log_softmax(z, 0)
        action = min(int(torch.searchsorted(torch.cumsum(logp.detach().exp(), 0), rng.random())), 3)
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
        z = mu + torch.exp(0.5 * logvar) * torch.as_tensor(rng.normal(size=(8, 2)))
        reconstruction = torch.sum((z @ decode - x) ** 2)
        kl = -0.5 * torch.sum(1 + logvar - mu**2 - torch.exp(logvar))
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
        loss = torch.mean((torch.relu(x @ w1) @ w2 - y) ** 2)
        loss.backward()
        descend([w2], 0.02)
        return loss.item()

    return turn


def two_roots():
    x, y = normal(10, 4), normal(10, 2, seed=2)
    trunk, left, right = ps = parameters((4, 5), (5,), (5,))

    def turn():
        h = torch.tanh(x @ trunk)
        first, second = torch.mean((h @ left - y[:, 0]) ** 2), torch.mean(abs(h @ right - y[:, 1]))
        torch.autograd.backward([first, second])
        descend(ps, 0.02)
        return first.item(), second.item()

    return turn


def balanced():
    x, y = normal(10, 4), normal(10, 2, seed=2)
    (w,) = ps = parameters((4, 2))

    def turn():
        errors = ((torch.tanh(x @ w) - y) ** 2).mean(dim=0)
        (first,) = torch.autograd.grad(errors[0], ps, retain_graph=True)
        (second,) = torch.autograd.grad(errors[1], ps)
        w.grad = first / (0.1 + torch.linalg.norm(first)) + second / (0.1 + torch.linalg.norm(second))
        descend(ps, 0.003)
        return errors.tolist()

    return turn


def teacher():
    x, rng = normal(10, 4), np.random.default_rng(7)
    (w,) = ps = parameters((4, 3))
    slow = normal(4, 3, seed=8)

    def turn():
        nonlocal slow
        target = torch.tanh(x @ slow)
        loss = torch.mean((torch.tanh((x + 0.1 * torch.as_tensor(rng.normal(size=tuple(x.shape)))) @ w) - target) ** 2)
        loss.backward()
        descend(ps, 0.1)
        slow = 0.99 * slow + 0.01 * w.detach()
        return loss.item()

    return turn


# Gradients that are differentiated


def maml():
    rng = np.random.default_rng(7)
    w, b = ps = parameters((3,), ())

    def turn():
        task = torch.as_tensor(rng.normal(size=3))
        x = torch.as_tensor(rng.normal(size=(8, 3)))
        y = x @ task
        inner = torch.mean((x[:4] @ w + b - y[:4]) ** 2)
        gw, gb = torch.autograd.grad(inner, ps, create_graph=True)
        outer = torch.mean((x[4:] @ (w - 0.05 * gw) + b - 0.05 * gb - y[4:]) ** 2)
        outer.backward()
        descend(ps, 0.005)
        return outer.item()

    return turn


def hessian_vector():
    w = normal(8).requires_grad_()
    v = normal(8, seed=3)

    def turn():
        nonlocal v
        loss = torch.sum(torch.log(torch.cosh(w))) + 0.1 * torch.sum(w[1:] ** 2 * w[:-1] ** 2)
        (g,) = torch.autograd.grad(loss, w, create_graph=True)
        (hv,) = torch.autograd.grad(torch.sum(g * v), w)
        hv = hv + 0.5 * v
        v = hv / torch.linalg.norm(hv)
        return v[0].item() ** 2

    return turn


def penalty():
    rng = np.random.default_rng(7)
    w1, w2 = ps = parameters((3, 6), (6,))

    def turn():
        x = torch.as_tensor(rng.normal(size=(5, 3))).requires_grad_()
        out = torch.tanh(x @ w1) @ w2
        (g,) = torch.autograd.grad(out.sum(), x, create_graph=True)
        loss = torch.mean(out**2) + 0.5 * torch.mean((torch.sqrt(torch.sum(g**2, dim=1) + 1e-8) - 1.0) ** 2)
        loss.backward()
        descend(ps, 0.01)
        return loss.item()

    return turn


def newton():
    rng = np.random.default_rng(7)
    a = normal(6, 3)

    def turn():
        x = (0.1 * torch.as_tensor(rng.normal(size=3))).requires_grad_()
        for _ in range(2):
            f = torch.sum(torch.exp(a @ x)) + torch.sum(x**2)
            (g,) = torch.autograd.grad(f, x, create_graph=True)
            rows = [torch.autograd.grad(g[i], x, retain_graph=True)[0] for i in range(3)]
            with torch.no_grad():
                x -= torch.linalg.solve(torch.stack(rows), g.detach())
        return x.detach()

    return turn


def penalised_backward():
    w = normal(5).requires_grad_()

    def turn():
        nonlocal w
        w.grad = None
        loss = torch.sum(torch.sin(w) ** 2)
        loss.backward(create_graph=True)
        g = w.grad
        w.grad = None
        (loss + 0.1 * torch.sum(g**2)).backward()
        with torch.no_grad():
            w -= 0.01 * w.grad
        return loss.item()

    return turn


def implicit():
    theta = torch.tensor(0.5, requires_grad=True)

    def turn():
        nonlocal theta
        x = torch.tensor(1.0, requires_grad=True)
        for _ in range(4):
            residual = x + 0.5 * torch.sin(x) - theta
            (slope,) = torch.autograd.grad(residual, x)
            x = (x - residual / slope).detach().requires_grad_()
        residual = x + 0.5 * torch.sin(x) - theta
        gx, gt = torch.autograd.grad(residual, [x, theta])
        with torch.no_grad():
            theta -= 0.01 * 2 * (x - 0.8) * (-gt / gx)
        return theta.item()

    return turn


def physics_informed():
    points = torch.linspace(0.0, 1.0, 10)
    w, b, out = ps = parameters((6,), (6,), (6,), scale=1.0)

    def turn():
        t = points.clone().requires_grad_()
        u = torch.tanh(t[:, None] * w + b) @ out
        (du,) = torch.autograd.grad(u.sum(), t, create_graph=True)
        (ddu,) = torch.autograd.grad(du.sum(), t, create_graph=True)
        loss = torch.mean((ddu + u) ** 2) + (u[0] - 1.0) ** 2 + du[0] ** 2
        loss.backward()
        descend(ps, 0.001)
        return loss.item()

    return turn


# Random numbers


def banana(x):
    return -0.5 * x[0] ** 2 - 2.0 * (x[1] - x[0] ** 2) ** 2


def langevin():
    x, rng = torch.tensor([0.5, 0.5], requires_grad=True), np.random.default_rng(7)

    def turn():
        nonlocal x
        (g,) = torch.autograd.grad(banana(x), x)
        with torch.no_grad():
            x += 0.01 * g + 0.1 * torch.as_tensor(rng.normal(size=2))
            x[:] = x.clamp(-2.0, 2.0)
        return x[0].item()

    return turn


def hmc():
    rng = np.random.default_rng(7)
    x = torch.tensor([0.5, 0.5])

    def gradient(x):
        x = x.clone().requires_grad_()
        logp = banana(x)
        logp.backward()
        return logp.item(), x.grad

    def turn():
        nonlocal x
        p = torch.as_tensor(rng.normal(size=2))
        before, g = gradient(x)
        y, q = x, p
        for _ in range(5):
            q = q + 0.05 * g
            y = y + 0.1 * q
            after, g = gradient(y)
            q = q + 0.05 * g
        if np.log(rng.random()) < after - before - 0.5 * q @ q + 0.5 * p @ p:
            x = y
        return x.clone()

    return turn


def variational():
    x, y, rng = normal(20, 3), normal(20, seed=4), np.random.default_rng(7)
    mu, rho = ps = parameters((3,), (3,))

    def turn():
        w = mu + torch.exp(rho) * torch.as_tensor(rng.normal(size=3))
        loss = 0.5 * torch.sum((y - x @ w) ** 2) + torch.sum(0.5 * mu**2 + 0.5 * torch.exp(2 * rho) - rho)
        loss.backward()
        descend(ps, 1e-3)
        return loss.item()

    return turn


def metropolis():
    (w,) = parameters((3,))
    x, y, rng = normal(20, 3), normal(20, seed=4), np.random.default_rng(7)

    def log_posterior(w):
        return -0.5 * torch.sum((y - x @ w) ** 2) - 0.5 * torch.sum(w * w)

    def turn():
        nonlocal w
        with torch.no_grad():
            proposal = w + 0.1 * torch.as_tensor(rng.normal(size=3))
            if np.log(rng.random()) < log_posterior(proposal).item() - log_posterior(w).item():
                w = proposal
        return w.tolist()

    return turn


def score_function():
    logits, rng = normal(5).requires_grad_(), np.random.default_rng(7)
    reward, baseline = normal(5, seed=2), 0.0

    def turn():
        nonlocal baseline
        p = torch.softmax(logits, 0)
        i = min(int((p.detach().cumsum(0) < rng.random()).sum()), 4)
        loss = -torch.log(p[i]) * (reward[i] - baseline)
        loss.backward()
        baseline = 0.9 * baseline + 0.1 * reward[i]
        descend([logits], 0.01)
        return loss.item()

    return turn


def stein():
    particles = normal(6, 2)

    def turn():
        nonlocal particles
        x = particles.clone().requires_grad_()
        logp = torch.sum(-0.5 * x[:, 0] ** 2 - 2.0 * (x[:, 1] - x[:, 0] ** 2) ** 2)
        kernel = torch.exp(-torch.sum((x[:, None] - x.detach()[None]) ** 2, dim=2))
        (score,) = torch.autograd.grad(logp, x)
        (repulsion,) = torch.autograd.grad(kernel.sum(), x)
        step = kernel.detach() @ score - repulsion
        particles = particles + 0.003 * step
        return particles.sum().item()

    return turn
