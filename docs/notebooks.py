"""Write a notebook for each script of the gallery, without outputs, and the list of them.

sphinx-gallery turns the cells of a script into those of a notebook. The notebooks are in the repository, to be opened
there; `python docs/generate.py --check` says if one is out of date.

Tests: tests/package/test_site.py
"""

from __future__ import annotations

import ast
import json
from pathlib import Path

from sphinx_gallery.gen_gallery import DEFAULT_GALLERY_CONF
from sphinx_gallery.notebook import jupyter_notebook
from sphinx_gallery.py_source_parser import split_code_and_text_blocks

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
FOLDER = EXAMPLES / "notebooks"
WHERE_DATA_ARE = """\
import os

if not os.path.exists("data"):  # the data of the examples are beside their scripts
    os.chdir("..")
"""
HEAD = """\
# Examples

Real programs, each in under 80 lines, each compared with an independent answer. Their data are here. The site shows
them with their pictures: `python -m docs --open`. `python docs/generate.py` writes this list and the notebooks.

"""
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def scripts() -> list[Path]:
    """Return the scripts of the gallery, in order."""
    return sorted(EXAMPLES.glob("*.py"))


def pages() -> dict[Path, str]:
    """Return the text of each notebook."""
    made = {}
    for script in scripts():
        _, blocks = split_code_and_text_blocks(script)
        first = WHERE_DATA_ARE if '"data"' in script.read_text(encoding="utf-8") else None
        notebook = jupyter_notebook(blocks, DEFAULT_GALLERY_CONF | {"first_notebook_cell": first}, FOLDER)
        notebook["metadata"] = METADATA  # without the version of this Python
        made[FOLDER / f"{script.stem}.ipynb"] = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
    return made


def _shown(script: Path) -> str:
    """The line of a script in the list: its title, the script, its notebook."""
    title = (ast.get_docstring(ast.parse(script.read_text(encoding="utf-8"))) or "").partition("\n")[0]
    return f"- {title}: [script]({script.name}), [notebook](notebooks/{script.stem}.ipynb)"


def index() -> dict[Path, str]:
    """Return the list of the scripts, for those who read in the repository."""
    return {EXAMPLES / "README.md": HEAD + "\n".join(map(_shown, scripts())) + "\n"}
