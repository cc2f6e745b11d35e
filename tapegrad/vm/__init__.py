"""What runs: lane arithmetic, kernels, sweeps and the kernel cache. Nothing here knows `Tensor`."""
