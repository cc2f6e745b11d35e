"""What users hold: Tensor, its views, and how NumPy finds it."""
