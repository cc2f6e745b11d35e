"""Small and middle-sized programs, eager beside PyTorch and sealed beside JAX: ``python -m benchmarks.programs``."""
