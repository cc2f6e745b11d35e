"""An exported function as one file of portable C.

The file has the declarations of `tapegrad.export.header`, then the constants and functions of its programs, and for
each entry a function of arrays and one of CasADi's protocol.

Invariant: the text depends on the interface alone, and no function of it allocates memory or keeps state.

Tests: tests/export/test_c_files.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tapegrad.export.c_module import HEADERS, CModule
from tapegrad.export.header import header, parameters
from tapegrad.export.interface import CODES, UNKNOWN, EntryPoint, Interface, Port

_ALIGNED = 64
_WIDTH = 96  # characters of a line of parameters
_NOTE = """\
/* Compile it as C99, with the mathematics library:

       cc -std=c99 -O2 -ffp-contract=off -c {name}.c

   Without -ffp-contract=off, GCC may round a product and a sum only once where the processor has an instruction for
   that, and results differ in the last digits. Clang minds the pragma below.{libraries} */

#if defined(__clang__) || !defined(__GNUC__)
#pragma STDC FP_CONTRACT OFF
#endif
"""


def source(interface: Interface) -> str:
    """Return the text of the file.

    Raises
    ------
    ArgumentError
        If an op has no portable C.
    """
    module = CModule(interface.name, interface.title)
    wrappers, work = [], {}
    for entry in interface.entries:
        names = [p.name for p in entry.given], [p.name for p in entry.returned]
        function = module.function(entry.program, f"{entry.name}_kernel", names)
        layout = _Layout(entry, function.work)
        work[entry.name] = layout.bytes
        wrappers += [_run(entry, function.name, layout, interface), _protocol(entry, layout)]
    code = module.text()
    libraries = ", ".join(f"{name}_" for name in module.libraries)
    note = f"\n   It calls {libraries} of BLAS and LAPACK, with integers of 32 bits: link them." if libraries else ""
    return "\n".join([
        header(interface, work), _NOTE.format(name=interface.name, libraries=note), HEADERS, code, "",
        _statuses(interface), *wrappers,
    ])  # fmt: skip


class _Layout:
    """Where what an entry works in lies in the memory that its caller provides.

    Attributes
    ----------
    zeros : int
        Of what stands for arguments that are not there.
    results : list of int
        Of results that are not wanted.
    bytes : int
        Of all memory that the function of arrays needs.
    converted : dict of int
        Of ports that CasADi has in another order or type.
    all_bytes : int
        Of all memory in CasADi's protocol.
    """

    def __init__(self, entry: EntryPoint, work: int) -> None:
        self.end = _whole(work)
        self.zeros = self._next(max([_size(port) for port in entry.given], default=0))
        self.results = [self._next(_size(port)) for port in entry.returned]
        self.bytes = self.end
        self.converted = {
            port.name: self._next(_size(port)) for port in (*entry.given, *entry.returned) if _differs(port)
        }
        self.all_bytes = self.end

    def _next(self, size: int) -> int:
        place, self.end = self.end, self.end + _whole(size)
        return place


def _whole(size: int) -> int:
    return -(-size // _ALIGNED) * _ALIGNED


def _size(port: Port) -> int:
    return port.form.size * (4 if port.c_type == "float" else 8)


def _differs(port: Port) -> bool:
    """Tell whether CasADi has a port's elements in another order or type."""
    return port.transposed or port.c_type != "double"


def _statuses(interface: Interface) -> str:
    """Return what the numbers that functions return are, and their texts."""
    name = interface.name
    texts = {k: f"the guard of {line} failed" for k, line in enumerate(interface.decisions(), 1)} | dict(CODES.values())
    cases = "\n".join(f"    case {number}: return {_quoted(text)};" for number, text in texts.items())
    codes = "\n".join(
        f"    if (status == (INT64_C(1) << {code.bit_length() - 1})) return {number};"
        for code, (number, _) in CODES.items()
    )
    return f"""\
const char {name}_version[] = {_quoted(interface.version)};

const char *{name}_status_text(int status)
{{
    switch (status) {{
    case 0: return "done";
{cases}
    default: return {_quoted(UNKNOWN[1])};
    }}
}}

/* The number of a status; guards are counted from those of the functions before. */
static int {name}_code(int64_t status, int guards_before)
{{
{codes}
    return status > 0 ? (int)status + guards_before : (int)status;
}}
"""


