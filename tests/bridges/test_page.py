"""The examples of docs/howto/bridges.md, each where its packages are installed."""

from __future__ import annotations

import doctest
import re
import shutil
import warnings
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "bridges.md"
SECTIONS = {
    text.splitlines()[0]: text for text in re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
}


@pytest.mark.slow
@pytest.mark.sampled(99)
@pytest.mark.parametrize("name", SECTIONS)
def test_example(name):
    text = SECTIONS[name]
    for package in re.findall(r"^>>> (?:import|from) (\w+)", text, re.MULTILINE):
        pytest.importorskip(package)
    if ".export(" in text and not any(map(shutil.which, ("cc", "gcc", "clang"))):
        pytest.skip("no compiler of C")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of other packages
        example = doctest.DocTestParser().get_doctest(text, {}, name, str(PAGE), 0)
        failed, tried = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example)
    assert tried
    assert not failed
