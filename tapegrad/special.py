"""Special functions under SciPy's names."""

from tapegrad.ops.elementwise import sigmoid as expit
from tapegrad.ops.reductions import logsumexp

__all__ = ["expit", "logsumexp"]
