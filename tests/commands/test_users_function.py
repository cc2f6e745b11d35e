"""The function and the arguments that a command is about, by names and by expressions."""

from __future__ import annotations

import argparse

import numpy as np
import pytest

from tapegrad.commands.users_function import add_arguments, function_and_arguments
from tapegrad.errors import ArgumentError

MODEL = """
import numpy as np
class Model:
    @staticmethod
    def loss(w, scale=2.0):
        return np.sum(w * w) * scale
def shifted(x=1.5, n=3):
    return x + n
def varied(*points, sign=1):
    return points
example = (np.ones(3), 0.5)
alone = np.arange(4.0)
listed = [1.0, 2.0]
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with a module, in which the command runs."""
    (tmp_path / "users_model.py").write_text(MODEL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", ["."])  # as it was, afterwards
    monkeypatch.delitem(__import__("sys").modules, "users_model", raising=False)
    return tmp_path


def found(*words: str):
    parser = argparse.ArgumentParser()
    parser.set_defaults(command="check")
    add_arguments(parser)
    return function_and_arguments(parser.parse_args(words))


@pytest.mark.parametrize("module", ["users_model", "users_model.py", "./users_model.py"])
def test_a_module_and_the_path_of_its_file_mean_the_same(place, module):
    function, example = found(f"{module}:Model.loss", "--example", "users_model:example")
    assert function(*example) == 1.5
    assert len(example) == 2


def test_one_argument_needs_no_tuple(place):
    (only,) = found("users_model:Model.loss", "--example", "users_model:alone")[1]
    np.testing.assert_array_equal(only, [0.0, 1.0, 2.0, 3.0])


def test_expressions_are_arguments_and_lists_of_numbers_arrays(place):
    ones, number, matrix, flags, words, uneven = found(
        "users_model:Model.loss", "--args", "np.ones(3), 2, [[1, 2.5]], [True], ['a'], [[1], [2, 3]]"
    )[1]
    np.testing.assert_array_equal(ones, [1.0, 1.0, 1.0])
    assert isinstance(number, int)
    assert matrix.shape == (1, 2)
    assert flags.dtype == bool
    assert words == ["a"]
    assert uneven == [[1], [2, 3]]


def test_defaults_are_used_where_there_are_some(place):
    assert found("users_model:shifted")[1] == (1.5, 3)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["users_model"], "check: expected module:name, got 'users_model'"),
        (["users_model:nothing"], "has no attribute 'nothing'"),
        (["nowhere:f"], "No module named 'nowhere'"),
        (["users_model:example", "--args", "1"], "to be a function"),
        (["users_model:Model.loss"], "its arguments are w. Write them, such as --args"),
        (["users_model:varied"], "it has no parameters with defaults"),
        (["users_model:Model.loss", "--args", "np.ons(3)"], "AttributeError"),
        (["users_model:Model.loss", "--args", "1 +"], "SyntaxError"),
        (["users_model:Model.loss", "--example", "users_model:listed"], "Put it in a tuple"),
    ],
)
def test_what_is_missing_is_said_with_what_to_write(place, words, message):
    with pytest.raises(ArgumentError) as error:
        found(*words)
    assert str(error.value).startswith("check: expected ")
    assert message in str(error.value)
