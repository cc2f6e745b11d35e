"""Special functions under SciPy's names."""

from tapegrad.ops.elementwise import sigmoid as expit
from tapegrad.ops.reductions import logsumexp
from tapegrad.ops.special import digamma, erf, erfc, gammaln, polygamma
from tapegrad.ops.special import digamma as psi
from tapegrad.ops.special import hurwitz_zeta as zeta

__all__ = ["digamma", "erf", "erfc", "expit", "gammaln", "logsumexp", "polygamma", "psi", "zeta"]
