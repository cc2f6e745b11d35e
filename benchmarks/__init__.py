"""What tapegrad costs: an asv suite (`benchmark_*.py`) and a comparison with other libraries (`compare`)."""