def _quoted(text: str) -> str:
    escaped = "".join(
        c if " " <= c <= "~" and c not in '"\\?' else "".join(f"\\{b:03o}" for b in c.encode()) for c in text
    )
    return f'"{escaped}"'


def _run(entry: EntryPoint, kernel: str, layout: _Layout, interface: Interface) -> str:
    """Return the function of arrays."""
    taken = {port.name for port in (*entry.given, *entry.returned)}
    ins, outs, memory, k = (_free(word, taken) for word in ("in", "out", "memory", "k"))
    lines = [f"    {ins}[{n}] = (void *){port.name};" for n, port in enumerate(entry.given)]
    for n, (port, place) in enumerate(zip(entry.returned, layout.results, strict=True)):
        lines.append(f"    {outs}[{n}] = {port.name} ? (void *){port.name} : (void *)({memory} + {place});")
    if entry.given:
        lines += [
            f"    for (int {k} = 0; {k} < {len(entry.given)}; {k}++) {{",
            f"        if ({ins}[{k}] == NULL) {{",
            f"            memset({memory} + {layout.zeros}, 0, {max(map(_size, entry.given))});",
            f"            {ins}[{k}] = {memory} + {layout.zeros};",
            "        }",
            "    }",
        ]
    arguments = _folded(parameters(entry))
    return f"""\
long long int {entry.name}_run_work(void)
{{
    return {layout.bytes};
}}

int {entry.name}_run({arguments})
{{
    char *const {memory} = work;
    void *{ins}[{max(1, len(entry.given))}] = {{NULL}}, *{outs}[{max(1, len(entry.returned))}] = {{NULL}};

{chr(10).join(lines)}
    return {interface.name}_code({kernel}({ins}, {outs}, {memory}), {interface.first_guard(entry)});
}}
"""


def _free(word: str, taken: set[str]) -> str:
    """Return a name that is not taken."""
    return next(name for name in (word, *(f"{word}_{k}" for k in range(len(taken) + 1))) if name not in taken)


def _folded(items: Sequence[str], indent: str = "    ") -> str:
    """Return items that commas separate, in lines that are not too long."""
    lines = [""]
    for item in items:
        if lines[-1] and len(lines[-1]) + len(item) > _WIDTH:
            lines.append("")
        lines[-1] += f"{item}, "
    return f"\n{indent}".join(line.rstrip() for line in lines).rstrip(",")


def _protocol(entry: EntryPoint, layout: _Layout) -> str:
    """Return the functions of CasADi's protocol."""
    name = entry.name
    return "\n".join([
        _evaluation(entry, layout), _count(name, "n_in", len(entry.inputs)), _count(name, "n_out", len(entry.outputs)),
        _zero_default(name), _by_number("const char *", name, "name_in", [_quoted(p.name) for p in entry.inputs]),
        _by_number("const char *", name, "name_out", [_quoted(p.name) for p in entry.outputs]),
        _sparsities(name, "sparsity_in", entry.inputs), _sparsities(name, "sparsity_out", entry.outputs),
        _work(entry, layout), _counting(name),
    ])  # fmt: skip


def _evaluation(entry: EntryPoint, layout: _Layout) -> str:
    """Return the function of matrices: what they have in another order or type is copied."""
    before, after, operands = [], [], []
    for table, ports in (("arg", entry.inputs), ("res", entry.outputs)):
        for k, port in enumerate(ports):
            if port.absent:
                continue
            if not _differs(port):
                operands.append(f"{table}[{k}]")
                continue
            copy, kind = f"{table}{k}", port.c_type
            before.append(f"    {kind} *const {copy} = ({kind} *)(memory + {layout.converted[port.name]});")
            operands.append(f"{table}[{k}] ? {copy} : NULL")
            if table == "arg":
                before += [
                    f"    if (arg[{k}]) {{",
                    *_each(port, f"const double x = arg[{k}][{{casadi}}];", f"{copy}[{{c}}] = {_CASTS[kind]};"),
                    "    }",
                ]
            else:
                statement = f"res[{k}][{{casadi}}] = (double){copy}[{{c}}];"
                after += [f"    if (status == 0 && res[{k}]) {{", *_each(port, statement), "    }"]
    call = f"{entry.name}_run({_folded([*operands, 'memory'], ' ' * 8)})"
    unused = [word for word, ports in (("arg", entry.given), ("res", entry.returned)) if not ports]
    lines = [
        f"int {entry.name}(const double **arg, double **res, long long int *iw, double *w, int mem)", "{",
        f"    {' '.join(f'(void){word};' for word in ('iw', 'mem', *unused))}", "    char *const memory = (char *)w;",
        *before,
    ]  # fmt: skip
    if not after:
        return "\n".join([*lines, f"    return {call};", "}", ""])
    return "\n".join([*lines, f"    const int status = {call};", *after, "    return status;", "}", ""])


