"""The namespaces with SciPy's names: each of these is there, with SciPy's arguments, or says why it is not and what to use."""

from __future__ import annotations

import importlib
import inspect
import types

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError
from tapegrad.ops.composites import or_as_scipy
from tapegrad.ops.refusals import reasons

MODULES = ["fft", "signal", "ndimage", "interpolate", "integrate", "optimize", "spatial.distance"]
each_module = pytest.mark.parametrize("module", MODULES)
POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def of_scipy(module):
    """The public names of a module of SciPy's, without modules that it has kept for older code."""
    scipys = importlib.import_module(f"scipy.{module}")
    found = {name: getattr(scipys, name) for name in scipys.__all__}
    return {name: value for name, value in found.items() if not isinstance(value, types.ModuleType)}


def own_module(name):
    return importlib.import_module(f"tapegrad.{name}")


@each_module
def test_every_name_of_scipys_is_there_or_says_why(module):
    """Of the version that is installed, be it older or newer than the one that the reasons were written with."""
    own = own_module(module)
    for name in of_scipy(module).keys() - set(dir(own)):
        if isinstance(
            getattr(own, name, None), types.ModuleType
        ):  # one of ours, which older versions have a function of
            continue
        with pytest.raises(
            AttributeError,
            match=f"(?i)has no attribute '{name}': .*[.:,] (or )?(use|call|find|import|write|leave|choose|pass|sum)",
        ):
            getattr(own, name)


@each_module
def test_a_reason_is_given_for_what_is_not_there_alone(module):
    given = {name.removeprefix(f"scipy.{module}.") for name in reasons if name.startswith(f"scipy.{module}.")}
    assert not given & set(dir(own_module(module)))


def parameters(function):
    try:
        return inspect.signature(function).parameters
    except ValueError:  # a function that tells nobody
        return {}


@pytest.mark.parametrize("module", MODULES[1:])  # transforms have the arguments of numpy.fft
def test_arguments_stand_where_scipys_stand(module):
    """What is given by position means what it means to SciPy."""
    scipys, own = of_scipy(module), own_module(module)
    for name in sorted(set(dir(own)) & scipys.keys()):
        ours, theirs = (
            [p for p, given in parameters(f).items() if given.kind in POSITIONAL]
            for f in (getattr(own, name), scipys[name])
        )
        older = len(theirs) < len(ours)  # one that has fewer arguments
        assert not theirs or older or ours == theirs[: len(ours)], name


def test_an_argument_that_only_scipys_function_has_is_refused_by_name():
    """As a newer SciPy may have some. One that neither has is Python's own error; plain data go to SciPy."""

    def newer(x, mode="full", *, workers=None):
        return np.asarray(x) * workers

    @or_as_scipy(newer)
    def own(x, mode="full"):
        return x * 1.0

    x = tg.tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(ArgumentError, match=r"own: got an unexpected keyword argument 'workers': .* Leave it out"):
        own(x, workers=2)
    with pytest.raises(TypeError, match="unexpected keyword argument 'others'"):
        own(x, others=2)
    found = own(x.detach(), workers=2)
    assert isinstance(found, tg.Tensor)
    assert found.tolist() == [2.0, 4.0]
    with pytest.raises(ArgumentError, match="workers"):
        tg.compile(lambda x: own(x, workers=2))(np.ones(2))
