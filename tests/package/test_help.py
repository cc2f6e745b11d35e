"""Help: everything public says its parameters, what it returns and raises, and shows a call that runs."""

from __future__ import annotations

import contextlib
import doctest
import inspect
import io
import pydoc
import warnings
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.ops.lazy_help import Help

docscrape = pytest.importorskip("numpydoc.docscrape")

NAMESPACES = ["func", "autograd", "nb", "linalg", "special", "stats", "signal", "ndimage", "interpolate", "integrate", "optimize", "sparse", "fft", "polynomial", "custom", "debug"]  # fmt: skip
CLASSES = {  # whose methods have help
    "tg.Tensor": tg.Tensor,
    "tg.compile(f)": type(tg.compile(np.sin)),
    "tg.stats.norm": type(tg.stats.norm),
}


OF_COMPILED = (
    "batch",
    "check",
    "explain",
    "export",
    "forget",
    "passes",
    "pointer",
    "save",
    "stats",
    "tape",
    "tape_data",
)


def is_users(place: str, name: str) -> bool:
    """Whether users call a method, and not other modules of the package."""
    if place == "tg.compile(f)":
        return name in OF_COMPILED
    return name[0] != "_" and name != "view_of"


def public(place: str) -> dict[str, Any]:
    """The functions that users find in a module or an object, each once."""
    if place in CLASSES:
        members = {name: inspect.getattr_static(CLASSES[place], name) for name in dir(CLASSES[place])}
        return {f"{place}.{name}": f for name, f in members.items() if inspect.isfunction(f) and is_users(place, name)}
    module = eval(place)
    found = {}
    for name in dir(module):
        value = None if name.startswith("_") else getattr(module, name)
        if callable(value) and not inspect.isclass(value) and (place == "tg" or value is not getattr(tg, name, None)):
            found[f"{place}.{name}"] = value
    return found


PLACES = ["tg", *(f"tg.{name}" for name in NAMESPACES), *CLASSES]


RECORDS = {
    "tg.debug.Exit",
    "tg.profiler.CallNode",
    "tg.profiler.MemorySample",
    "tg.profiler.Row",
}  # that users only read


def test_classes_that_users_call_have_examples_that_run():
    classes = {
        f"{place}.{name}": value
        for place in ["tg", *(f"tg.{name}" for name in [*NAMESPACES, "profiler"])]
        for name in dir(eval(place))
        if name[0] != "_" and inspect.isclass(value := getattr(eval(place), name))
        if value.__module__.startswith("tapegrad") and not issubclass(value, BaseException)
    }
    assert len(classes) > 15
    assert not [name for name, value in classes.items() if ">>> " not in (value.__doc__ or "") and name not in RECORDS]
    assert not [text for name, value in classes.items() if (text := wrong(name, value))]


def described(doc: Any) -> set[str]:
    """The parameters of which a docstring says something."""
    rows = [p for p in doc["Parameters"] + doc["Other Parameters"] if p.desc and p.desc != ["An argument."]]
    return {name.strip().lstrip("*") for p in rows for name in p.name.split(",")}


def parameters(value: Any) -> set[str]:
    try:
        return {name for name in inspect.signature(value).parameters if name != "self"}
    except ValueError:
        return set()


def lacking(name: str, value: Any) -> list[str]:
    """Which sections of a docstring are missing."""
    doc = docscrape.NumpyDocString(inspect.getdoc(value) or "")
    missing = parameters(value) - described(doc)
    found = [f"{name}: {parameter}" for parameter in sorted(missing)]
    if not (doc["Returns"] or doc["Yields"]):
        found.append(f"{name}: Returns")
    if not doc["Examples"]:
        found.append(f"{name}: Examples")
    return found


def wrong(name: str, value: Any) -> str:
    """What doctest says against the examples of a docstring."""
    scope = {"__name__": "__main__"}
    examples = doctest.DocTestParser().get_doctest(inspect.getdoc(value), scope, name, None, 0)
    said = io.StringIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        doctest.DocTestRunner(verbose=False).run(examples, out=said.write)
    return said.getvalue()


@pytest.mark.parametrize("place", PLACES)
def test_what_is_public_has_all_sections(place):
    functions = public(place)
    assert functions
    assert not [line for name, value in functions.items() for line in lacking(name, value)]


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_examples_print_what_numpy_and_scipy_give(place):
    functions = public(place)
    assert not [text for name, value in functions.items() if (text := wrong(name, value))]


def test_an_example_that_is_wrong_is_noticed():
    def f() -> None:
        """Do nothing.

        >>> 1 + 1
        3
        """

    assert "Expected:\n    3\nGot:\n    2" in wrong("f", f)
    assert lacking("f", f) == ["f: Returns", "f: Examples"]


def test_a_distribution_with_parameters_says_what_it_is():
    assert repr(tg.stats.norm(0.5, scale=2.0)) == "tapegrad.stats.norm(0.5, scale=2.0)"


def test_what_stands_for_no_function_of_others_says_none():
    assert "See Also" not in tg.fori_loop.__doc__
    assert docscrape.NumpyDocString(inspect.getdoc(tg.hypot))["See Also"][0][0][0][0] == "numpy.hypot"


def test_help_says_what_a_function_is():
    for f, title in ((tg.where, "elementwise function"), (tg.sum, "function sum"), (tg.linalg.solve, "function solve")):
        text = pydoc.plain(pydoc.render_doc(f))
        assert text.startswith(f"Python Library Documentation: {title} in module tapegrad")
        for section in ("Parameters", "Returns", "Raises", "See Also", "Examples"):
            assert f"    {section}\n    ---" in text
    assert "numpy.linalg.solve" in tg.linalg.solve.__doc__


def test_a_docstring_is_written_when_it_is_read():
    doc = tg.linalg.inv.__doc__
    assert isinstance(doc, Help)
    assert "Examples" not in doc.source()
    assert "Examples" in doc
    assert "Examples" in str(doc)
    assert "Examples" in f"{doc}"
    assert len(doc.splitlines()) > 20
    assert doc.partition("\n")[0] == doc.source().partition("\n")[0]


def test_what_help_says_of_complex_numbers_is_so():
    z = tg.tensor(np.array([0.3 + 0.4j]))
    refused = {
        name: f for part in (tg, tg.special) for name in part.__all__
        if "For complex numbers." in (inspect.getdoc(f := getattr(part, name)) or "")
    }  # fmt: skip
    assert "absolute" not in refused
    assert len(refused) > 50
    for name, f in refused.items():
        with contextlib.suppress(Exception):
            f(*[z] * inspect.getdoc(f).count(" : array_like"))
            pytest.fail(f"{name} takes complex numbers")
