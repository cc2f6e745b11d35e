"""Hartree-Fock: bond lengths and forces of small molecules
========================================================

The energy of two electrons in the field of two nuclei, H2 and HeH+, in the basis STO-3G: integrals over Gaussians in
closed form, then the self-consistent field (Szabo and Ostlund, Modern Quantum Chemistry, 1989, chapter 3). The loop and
its eigenvectors are differentiated: the slope is the force, the second derivative the stiffness of the bond. The
picture shows the energies, and at each minimum the parabola that the stiffness gives.

Checked against the book: H2 at 1.4 bohr, its bond of 1.346 bohr, HeH+ at 1.4632 bohr; the slopes against differences
of plain NumPy. Runs in about 5 s.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import root_scalar
from scipy.special import erf

import tapegrad as tg

EXPONENTS, WEIGHTS = np.array([0.109818, 0.405771, 2.22766]), np.array([0.444635, 0.535328, 0.154329])  # of zeta = 1
H2, HEH = (np.array([1.0, 1.0]), np.array([1.24, 1.24])), (np.array([2.0, 1.0]), np.array([2.0925, 1.24]))


def boys(t):
    """Return the integral of exp(-t u^2) for u from 0 to 1, near 0 by its series."""
    large = np.maximum(t, 1e-9)
    return np.where(t < 1e-5, 1.0 - t / 3.0 + t**2 / 10.0, 0.5 * np.sqrt(np.pi / large) * erf(np.sqrt(large)))


def energy(distance, charges, zetas, steps=40):
    """Return the energy in hartree; the distance is in bohr."""
    a = np.outer(zetas**2, EXPONENTS).ravel()  # three Gaussians at each nucleus
    basis = np.kron(np.eye(2), WEIGHTS) * (2.0 * a / np.pi) ** 0.75
    nuclei = np.stack([0.0 * distance, distance])
    at, sums = np.repeat(nuclei, 3), a[:, None] + a
    products, gap = np.outer(a, a) / sums, (at[:, None] - at) ** 2
    middle = (a[:, None] * at[:, None] + a * at) / sums
    overlap = (np.pi / sums) ** 1.5 * np.exp(-products * gap)
    kinetic = products * (3.0 - 2.0 * products * gap) * overlap
    seen = sum(z * boys(sums * (middle - nucleus) ** 2) for z, nucleus in zip(charges, nuclei, strict=True))
    attraction = -2.0 * np.sqrt(sums / np.pi) * overlap * seen
    p, q = sums[:, :, None, None], sums
    between = boys(p * q / (p + q) * (middle[:, :, None, None] - middle) ** 2)
    repulsion = 2.0 * np.sqrt(p * q / (p + q) / np.pi) * overlap[:, :, None, None] * overlap * between
    S, core = basis @ overlap @ basis.T, basis @ (kinetic + attraction) @ basis.T
    pairs = np.einsum("ia,jb,abcd,kc,ld->ijkl", basis, basis, repulsion, basis, basis)
    pairs = pairs - 0.5 * np.swapaxes(pairs, 1, 3)
    root = np.linalg.inv(np.linalg.cholesky(S))

    def step(_, density):
        fock = core + np.sum(pairs * density, axis=(2, 3))
        orbital = root.T @ np.linalg.eigh(root @ fock @ root.T)[1][:, 0]
        return 2.0 * orbital[:, None] * orbital

    density = tg.fori_loop(0, steps, step, 0.0 * S)
    return np.sum(density * (core + 0.5 * np.sum(pairs * density, axis=(2, 3)))) + charges[0] * charges[1] / distance


# %%
# The energy, its slope and its second derivative by one recording each; whole curves by ``batch``.
slope, stiffness = tg.compile(tg.value_and_grad(energy)), tg.compile(tg.grad(tg.grad(energy)))
for name, molecule, at, published in ("H2", H2, 1.4, -1.1167), ("HeH+", HEH, 1.4632, -2.8607):
    value, gradient = slope(at, *molecule)
    difference = (energy(at + 1e-4, *molecule) - energy(at - 1e-4, *molecule)) / 2e-4  # plain NumPy
    print(f"{name} at {at} bohr: {value:.5f} hartree (published {published}); slope {gradient:.7f} ({difference:.7f})")
    assert np.allclose([value, gradient], [published, difference], rtol=0.0, atol=[1e-4, 1e-7])
distances = np.linspace(0.8, 4.0, 120)
figure, axes = plt.subplots(1, 2, figsize=(9.0, 3.6), layout="constrained")
for plot, name, molecule in zip(axes, ("H2", "HeH+"), (H2, HEH), strict=True):
    bond = root_scalar(lambda r, m=molecule: slope(r, *m)[1], bracket=(1.0, 2.0), xtol=1e-10).root
    plot.plot(distances, slope.batch(distances, *molecule, in_axes=(0, None, None))[0], label="energy")
    least, parabola = slope(bond, *molecule)[0], 0.5 * stiffness(bond, *molecule) * (distances - bond) ** 2
    plot.plot(distances, least + parabola, "--", label="from the stiffness")
    plot.plot(bond, least, "ko", label=f"bond of {bond:.3f} bohr")
    plot.set(title=name, xlabel="distance (bohr)", ylabel="energy (hartree)", ylim=(least - 0.02, least + 0.3))
    plot.legend()
    print(f"{name} has a bond of {bond:.4f} bohr")
    assert molecule is HEH or abs(bond - 1.346) < 5e-4
plt.show()
