"""Programs that meet: random programs that take turns in one process, which forgets nothing that it has learnt.

Many begin with the same calls on the same shapes, and then differ in what paths might mistake for one another: kinds of
indices, views, writes, reads. Finalizers compute in between. In each turn values are compared with NumPy's, and
gradients with PyTorch's.

`python -m tests.meeting --turns 100000 --seed 0` runs many.
"""