# a double x as a number of another type; one that is none, or too large, is an integer that no array has as a position
_CASTS = {
    "double": "x",
    "float": "(float)x",
    "int64_t": "x > -0x1p63 ? x < 0x1p63 ? (int64_t)x : INT64_MAX : INT64_MIN",
    "uint64_t": "x > -1.0 && x < 0x1p64 ? (uint64_t)x : UINT64_C(1) << 63",
}


def _each(port: Port, *statements: str) -> list[str]:
    """Return loops over the elements of a port, in both orders."""
    rows, columns = port.matrix
    if not port.transposed:
        places = {"c": "i", "casadi": "i"}
        opened, closed = [f"        for (long long int i = 0; i < {port.form.size}; i++) {{"], ["        }"]
    else:
        places = {"c": f"i * {columns} + j", "casadi": f"i + j * {rows}"}
        opened = [
            f"        for (long long int i = 0; i < {rows}; i++) {{",
            f"            for (long long int j = 0; j < {columns}; j++) {{",
        ]
        closed = ["            }", "        }"]
    within = " " * (4 + len(opened[-1]) - len(opened[-1].lstrip()))
    return [*opened, *[within + statement.format(**places) for statement in statements], *closed]


def _count(name: str, what: str, count: int) -> str:
    return f"long long int {name}_{what}(void)\n{{\n    return {count};\n}}\n"


def _zero_default(name: str) -> str:
    return f"double {name}_default_in(long long int i)\n{{\n    (void)i;\n    return 0.0;\n}}\n"


def _by_number(kind: str, name: str, what: str, texts: Sequence[str]) -> str:
    cases = "\n".join(f"    case {k}: return {text};" for k, text in enumerate(texts))
    return (
        f"{kind}{name}_{what}(long long int i)\n{{\n    switch (i) {{\n{cases}\n    default: return NULL;\n    }}\n}}\n"
    )


def _sparsities(name: str, what: str, ports: Sequence[Port]) -> str:
    """Return the function that gives patterns, and the patterns: each once."""
    numbers: dict[tuple[int, ...], str] = {}
    for port in ports:
        numbers.setdefault((*port.words,), f"{name}_{what}_{len(numbers)}")
    tables = [
        f"static const long long int {table}[{len(words)}] = {{{_rows(words)}}};" for words, table in numbers.items()
    ]
    function = _by_number("const long long int *", name, what, [numbers[(*port.words,)] for port in ports])
    return "\n".join([*tables, "", function])


def _rows(words: Sequence[int]) -> str:
    folded = _folded([*map(str, words)])
    return f"\n    {folded}\n" if "\n" in folded else folded


def _work(entry: EntryPoint, layout: _Layout) -> str:
    sizes: Any = {
        "sz_arg": len(entry.inputs), "sz_res": len(entry.outputs), "sz_iw": 0, "sz_w": layout.all_bytes // 8,
    }  # fmt: skip
    lines = "\n".join(f"    if ({k}) *{k} = {n};" for k, n in sizes.items())
    signature = ", ".join(f"long long int *{k}" for k in sizes)
    return f"int {entry.name}_work({signature})\n{{\n{lines}\n    return 0;\n}}\n"


def _counting(name: str) -> str:
    """Return what CasADi calls before and after: nothing is kept, so there is nothing to do."""
    return (
        f"int {name}_checkout(void)\n{{\n    return 0;\n}}\n\n"
        f"void {name}_release(int mem)\n{{\n    (void)mem;\n}}\n\n"
        f"void {name}_incref(void)\n{{\n}}\n\n"
        f"void {name}_decref(void)\n{{\n}}\n"
    )
