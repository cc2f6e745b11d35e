"""Functions of `scipy.signal` that are none on Tensors: why, and what to use instead.

Tests: tests/ops/test_refused_by_scipy.py
"""

from __future__ import annotations

from tapegrad.ops.refusals import reasons

_DESIGNS = "it designs a filter from plain numbers. Call SciPy's, and filter Tensors with the coefficients it gives."
_FORMS = (
    "it uses the roots of polynomials, in an order of its own. Call SciPy's on plain data; between coefficients, "
    "np.polymul and np.poly have derivatives."
)
_SYSTEMS = (
    "it is about linear systems as objects. Use lfilter or sosfilt, or tg.linalg.expm and tg.integrate.solve_ivp."
)
_PLACES = (
    "its results are positions, which have no derivative. Call SciPy's on plain data, and index the Tensor with them."
)
_PEAKS = "it measures peaks at positions. Find them with SciPy's on plain data, and compute with the Tensor there."
_PLAIN = "it makes an array of plain numbers, which goes into functions of Tensors as it is. Call SciPy's."
_WAVES = "it is a line of NumPy. Write it with np.cos, np.sin, np.exp or np.where, which have derivatives."
_SPLINES = "splines of images. Use tg.ndimage.spline_filter and tg.ndimage.map_coordinates."
_TRANSFORMS = "a transform at other points. Multiply by the matrix of its exponentials, np.exp(-2j * np.pi * f * t), or use tg.fft."
_OBJECTS = "it is an object that transforms arrays. Use stft, istft or spectrogram."
_SPLIT = "it divides polynomials, or finds their fractions. Use np.polydiv, or lfilter for a quotient of signals."

_GROUPS = {
    "bessel besselap buttap butter buttord cheb1ap cheb1ord cheb2ap cheb2ord cheby1 cheby2 ellip ellipap ellipord firls firwin firwin2 "
    "firwin_2d gammatone iircomb iirdesign iirfilter iirnotch iirpeak kaiser_atten kaiser_beta kaiserord minimum_phase remez "
    "savgol_coeffs band_stop_obj findfreqs": _DESIGNS,
    "abcd_normalize bilinear bilinear_zpk lp2bp lp2bp_zpk lp2bs lp2bs_zpk lp2hp lp2hp_zpk lp2lp lp2lp_zpk normalize sos2tf sos2zpk ss2tf "
    "ss2zpk tf2sos tf2ss tf2zpk unique_roots zpk2sos zpk2ss zpk2tf BadCoefficients": _FORMS,
    "StateSpace TransferFunction ZerosPolesGain bode cont2discrete dbode dfreqresp dimpulse dlsim dlti dstep freqresp impulse lsim lti "
    "place_poles step": _SYSTEMS,
    "argrelextrema argrelmax argrelmin find_peaks find_peaks_cwt": _PLACES,
    "peak_prominences peak_widths": _PEAKS,
    "check_COLA check_NOLA choose_conv_method closest_STFT_dual_window correlation_lags get_window max_len_seq unit_impulse "
    "windows czt_points": _PLAIN,
    "chirp gauss_spline gausspulse sawtooth square sweep_poly vectorstrength": _WAVES,
    "cspline1d cspline1d_eval cspline2d qspline1d qspline1d_eval qspline2d spline_filter": _SPLINES,
    "CZT ZoomFFT czt zoom_fft lombscargle": _TRANSFORMS,
    "whittaker_henderson": "the solution of a banded system. Use tg.linalg.solveh_banded.",
    "hilbert2": "the analytic signal of images. Use tg.fft.fft2 and tg.fft.ifft2, with the weights of hilbert along each axis.",
    "envelope": "the length of an analytic signal. Use abs(hilbert(x - x.mean())).",
    "freqz_sos sosfreqz": "a product over sections. Use freqz of each, and np.prod.",
    "cascade cmplx_sort cwt daub morlet morlet2 qmf ricker": "SciPy has removed it since. Write it with np.convolve or np.exp.",
    "ShortTimeFFT": _OBJECTS,
    "deconvolve invres invresz residue residuez": _SPLIT,
    "freqs freqs_zpk freqz_zpk group_delay": "it evaluates a quotient of polynomials. Use freqz, or np.polyval at exp(1j * w).",
    "symiirorder1 symiirorder2 lfiltic": "a recursive filter with its own start. Use lfilter, with zi for the state.",
    "sepfir2d": "a filter along both axes of an image. Use tg.ndimage.convolve1d, along one axis after the other.",
}  # fmt: skip

reasons.update({f"scipy.signal.{name}": why for names, why in _GROUPS.items() for name in names.split()})
