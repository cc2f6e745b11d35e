"""Each module of the package names tests of it, and these exercise it: see `tests.rooms`."""

from __future__ import annotations

import pytest

from tests import rooms


def naming() -> dict[str, list[str]]:
    """For each file of tests the modules that name it."""
    found: dict[str, list[str]] = {}
    for module in rooms.MODULES:
        for file in rooms.tests_of(module):
            found.setdefault(file, []).append(module)
    return dict(sorted(found.items()))


def test_each_module_names_one_to_three_files_of_tests():
    wrong = {module: files for module in rooms.MODULES if not 1 <= len(files := rooms.tests_of(module)) <= rooms.MOST}
    assert not wrong


def test_files_that_are_named_are_there():
    assert not [file for file in naming() if not (rooms.HERE / file).is_file()]


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize("file", naming())
def test_files_call_the_modules_that_name_them(file):
    """It ends as soon as all were called."""
    modules = naming()[file]
    if file.startswith("tests/bridges/"):
        pytest.importorskip(file.removeprefix("tests/bridges/test_").removesuffix(".py"))
    assert not set(modules) - set(rooms.calls(file, modules, seconds=300))


@pytest.mark.slow
def test_a_module_that_a_file_does_not_call_is_noticed():
    called = rooms.calls("tests/ir/test_op_names.py", ["ir/forms.py"])
    assert "ir/forms.py" in called
    assert "optimize/krylov.py" not in called
