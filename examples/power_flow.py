"""Power flow of a grid, and what each load costs in losses
========================================================

The IEEE test case of 14 buses (Power Systems Test Case Archive, University of Washington; a part of the grid of the
American Midwest, 1962): given loads and generators, what are the voltages, and how do the losses of the lines change
with each load? Voltages solve the equations of power balance, in complex numbers, by ``tg.optimize.root``; derivatives
go through the solution by the implicit function theorem, in one sweep for all loads.

The voltages are compared with those of the archive, the losses with those that MATPOWER finds, 13.393 MW, and the
derivatives with differences of solutions that SciPy finds without tapegrad. The picture shows the grid, and what a
load costs at each bus. Runs in about 4 s.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import root

import tapegrad as tg

# loads in MW and Mvar (per unit: 100 MVA), and the archive's voltages, per unit and in degrees
LOADS = np.array([0, 21.7, 94.2, 47.8, 7.6, 11.2, 0, 0, 29.5, 9, 3.5, 6.1, 13.5, 14.9]) / 100.0
REACTIVE = np.array([0, 12.7, 19, -3.9, 1.6, 7.5, 0, 0, 16.6, 5.8, 1.8, 1.6, 5.8, 5]) / 100.0
VOLTS = np.array([1.06, 1.045, 1.01, 1.019, 1.02, 1.07, 1.062, 1.09, 1.056, 1.051, 1.057, 1.055, 1.05, 1.036])
ANGLES = [0, -4.98, -12.72, -10.33, -8.78, -14.22, -13.37, -13.36, -14.94, -15.1, -14.79, -15.07, -15.16, -16.04]
GENERATED = 0.4 * np.eye(14)[1]  # at bus 2; bus 1 gives what is missing
FREE = np.flatnonzero(~np.isin(np.arange(14), [0, 1, 2, 5, 7]))  # the voltage of others is held, by VOLTS
# the lines: ends, resistance and reactance, charging, ratios of transformers
START = np.array([1, 1, 2, 2, 2, 3, 4, 4, 4, 5, 6, 6, 6, 7, 7, 9, 9, 10, 12, 13]) - 1
END = np.array([2, 5, 3, 4, 5, 4, 5, 7, 9, 6, 11, 12, 13, 8, 9, 10, 14, 11, 13, 14]) - 1
RESISTANCE = [0.01938, 0.05403, 0.04699, 0.05811, 0.05695, 0.06701, 0.01335, 0, 0, 0, 0.09498, 0.12291, 0.06615, 0, 0,
              0.03181, 0.12711, 0.08205, 0.22092, 0.17093]  # fmt: skip
REACTANCE = [0.05917, 0.22304, 0.19797, 0.17632, 0.17388, 0.17103, 0.04211, 0.20912, 0.55618, 0.25202, 0.1989, 0.25581,
             0.13027, 0.17615, 0.11001, 0.0845, 0.27038, 0.19207, 0.19988, 0.34802]  # fmt: skip
CHARGING = np.array([0.0528, 0.0492, 0.0438, 0.034, 0.0346, 0.0128] + 14 * [0.0])
RATIO = np.array(7 * [1.0] + [0.978, 0.969, 0.932] + 10 * [1.0])
ADMITTANCE = np.diag(0.19j * np.eye(14)[8])  # the condenser at bus 9
line = 1.0 / (np.array(RESISTANCE) + 1j * np.array(REACTANCE))
np.add.at(ADMITTANCE, (START, START), (line + 0.5j * CHARGING) / RATIO**2)
np.add.at(ADMITTANCE, (END, END), line + 0.5j * CHARGING)
np.add.at(ADMITTANCE, (np.append(START, END), np.append(END, START)), -np.tile(line / RATIO, 2))


def power(unknown):
    """Return what flows into the grid at each bus, given 13 angles and 9 voltages."""
    volts = VOLTS + np.eye(14)[:, FREE] @ (unknown[13:] - VOLTS[FREE])
    voltage = volts * np.exp(1j * np.concatenate([[0.0], unknown[:13]]))
    return voltage * np.conj(ADMITTANCE @ voltage)


def imbalance(unknown, loads):
    balance = power(unknown)
    return np.concatenate([(np.real(balance) + loads - GENERATED)[1:], (np.imag(balance) + REACTIVE)[FREE]])


def losses(loads, root=root):
    """Return the power that lines turn into heat."""
    return np.sum(np.real(power(root(imbalance, np.repeat([0.0, 1.0], [13, 9]), (loads,), tol=1e-12).x)))


# %%
found = root(imbalance, np.repeat([0.0, 1.0], [13, 9]), (LOADS,)).x
value, slope = tg.compile(tg.value_and_grad(lambda loads: losses(loads, tg.optimize.root)))(LOADS)
print(f"losses: {100.0 * value:.3f} MW; of one more MW at bus 14: {slope[13]:.4f} MW, at bus 2: {slope[1]:.4f} MW")
np.testing.assert_allclose(np.degrees(found[:13]), ANGLES[1:], atol=0.02)
np.testing.assert_allclose(found[13:], VOLTS[FREE], atol=0.0015)  # known for three digits, of a computation in 1962
assert abs(100.0 * value - 13.393) < 0.001
differences = [(losses(LOADS + h) - losses(LOADS - h)) / 2e-4 for h in 1e-4 * np.eye(14)]
np.testing.assert_allclose(slope, differences, atol=1e-6)

# %%
x, y = np.array([[0, 2, 8, 8, 3, 3, 8.5, 10, 7, 6, 4.5, 1, 2, 7], [1, 0, 0, 3, 3, 6, 5, 5, 6.5, 8, 8, 7, 9, 9.5]])
plt.figure(figsize=(7, 5), layout="constrained")
plt.plot([x[START], x[END]], [y[START], y[END]], "0.7", zorder=0)
plt.scatter(x, y, s=500, c=100.0 * slope, cmap="YlOrRd", vmax=20, edgecolors="k")
for bus in range(14):
    plt.text(x[bus], y[bus], str(bus + 1), ha="center", va="center")
plt.colorbar(label="losses that a load at the bus adds, percent of it")
plt.axis("off")
plt.show()
