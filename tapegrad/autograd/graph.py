"""The tape as PyTorch's users know it: hooks on saved values."""

from tapegrad.autograd.saved import disable_saved_tensors_hooks, save_on_disk, saved_tensors_hooks

__all__ = ["disable_saved_tensors_hooks", "save_on_disk", "saved_tensors_hooks"]
