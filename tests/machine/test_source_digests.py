"""The digest of sources is that of their content, also where it was kept."""

from __future__ import annotations

import os
import shutil
import sys

import pytest

from tapegrad.machine import source_digests
from tapegrad.machine.digests import digest

FILES = ("ops/a.py", "ops/numpy/b.py")
windows = pytest.mark.skipif(sys.platform == "win32", reason="nothing is kept there")


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package whose sources count as settled as soon as they are written, and an empty cache."""
    monkeypatch.setenv("TAPEGRAD_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(source_digests, "SETTLED", -1.0)
    root = tmp_path / "package"
    (root / "ops" / "numpy" / "__pycache__").mkdir(parents=True)
    for room in ("machine", "cpython", "engine"):
        (root / room).mkdir()
    for name in (*FILES, "ops/numpy/__pycache__/c.py", "ops/numpy/notes.md"):
        (root / name).write_text(f"# {name}\n")
    return root


def content(package):
    """What the digest is to be: of the sources as they are now."""
    return digest(*[(package / name).read_bytes() for name in FILES]).hex()


def reads(monkeypatch):
    """A list of what is read from now on."""
    paths, content_of = [], source_digests._content
    monkeypatch.setattr(source_digests, "_content", lambda entry: paths.append(entry.name) or content_of(entry))
    return paths


def test_it_is_of_the_sources_alone(package):
    assert [os.path.relpath(entry, package) for entry in source_digests.sources(str(package))] == [*FILES]
    assert source_digests.source_digest(str(package)) == content(package)


@windows
def test_what_did_not_change_is_read_once(package, monkeypatch):
    paths = reads(monkeypatch)
    values = {source_digests.source_digest(str(package)) for _ in range(3)}
    assert values == {content(package)}
    assert paths == ["a.py", "b.py"]


def test_an_edit_of_the_same_size_and_time_is_noticed(package):
    source_digests.source_digest(str(package))
    source = package / FILES[0]
    before = source.stat()
    while source.stat().st_ctime_ns == before.st_ctime_ns:  # within one tick of the clock, which is not settled
        source.write_text(source.read_text().swapcase())
        os.utime(source, ns=(before.st_atime_ns, before.st_mtime_ns))
    source.write_text("# ops/A.py\n")
    os.utime(source, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = source.stat()
    assert (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    assert source_digests.source_digest(str(package)) == content(package)


@pytest.mark.parametrize("change", ["another file", "a file less", "a file replaced", "a folder that was moved"])
def test_other_changes_are_noticed(package, change, tmp_path):
    source_digests.source_digest(str(package))
    if change == "another file":
        (package / "engine" / "c.py").write_text("# more\n")
        assert source_digests.source_digest(str(package)) != content(package)
        return
    if change == "a file less":
        (package / FILES[1]).unlink()
        assert source_digests.source_digest(str(package)) == digest((package / FILES[0]).read_bytes()).hex()
        return
    if change == "a file replaced":
        other = tmp_path / "other"
        other.write_text("# ops/c.py\n")
        shutil.copystat(package / FILES[0], other)
        other.replace(package / FILES[0])
    else:
        package = package.rename(tmp_path / "moved")
    assert source_digests.source_digest(str(package)) == content(package)


@windows
def test_what_has_just_changed_is_not_kept(package, monkeypatch):
    monkeypatch.setattr(source_digests, "SETTLED", 10.0)
    paths = reads(monkeypatch)
    for _ in range(2):
        source_digests.source_digest(str(package))
    assert paths == ["a.py", "b.py"] * 2


@windows
def test_a_damaged_file_is_not_used(package, tmp_path):
    source_digests.source_digest(str(package))
    (kept,) = (tmp_path / "cache").iterdir()
    damaged = bytearray(kept.read_bytes())
    damaged[0] ^= 1
    kept.write_bytes(damaged)
    assert source_digests.source_digest(str(package)) == content(package)
