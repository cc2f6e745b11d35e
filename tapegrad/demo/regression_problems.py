"""The NIST StRD nonlinear regression problems: measurements, published answers, and the models as plain NumPy.

A model is a function ``f(b, x)`` of the parameters and the predictor. It knows nothing of derivatives: it runs
unchanged on arrays and on Tensors, because NumPy's functions on a Tensor record themselves on the tape. Each
``b[i]`` may be a number or a row as long as the data.

Tests: tests/programs/test_demo.py
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

Model = Callable[[Any, NDArray[np.float64]], Any]

CERTIFIED_DIGITS = 11
"""Significant digits of the certified parameters and standard deviations."""


def bennett5(b: Any, x: NDArray[np.float64]) -> Any:
    """Superconductivity: magnetism against the logarithm of time."""
    return b[0] * (b[1] + x) ** (-1 / b[2])


def saturation(b: Any, x: NDArray[np.float64]) -> Any:
    """Exponential approach to a limit (BoxBOD, Misra1a)."""
    return b[0] * (1 - np.exp(-b[1] * x))


def chwirut(b: Any, x: NDArray[np.float64]) -> Any:
    """Ultrasonic response against the distance from the metal."""
    return np.exp(-b[0] * x) / (b[1] + b[2] * x)


def danwood(b: Any, x: NDArray[np.float64]) -> Any:
    """Radiated energy as a power of the temperature."""
    return b[0] * x ** b[1]


def eckerle4(b: Any, x: NDArray[np.float64]) -> Any:
    """Transmittance: one Gaussian peak of given area."""
    return b[0] / b[1] * np.exp(-0.5 * ((x - b[2]) / b[1]) ** 2)


def enso(b: Any, x: NDArray[np.float64]) -> Any:
    """Air pressure over the Pacific: the annual cycle and two cycles of unknown period."""
    t = 2 * np.pi * x
    annual = b[1] * np.cos(t / 12) + b[2] * np.sin(t / 12)
    slow = b[4] * np.cos(t / b[3]) + b[5] * np.sin(t / b[3])
    fast = b[7] * np.cos(t / b[6]) + b[8] * np.sin(t / b[6])
    return b[0] + annual + slow + fast


def gauss(b: Any, x: NDArray[np.float64]) -> Any:
    """Two Gaussian peaks on a decaying exponential."""
    first = b[2] * np.exp(-((x - b[3]) ** 2) / b[4] ** 2)
    second = b[5] * np.exp(-((x - b[6]) ** 2) / b[7] ** 2)
    return b[0] * np.exp(-b[1] * x) + first + second


def cubic_over_cubic(b: Any, x: NDArray[np.float64]) -> Any:
    """Thermal expansion of copper (Hahn1), electron mobility (Thurber)."""
    return (b[0] + b[1] * x + b[2] * x**2 + b[3] * x**3) / (1 + b[4] * x + b[5] * x**2 + b[6] * x**3)


def kirby2(b: Any, x: NDArray[np.float64]) -> Any:
    """Line widths in a scanning electron microscope: quadratic over quadratic."""
    return (b[0] + b[1] * x + b[2] * x**2) / (1 + b[3] * x + b[4] * x**2)


def lanczos(b: Any, x: NDArray[np.float64]) -> Any:
    """Sum of three decaying exponentials."""
    return b[0] * np.exp(-b[1] * x) + b[2] * np.exp(-b[3] * x) + b[4] * np.exp(-b[5] * x)


def mgh09(b: Any, x: NDArray[np.float64]) -> Any:
    """Enzyme reaction of Kowalik and Osborne: rational function."""
    return b[0] * (x**2 + x * b[1]) / (x**2 + x * b[2] + b[3])


def mgh10(b: Any, x: NDArray[np.float64]) -> Any:
    """Thermistor resistance against temperature, after Meyer."""
    return b[0] * np.exp(b[1] / (x + b[2]))


def mgh17(b: Any, x: NDArray[np.float64]) -> Any:
    """Two exponentials and a constant, after Osborne."""
    return b[0] + b[1] * np.exp(-x * b[3]) + b[2] * np.exp(-x * b[4])


def misra1b(b: Any, x: NDArray[np.float64]) -> Any:
    """Adsorption in monolayers, inverse square."""
    return b[0] * (1 - (1 + b[1] * x / 2) ** -2)


def misra1c(b: Any, x: NDArray[np.float64]) -> Any:
    """Adsorption in monolayers, inverse square root."""
    return b[0] * (1 - (1 + 2 * b[1] * x) ** -0.5)


def misra1d(b: Any, x: NDArray[np.float64]) -> Any:
    """Adsorption in monolayers, hyperbola."""
    return b[0] * b[1] * x * (1 + b[1] * x) ** -1


def nelson(b: Any, x: NDArray[np.float64]) -> Any:
    """Logarithm of the breakdown strength against time (``x[0]``) and temperature (``x[1]``)."""
    return b[0] - b[1] * x[0] * np.exp(-b[2] * x[1])


def rat42(b: Any, x: NDArray[np.float64]) -> Any:
    """Pasture yield: sigmoidal growth."""
    return b[0] / (1 + np.exp(b[1] - b[2] * x))


def rat43(b: Any, x: NDArray[np.float64]) -> Any:
    """Onion dry weight: sigmoidal growth with a fourth parameter for the asymmetry."""
    return b[0] / (1 + np.exp(b[1] - b[2] * x)) ** (1 / b[3])


def roszman1(b: Any, x: NDArray[np.float64]) -> Any:
    """Quantum defects of iodine atoms against the energy of the state."""
    return b[0] - b[1] * x - np.arctan(b[2] / (x - b[3])) / np.pi


MODELS: dict[str, Model] = {
    "Bennett5": bennett5,
    "BoxBOD": saturation,
    "Chwirut1": chwirut,
    "Chwirut2": chwirut,
    "DanWood": danwood,
    "Eckerle4": eckerle4,
    "ENSO": enso,
    "Gauss1": gauss,
    "Gauss2": gauss,
    "Gauss3": gauss,
    "Hahn1": cubic_over_cubic,
    "Kirby2": kirby2,
    "Lanczos1": lanczos,
    "Lanczos2": lanczos,
    "Lanczos3": lanczos,
    "MGH09": mgh09,
    "MGH10": mgh10,
    "MGH17": mgh17,
    "Misra1a": saturation,
    "Misra1b": misra1b,
    "Misra1c": misra1c,
    "Misra1d": misra1d,
    "Nelson": nelson,
    "Rat42": rat42,
    "Rat43": rat43,
    "Roszman1": roszman1,
    "Thurber": cubic_over_cubic,
}
"""The model of each problem."""


@dataclass(frozen=True, eq=False)
class Problem:
    """One regression problem with its published answer.

    Attributes
    ----------
    name : str
        NIST's name of the problem.
    difficulty : str
        NIST's rating: ``"lower"``, ``"average"`` or ``"higher"``.
    x : ndarray
        Predictor, of shape ``(n,)``; of shape ``(2, n)`` where there are two.
    y : ndarray
        Measured response, of shape ``(n,)``, as published.
    starts : tuple of ndarray
        The two published starting points, the distant one first.
    certified : ndarray
        Certified parameters.
    standard_deviations : ndarray
        Certified standard deviations of the parameters.
    rss : float
        Certified residual sum of squares.
    residual_standard_deviation : float
        Certified ``sqrt(rss / degrees_of_freedom)``.
    degrees_of_freedom : int
        Observations minus parameters.
    model : callable
        ``model(b, x)``, see the functions of this module.
    """

    name: str
    difficulty: str
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    starts: tuple[NDArray[np.float64], NDArray[np.float64]]
    certified: NDArray[np.float64]
    standard_deviations: NDArray[np.float64]
    rss: float
    residual_standard_deviation: float
    degrees_of_freedom: int
    model: Model

    @property
    def response(self) -> NDArray[np.float64]:
        """What the model is compared with: `y`, except that Nelson's model is of its logarithm."""
        return np.log(self.y) if self.name == "Nelson" else self.y


def _problem(entry: dict[str, Any]) -> Problem:
    x = np.array(entry["x"], dtype=np.float64)
    return Problem(
        name=entry["name"],
        difficulty=entry["difficulty"],
        x=x[0] if len(x) == 1 else x,
        y=np.array(entry["y"], dtype=np.float64),
        starts=(np.array(entry["start1"], dtype=np.float64), np.array(entry["start2"], dtype=np.float64)),
        certified=np.array(entry["certified"], dtype=np.float64),
        standard_deviations=np.array(entry["standard_deviations"], dtype=np.float64),
        rss=float(entry["rss"]),
        residual_standard_deviation=float(entry["residual_standard_deviation"]),
        degrees_of_freedom=entry["degrees_of_freedom"],
        model=MODELS[entry["name"]],
    )


@cache
def load() -> tuple[Problem, ...]:
    """Load all problems.

    Returns
    -------
    tuple of Problem
        The 27 problems in alphabetical order.
    """
    text = (files("tapegrad.demo") / "data" / "nist_strd.json").read_text(encoding="utf-8")
    return tuple(_problem(entry) for entry in json.loads(text)["problems"])
