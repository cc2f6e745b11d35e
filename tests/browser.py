"""Chromium without a window, for pages: what is written to its console is an error, and so is what it would load."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

FLAGS = """
headless no-sandbox disable-gpu disable-quic no-first-run disable-background-networking disable-component-update
disable-sync disable-ipc-flooding-protection hide-scrollbars
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


class Page:
    """An open page, and what tests ask of it.

    Parameters
    ----------
    browser : webdriver
        The browser that shows it.
    path : Path
        The file; `address`, such as "#slot=5", follows its name.
    """

    def __init__(self, browser: Any, path: Path, address: str = "") -> None:
        self.browser = browser
        browser.get("about:blank")  # a change of the address alone would not load the page
        browser.get_log("browser")
        browser.get(path.as_uri() + address)

    def js(self, code: str, *arguments: object) -> Any:
        """Return what an expression of JavaScript gives."""
        return self.browser.execute_script(f"return {code}", *arguments)

    def until(self, code: str, *arguments: object) -> Any:
        """Wait until an expression is true, and return it."""
        return waited(lambda: self.js(code, *arguments), code)

    def settle(self) -> None:
        """Wait until everything is drawn."""
        self.browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")

    def press(self, *keys: str) -> None:
        """Send keys to what has the focus."""
        for key in keys:
            self.browser.switch_to.active_element.send_keys(key)

    def click(self, selector: str) -> None:
        self.browser.find_element("css selector", selector).click()

    def rows(self, pane: str, state: str = "") -> dict[int, str]:
        """Return the text of the rows in sight of a pane: all, or those in a state."""
        code = """[...document.querySelectorAll(arguments[0])].map(e => [e.index, e.textContent])"""
        return {int(i): plain(text) for i, text in self.js(code, f"#{pane} .row{state}")}

    def text(self, selector: str) -> str:
        """Return the text of an element as it is shown."""
        return plain(self.js("document.querySelector(arguments[0]).innerText", selector))

    def errors(self) -> list[str]:
        """Return what the page wrote to the console."""
        return [entry["message"] for entry in self.browser.get_log("browser")]

    def fetched(self) -> list[str]:
        """Return the addresses that the page loaded beside itself."""
        found: list[str] = self.js("performance.getEntriesByType('resource').map(e => e.name)")
        return found


def plain(text: str) -> str:
    """Return a text with common spaces and letters in place of typographic ones."""
    return text.replace("\u00a0", " ").replace("\u00d7", "x").replace("\u2212", "-")


def waited(condition: Callable[[], Any], what: str) -> Any:
    """Return what `condition` gives once it is true; fail after 20 seconds."""
    end = time.monotonic() + 20
    while not (value := condition()):
        assert time.monotonic() < end, f"never true: {what}"
        time.sleep(0.02)
    return value
