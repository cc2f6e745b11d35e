"""What tapegrad costs and how long it lasts.

An asv suite (`benchmark_*.py`), a comparison with other libraries (`compare`), what bounds the time at each size
(`performance`), a guard that counts (`instructions`), and endurance (`soak`).
"""
