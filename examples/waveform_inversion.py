"""Full waveform inversion: a picture by sound
===========================================

Sound goes through a body in water, from eight places around it, and is heard at 32. How fast is sound where? That is
the problem of ultrasound tomography, and, on another scale, of seismology: what was heard is compared with solutions
of the wave equation, which depend on the speed at 4096 points. What these fields call the adjoint method is a reverse
sweep: the loop over time is ``tg.scan``, which keeps few of its states and computes the others again
(``checkpoint=True``). The body is synthetic, and so is the noise, of one percent and with a seed. The gradient is
compared with differences of a plain loop in NumPy, and the speed found with the truth. Runs in about 8 s.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize

import tapegrad as tg

SIZE, WIDTH, STEP, STEPS, WATER = 64, 3.0, 0.8, 190, 1.5  # points, mm, microseconds, and mm in a microsecond
x, y = (np.mgrid[:SIZE, :SIZE] - (SIZE - 1) / 2.0) * WIDTH
turns = 2.0 * np.pi * np.arange(32) / 32.0
EARS = np.round((SIZE - 1) / 2.0 + 20.0 * np.stack([np.cos(turns), np.sin(turns)])).astype(int)
MOUTHS = np.zeros((8, SIZE, SIZE))
MOUTHS[np.arange(8), *EARS[:, ::4]] = 1.0
phase = (np.pi * 0.06 * (STEP * np.arange(STEPS) - 20.0)) ** 2
WAVELET = (1.0 - 2.0 * phase) * np.exp(-phase)  # Ricker's, of 60 kHz
CALM = np.exp(-((0.01 * np.maximum(0.0, np.maximum(abs(x), abs(y)) - 66.0)) ** 2))  # the border swallows waves
INSIDE = np.hypot(x, y) < 55.0


def loop(f, carry, xs, checkpoint):
    """Do what ``tg.scan`` does, in NumPy."""
    outputs = []
    for x in xs:
        carry, output = f(carry, x)
        outputs.append(output)
    return carry, np.stack(outputs)


def heard(percent, scan=loop):
    """Return the pressure for each time, mouth and ear, given how much faster than in water sound is where."""
    speed = WATER * (1.0 + np.where(INSIDE, 0.01 * percent.reshape(INSIDE.shape), 0.0))

    def next_time(pressures, push):
        now, before = pressures
        around = np.roll(now, 1, 1) + np.roll(now, -1, 1) + np.roll(now, 1, 2) + np.roll(now, -1, 2) - 4.0 * now
        after = CALM * (2.0 * now - CALM * before + (speed * (STEP / WIDTH)) ** 2 * around + push * MOUTHS)
        return (after, now), after[:, *EARS]

    return scan(next_time, (0.0 * MOUTHS, 0.0 * MOUTHS), WAVELET, checkpoint=True)[1]


# %%
# A body with a slow part and two fast ones, and the fit.
truth = np.zeros((SIZE, SIZE))
for x0, y0, a, b, percent in ((0, 0, 46, 37, 2.7), (-20, 10, 10, 8, -2), (14, -12, 9, 14, 4.7), (14, 18, 6, 6, 6.7)):
    truth[((x - x0) / a) ** 2 + ((y - y0) / b) ** 2 < 1.0] = percent
measured = heard(truth)
measured += 0.01 * measured.std() * np.random.default_rng(0).normal(size=measured.shape)
misfit = tg.compile(tg.value_and_grad(lambda percent: np.sum((heard(percent, tg.scan) - measured) ** 2)))
fit = minimize(misfit, np.zeros(SIZE**2), jac=True, method="L-BFGS-B", options={"maxiter": 40})
found = fit.x.reshape(SIZE, SIZE)

# %%
ahead, behind = (np.sum((heard(h * truth) - measured) ** 2) for h in (1e-5, -1e-5))
slope, difference = misfit(np.zeros(SIZE**2))[1] @ truth.ravel(), (ahead - behind) / 2e-5
before, after = (np.std((percent - truth)[INSIDE]) for percent in (0.0, found))
print(f"slope towards the truth: {slope:.7f}, by differences {difference:.7f}")
print(f"error of the speed: {before:.2f} percent at first, {after:.2f} percent after {fit.nit} steps")
assert abs(slope / difference - 1.0) < 1e-6
assert after < 0.2 * before

# %%
_, panels = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
for panel, percent, title in zip(panels, (truth, found), ("truth", "found from what was heard"), strict=True):
    image = panel.pcolormesh(x, y, 1e3 * WATER * (1.0 + 0.01 * percent), vmin=1450.0, vmax=1620.0)
    panel.plot(x[*EARS], y[*EARS], "w.", ms=4)
    panel.set(title=title, aspect="equal", xlabel="mm", xlim=(-70, 70), ylim=(-70, 70))
plt.colorbar(image, label="speed of sound (m/s)")
plt.show()
