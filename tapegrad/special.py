"""Special functions under SciPy's names."""

from tapegrad.ops.elementwise import sigmoid as expit
from tapegrad.ops.reductions import logsumexp
from tapegrad.ops.special import digamma, erf, erfc, gammaln, polygamma, zeta
from tapegrad.ops.special import digamma as psi

__all__ = ["digamma", "erf", "erfc", "expit", "gammaln", "logsumexp", "polygamma", "psi", "zeta"]
