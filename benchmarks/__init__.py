"""What tapegrad costs and how long it lasts.

An asv suite (`benchmark_*.py`), a comparison with other libraries (`compare`), and endurance (`soak`).
"""
