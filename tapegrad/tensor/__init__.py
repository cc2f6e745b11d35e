"""What users hold: Tensor, its views, and how NumPy finds it."""

import tapegrad.engine  # noqa: F401 (computes the values)
