"""tapegrad: a JIT-compiled tape autograd for NumPy code."""

from tapegrad import autograd, errors
from tapegrad.autograd import backward, enable_grad, grad, is_grad_enabled, no_grad, set_grad_enabled
from tapegrad.tape.run import get_num_threads, set_num_threads
from tapegrad.tensor import Tensor, tensor
from tapegrad.ops.elementwise import *
from tapegrad.ops.reductions import sum_ as sum
