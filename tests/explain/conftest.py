"""A browser for the tests of pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser import browser as started_browser


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One browser for all tests."""
    with started_browser(tmp_path_factory.mktemp("browser"), 1600, 1300) as started:
        yield started
