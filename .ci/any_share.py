"""Compare the share of expressions whose type is Any, as mypy reports it, with the one that pyproject.toml allows.

mypy --any-exprs-report DIR && python .ci/any_share.py DIR
"""

import sys
import tomllib
from pathlib import Path

_, directory = sys.argv
anys, expressions = map(int, (Path(directory) / "any-exprs.txt").read_text().split("Total")[-1].split()[:2])
share = 100 * anys / expressions
settings = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())
most = settings["tool"]["tapegrad"]["percentage-of-any"]
print(f"{share:.2f} % of {expressions} expressions are Any, of at most {most} %")
if share > most:
    sys.exit("Annotate what was added. The limit in pyproject.toml goes down only.")
if share < most - 0.5:
    sys.exit("Fewer are Any than pyproject.toml says: set percentage-of-any to what is printed above, rounded up.")
