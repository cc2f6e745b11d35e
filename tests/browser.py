"""Chromium without a window, for pages: what is written to its console is an error, and so is what it would load."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

FLAGS = """
headless no-sandbox disable-gpu disable-quic no-first-run disable-background-networking disable-component-update
disable-sync hide-scrollbars
""".split()  # noqa: SIM905


@contextmanager
def browser(folder: Path, width: int = 1400, height: int = 1000) -> Iterator[Any]:
    """Start it with an empty profile in a folder; skips the test where selenium or Chromium is absent."""
    webdriver = pytest.importorskip("selenium.webdriver")
    from selenium.webdriver.chrome.service import Service

    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        pytest.skip("needs Chromium and its driver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in (*FLAGS, f"user-data-dir={folder / 'chromium'}", f"window-size={width},{height}"):
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    started = webdriver.Chrome(options=options, service=Service(driver))
    try:
        yield started
        assert started.get_log("browser") == []
        assert started.execute_script("return performance.getEntriesByType('resource').map(e => e.name)") == []
    finally:
        started.quit()
