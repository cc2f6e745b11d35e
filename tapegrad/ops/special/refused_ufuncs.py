"""Ufuncs of `scipy.special` that are none on Tensors: why, and what to use instead.

Tests: tests/ops/test_refused_by_scipy.py
"""

from __future__ import annotations

from tapegrad.ops.refusals import reasons

_INVERSE = (
    "the inverse with respect to a parameter. Use tg.optimize.root_scalar or tg.optimize.root on the distribution function, which has "
    "derivatives by its parameters where these are known."
)
_COMPLEX = "its results are complex numbers, and special functions have derivatives for real ones only."
_NONCENTRAL = (
    "no derivative of the noncentral distributions is known here. Integrate their density by tg.integrate.quad."
)
_EIGENVALUE = "it depends on an eigenvalue of its equation, whose derivative is not known here. Solve the equation by tg.integrate.solve_ivp."
_INTEGRAL = (
    "this integral has no record. Take it by tg.integrate.quad of the Bessel or Airy function, which has derivatives."
)
_ROUGH = "SciPy's values are too rough to be differentiated. Write the series of exp(-2 k**2 x**2) with np.exp."
_CARLSON = "Carlson's integrals have no record. Use ellipk, ellipe, ellipkinc or ellipeinc."

_GROUPS = {
    "bdtrik bdtrin btdtria btdtrib chdtriv fdtridfd gdtria gdtrib nbdtri nbdtrik nbdtrin pdtri pdtrik stdtridf": _INVERSE,
    "nrdtrimn nrdtrisd": "a formula of one line with ndtri, x - ndtri(p) * std, and its inverse. Write this formula.",
    "chndtr chndtridf chndtrinc chndtrix ncfdtr ncfdtri ncfdtridfd ncfdtridfn ncfdtrinc nctdtr nctdtridf nctdtrinc nctdtrit": _NONCENTRAL,
    "hankel1 hankel1e hankel2 hankel2e": f"{_COMPLEX} Use jv and yv, its real and imaginary parts.",
    "kelvin": f"{_COMPLEX} Use ber, bei, ker, kei and their derivatives berp, beip, kerp, keip.",
    "modfresnelm modfresnelp": f"{_COMPLEX} Use fresnel.",
    "airye": "scaled Airy functions have no record. Use airy.",
    "mathieu_a mathieu_b mathieu_cem mathieu_modcem1 mathieu_modcem2 mathieu_modsem1 mathieu_modsem2 mathieu_sem "
    "obl_ang1 obl_ang1_cv obl_cv obl_rad1 obl_rad1_cv obl_rad2 obl_rad2_cv pro_ang1 pro_ang1_cv pro_cv pro_rad1 pro_rad1_cv "
    "pro_rad2 pro_rad2_cv": _EIGENVALUE,
    "it2i0k0 it2j0y0 it2struve0 itairy iti0k0 itj0y0 itmodstruve0 itstruve0 besselpoly": _INTEGRAL,
    "kolmogorov kolmogi smirnov smirnovi": _ROUGH,
    "elliprc elliprd elliprf elliprg elliprj": _CARLSON,
    "zetac": "it is the zeta function less 1, which keeps digits far out. Use tg.special.zeta(x) - 1.",
    "pbdv pbvv pbwa": "parabolic cylinder functions have no record. Solve their equation by tg.integrate.solve_ivp.",
    "hyperu": "SciPy's values are too rough to be differentiated. Integrate its formula (DLMF 13.4.4) by tg.integrate.quad.",
    "wright_bessel log_wright_bessel": "Wright's function has no record. Sum its series with rgamma.",
    "agm": "the mean has no record. Use pi / 4 * (a + b) / ellipk(((a - b) / (a + b))**2).",
    "eval_sh_jacobi": "it is a multiple of eval_jacobi(n, p - q, q - 1, 2 * x - 1). Use that.",
    "tklmbda": "Tukey's lambda distribution is known by its quantiles. Use tg.optimize.root_scalar on them.",
    "radian": "degrees, minutes and seconds: np.deg2rad(d + m / 60 + s / 3600). Write this formula.",
}  # fmt: skip

reasons.update({f"scipy.special.{name}": why for names, why in _GROUPS.items() for name in names.split()})
