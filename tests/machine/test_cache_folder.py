"""The folder of compiled code: settings that are wrong are said at once, and looking at it makes nothing."""

from __future__ import annotations

import warnings

import pytest

from tapegrad.__main__ import main
from tapegrad.errors import ArgumentError, CacheWarning
from tapegrad.machine import store

NAME = "tape-" + "0" * 32 + ".o"


@pytest.mark.parametrize("below", ["", "cache"])
def test_a_file_in_the_place_of_the_folder_is_said_once(tmp_path, monkeypatch, below):
    file = tmp_path / "file"
    file.write_text("mine")
    monkeypatch.setenv("TAPEGRAD_CACHE_DIR", str(file / below))
    with pytest.warns(CacheWarning, match=rf"{file}.*which is not a folder.*TAPEGRAD_CACHE_DIR") as caught:
        assert store.read(NAME) is None
    assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        store.write(NAME, b"code")
        assert store.read(NAME) == b"code"  # within this process
    assert file.read_text() == "mine"


def test_a_size_that_is_no_number_is_said_before_anything_is_compiled(tmp_path, monkeypatch):
    monkeypatch.setenv("TAPEGRAD_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("TAPEGRAD_CACHE_SIZE", "1GB")
    with pytest.raises(ArgumentError, match=r"TAPEGRAD_CACHE_SIZE: expected a whole number of MiB, got '1GB'"):
        store.read(NAME)


@pytest.mark.parametrize("options", [[], ["--prune"], ["--clear"]])
def test_the_command_makes_no_folder(tmp_path, monkeypatch, capsys, options):
    place = tmp_path / "above" / "cache"
    monkeypatch.setenv("TAPEGRAD_CACHE_DIR", str(place))
    assert main(["cache", *options]) == 0
    assert str(place) in capsys.readouterr().out
    assert not place.parent.exists()
    store.write(NAME, b"code")
    main(["cache"])
    assert "tapes            1" in capsys.readouterr().out
