"""A browser for the tests of pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import Page
from tests.browser import browser as started_browser


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Start one browser for a file of tests: it takes processor time as long as it is open."""
    with started_browser(tmp_path_factory.mktemp("browser"), 1600, 1300) as started:
        yield started


@pytest.fixture
def opened(browser: Any) -> Iterator[Any]:
    """Open pages; after the test, the last must have loaded nothing and complained of nothing."""
    pages: list[Page] = []

    def open_page(path: Path, address: str = "") -> Page:
        pages.append(Page(browser, path, address))
        pages[-1].settle()
        return pages[-1]

    yield open_page
    assert pages[-1].errors() == []
    assert pages[-1].fetched() == []
