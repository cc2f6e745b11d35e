"""The files of compiled code: whose they are, what they are called, and how much room they take."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
import warnings
from pathlib import Path

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.__main__ import main
from tapegrad.errors import ArgumentError, CacheWarning
from tapegrad.machine import store

posix = pytest.mark.skipif(os.name != "posix", reason="no owners and modes here")
NAME = "tape-" + "0" * 32 + ".o"
OTHER = "tape-" + "1" * 32 + ".o"
SOMEBODY = 54321  # no such user


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder for files, not there yet, of the usual size."""
    monkeypatch.delenv("TAPEGRAD_CACHE_SIZE", raising=False)
    monkeypatch.setenv("TAPEGRAD_CACHE_DIR", str(tmp_path / "above" / "cache"))
    return tmp_path / "above" / "cache"


@pytest.fixture
def give_away(monkeypatch):
    """A function that makes a file somebody else's."""

    def change(path):
        if os.geteuid() == 0:
            os.chown(path, SOMEBODY, SOMEBODY)
        else:
            monkeypatch.setattr(os, "geteuid", lambda: SOMEBODY)

    return change


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def program(environment):
    """What a fresh process computes and what it warns of."""
    code = (
        "import numpy as np, tapegrad as tg; x = np.array([1.0, 2.0])\n"
        "print(tg.compile(lambda x: np.sum(x * x))(x), tg.compile(lambda x: np.prod(x))(x))"
    )
    root = str(Path(tg.__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": root, **environment},
        cwd="/",
        capture_output=True,
        text=True,
    )
    return done.stdout.strip(), done.stderr


# ------------------------------------------------------------------------------------------------ files


def test_a_file_comes_back(place):
    assert store.read(NAME) is None
    store.write(NAME, b"some code")
    assert store.read(NAME) == b"some code"
    assert [path.name for path in place.iterdir()] == [NAME]


def test_files_exchanged_under_each_others_names_count_as_missing(place):
    store.write(NAME, b"one")
    store.write(OTHER, b"two")
    (place / NAME).rename(place / "x")
    (place / OTHER).rename(place / NAME)
    (place / "x").rename(place / OTHER)
    assert store.read(NAME) is None
    assert store.read(OTHER) is None


def test_programs_run_with_all_files_exchanged(tmp_path):
    environment = {"TAPEGRAD_CACHE_DIR": str(tmp_path)}
    assert program(environment) == ("5.0 2.0", "")
    files = sorted(tmp_path.glob("*.o"))
    assert len(files) == 2
    contents = [path.read_bytes() for path in files]
    for path, content in zip(files, [*contents[1:], contents[0]], strict=True):
        path.write_bytes(content)
    assert program(environment) == ("5.0 2.0", "")


@posix
def test_folders_and_files_are_for_their_user_alone(place):
    old = os.umask(0)
    try:
        store.write(NAME, b"code")
    finally:
        os.umask(old)
    assert mode(place) == mode(place.parent) == 0o700
    assert mode(place / NAME) == 0o600


@posix
@pytest.mark.parametrize("writable", [0o620, 0o602])
def test_a_file_that_others_may_write_is_not_read(place, writable):
    store.write(NAME, b"code")
    (place / NAME).chmod(writable)
    assert store.read(NAME) is None
    store.write(NAME, b"code")
    assert store.read(NAME) == b"code"


@posix
def test_a_file_of_somebody_else_is_not_read(place, give_away):
    store.write(NAME, b"code")
    give_away(place / NAME)
    assert store.read(NAME) is None


@posix
def test_links_and_pipes_are_not_read(place):
    store.write(NAME, b"code")
    (place / NAME).rename(place / "elsewhere")
    (place / NAME).symlink_to(place / "elsewhere")
    assert store.read(NAME) is None
    os.mkfifo(place / OTHER)
    assert store.read(OTHER) is None


def test_a_file_that_cannot_be_read_or_replaced_is_no_error(place):
    (place / NAME).mkdir(parents=True)
    assert store.read(NAME) is None
    store.write(NAME, b"code")
    assert [path.name for path in place.iterdir()] == [NAME]


# ------------------------------------------------------------------------------------------------ folders


@posix
@pytest.mark.parametrize("writable", [0o770, 0o707, 0o1777])
def test_a_folder_that_others_may_write_is_not_used(place, writable):
    place.mkdir(parents=True)
    place.chmod(writable)
    with pytest.warns(CacheWarning, match=rf"{place}.*others may write to it.*TAPEGRAD_CACHE_DIR") as caught:
        own = store.folder()
    assert mode(own) == 0o700
    assert own.stat().st_uid == os.geteuid()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert store.folder() == own  # said once
        store.write(NAME, b"code")
        assert store.read(NAME) == b"code"
    assert len(caught) == 1
    assert not list(place.iterdir())


@posix
def test_a_folder_of_somebody_else_is_not_used(place, give_away):
    place.mkdir(parents=True, mode=0o700)
    give_away(place)
    with pytest.warns(CacheWarning, match="belongs to another user"):
        assert store.folder() != place


@posix
def test_a_link_counts_as_what_it_leads_to(place, tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    place.parent.mkdir()
    place.symlink_to(shared)
    with pytest.warns(CacheWarning):
        assert store.folder() not in (place, shared)


@posix
def test_without_home_and_user(monkeypatch):
    import pwd

    def nobody(uid):
        raise KeyError(uid)

    for name in ("TAPEGRAD_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    store._settled.cache_clear()
    try:
        with pytest.warns(CacheWarning, match="no home folder"):
            own = store.folder()
        assert mode(own) == 0o700
    finally:
        store._settled.cache_clear()


STRANGER = f"""
import os, tempfile
import llvmlite.binding  # as all that another user may not be able to read
import numpy as np
import tapegrad as tg
tg.compile(lambda x: x)
os.setgid({SOMEBODY})
os.setuid({SOMEBODY})
os.environ.clear()
print(tg.compile(lambda x: np.sum(x * x))(np.array([1.0, 2.0])))
"""


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root becomes another user")
def test_a_process_of_an_unknown_user_with_an_empty_environment():
    environment = {"PYTHONPATH": str(Path(tg.__file__).parent.parent)}
    done = subprocess.run([sys.executable, "-c", STRANGER], env=environment, cwd="/", capture_output=True, text=True)
    if "Permission" in done.stderr or "ModuleNotFoundError" in done.stderr:
        pytest.skip("another user cannot read Python or the package")
    assert done.stdout == "5.0\n"
    assert done.stderr.count("CacheWarning") == 1
    assert not [p for p in Path("/tmp").glob("tapegrad-*") if p.stat().st_uid == SOMEBODY]


def test_the_temporary_folder_goes_with_the_process(tmp_path):
    if os.name != "posix":
        pytest.skip("no modes here")
    shared, temporary = tmp_path / "shared", tmp_path / "tmp"
    shared.mkdir()
    shared.chmod(0o777)
    temporary.mkdir()
    shown, warned = program({"TAPEGRAD_CACHE_DIR": str(shared), "TMPDIR": str(temporary)})
    assert shown == "5.0 2.0"
    assert warned.count("CacheWarning") == 1
    assert not list(shared.iterdir())
    assert not list(temporary.iterdir())


@posix
def test_tilde_and_relative_paths(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TAPEGRAD_CACHE_DIR", "~/x")
    assert store.folder() == tmp_path / "x"
    monkeypatch.chdir(tmp_path)
    relative = f"relative-{os.getpid()}"
    monkeypatch.setenv("TAPEGRAD_CACHE_DIR", relative)
    assert store.folder() == tmp_path / relative
    monkeypatch.chdir("/")
    assert store.folder() == tmp_path / relative  # as at the first use


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the XDG specification is for other systems")
def test_the_users_cache_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("TAPEGRAD_CACHE_DIR", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert store.folder() == tmp_path / ".cache" / "tapegrad"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert store.folder() == tmp_path / "xdg" / "tapegrad"


# ------------------------------------------------------------------------------------------------ size


def numbered(k):
    return f"tape-{k:032x}.o"


def filled(place, count, size=1000):
    """Files of which each was used a day after the one before."""
    now = time.time()
    for k in range(count):
        store.write(numbered(k), bytes(size - 32))
        at = now - 86400 * (count - k)
        os.utime(place / numbered(k), (at, at))


def test_what_was_not_used_for_longest_goes(place):
    filled(place, 20)
    assert store.read(numbered(3)) is not None  # which is noted
    assert store.prune(20_000) == 0
    assert store.prune(16_000) == 8  # down to three quarters of the bound
    assert {path.name for path in place.iterdir()} == {numbered(k) for k in (3, *range(9, 20))}


def test_a_recent_use_is_not_written_down_again(place):
    store.write(NAME, b"code")
    before = (place / NAME).stat().st_mtime_ns
    store.read(NAME)
    assert (place / NAME).stat().st_mtime_ns == before


def test_other_peoples_files_in_the_folder_stay(place):
    filled(place, 3)
    for name in ("notes.txt", "other.o", "tape-12.o"):
        (place / name).write_text("mine")
    old = place / ("tape-" + "2" * 32 + "abc.tmp")
    old.write_bytes(b"x")
    os.utime(old, (0, 0))
    fresh = place / ("tape-" + "3" * 32 + "abc.tmp")
    fresh.write_bytes(b"x")
    store.prune(1 << 20)
    assert not old.exists()  # its process died while it wrote
    assert fresh.exists()
    store.prune(0)
    assert {path.name for path in place.iterdir()} == {"notes.txt", "other.o", "tape-12.o"}


WRITER = """
import sys
from tapegrad.machine import store
first = int(sys.argv[1])
for k in range(first, first + 120):
    name = f"tape-{k * 0x9E3779B97F4A7C15 % 2**128:032x}.o"
    store.write(name, bytes([k % 256]) * 20_000)
    code = store.read(name)
    assert code is None or code == bytes([k % 256]) * 20_000
"""


@pytest.mark.slow
def test_many_processes_stay_within_the_bound(place):
    environment = {
        **os.environ, "PYTHONPATH": str(Path(tg.__file__).parent.parent), "TAPEGRAD_CACHE_SIZE": "1",
        "TAPEGRAD_CACHE_DIR": str(place),
    }  # fmt: skip
    processes = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(1000 * k)], env=environment, cwd="/") for k in range(4)
    ]
    assert [process.wait(timeout=100) for process in processes] == [0] * 4
    total = sum(path.stat().st_size for path in place.iterdir())
    assert 0 < total < 1.5 * 2**20  # of 9 MiB that were written
    assert all(path.suffix == ".o" for path in place.iterdir())


def test_a_bound_of_zero_keeps_nothing(place, monkeypatch):
    monkeypatch.setenv("TAPEGRAD_CACHE_SIZE", "0")
    store.write(NAME, b"code")
    assert not place.exists() or not list(place.iterdir())


@pytest.mark.parametrize("text", ["many", "-1", "1.5", "1e3"])
def test_a_bound_that_is_no_number(place, monkeypatch, text):
    monkeypatch.setenv("TAPEGRAD_CACHE_SIZE", text)
    with pytest.raises(ArgumentError, match=rf"TAPEGRAD_CACHE_SIZE: expected a whole number of MiB, got '{text}'"):
        store.write(NAME, b"code")


def test_the_command_line(place, monkeypatch, capsys):
    filled(place, 20, 100_000)
    store.write("sweeps-" + "0" * 32 + ".o", b"x")
    store.write("exp_f8-" + "0" * 32 + ".o", b"x")
    assert main(["cache"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == str(place)
    assert [line.split() for line in lines[2:]] == [
        ["kernels", "1", "0.00"], ["sweeps", "1", "0.00"], ["tapes", "20", "1.91"],
        ["all", "22", "1.91", "of", "256"],
    ]  # fmt: skip
    monkeypatch.setenv("TAPEGRAD_CACHE_SIZE", "1")
    main(["cache", "--prune"])
    assert capsys.readouterr().out.startswith("13 files removed\n")
    main(["cache", "--clear"])
    assert capsys.readouterr().out.startswith("9 files removed\n")
    assert not list(place.iterdir())


def test_code_that_was_removed_is_compiled_again(place):
    f = tg.compile(lambda x: np.sum(x * x) + 12.25)
    assert f(np.ones(2)) == 14.25
    store.prune(0)
    g = tg.compile(lambda x: np.sum(x * x) + 12.25)
    del f
    assert g(np.ones(2)) == 14.25
