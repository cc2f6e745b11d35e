"""A square and its derivative, of one number at a time."""

import tapegrad as tg
from benchmarks.gradbench.entry import Entry


def _square(x: float) -> float:
    return x * x


square = Entry(lambda x: (float(x),), _square, float)
double = Entry(lambda x: (float(x),), tg.compile(tg.grad(_square)), float)
