"""The header of an exported function: declarations for C and C++, with names, shapes and dtypes in comments.

Tests: tests/export/test_interface.py
"""

from __future__ import annotations

from collections.abc import Mapping

from tapegrad.export.interface import EntryPoint, Interface

PROTOCOL = (  # of CasADi's external functions: the type, what stands before the name and behind, the parameters
    ("int", "", "", "const double **arg, double **res, long long int *iw, double *w, int mem"),
    ("long long int", "", "_n_in", "void"),
    ("long long int", "", "_n_out", "void"),
    ("double", "", "_default_in", "long long int i"),
    ("const char *", "", "_name_in", "long long int i"),
    ("const char *", "", "_name_out", "long long int i"),
    ("const long long int *", "", "_sparsity_in", "long long int i"),
    ("const long long int *", "", "_sparsity_out", "long long int i"),
    ("int", "", "_work", "long long int *sz_arg, long long int *sz_res, long long int *sz_iw, long long int *sz_w"),
    ("int", "", "_checkout", "void"),
    ("void", "", "_release", "int mem"),
    ("void", "", "_incref", "void"),
    ("void", "", "_decref", "void"),
)


def parameters(entry: EntryPoint) -> list[str]:
    """Return the parameters of an entry's function of arrays."""
    passed = [f"const {port.c_type} *{port.name}" for port in entry.given]
    return [*passed, *(f"{port.c_type} *{port.name}" for port in entry.returned), "void *work"]


def header(interface: Interface, work: Mapping[str, int] | None = None) -> str:
    """Return the text of the header, with the bytes of memory that each entry needs, where they are known."""
    guard = f"{interface.name}_H"
    lines = [
        f"/* {interface.name}, exported by {interface.version}.", "",
        "   NAME_run takes arrays: the elements in C order, NULL for an argument of zeros, NULL for a result that is",
        "   not wanted, and NAME_run_work() bytes of memory for each call that runs at the same time.",
        "   NAME is the same function in CasADi's protocol: matrices of doubles in the order of columns.",
        "   Both return 0, or a status that NAME_status_text explains. */", "",
        f"#ifndef {guard}", f"#define {guard}", "", "#include <stdint.h>", "", "#ifdef __cplusplus",
        'extern "C" {', "#endif", "",
        f"extern const char {interface.name}_version[];",
        f"const char *{interface.name}_status_text(int status);",
    ]  # fmt: skip
    for entry in interface.entries:
        lines += ["", f"/* {entry.name}", ""]
        for what, ports in (("takes", entry.given), ("returns", entry.returned)):
            lines += [f"   {what} {port.name}: {port.described}" for port in ports]
        lines.append("*/")
        if work is not None:
            lines.append(f"#define {entry.name}_WORK {work[entry.name]}")
        lines += [
            f"long long int {entry.name}_run_work(void);",
            f"int {entry.name}_run({', '.join(parameters(entry))});",
        ]
        lines += [f"{kind} {before}{entry.name}{behind}({arguments});" for kind, before, behind, arguments in PROTOCOL]
    lines += ["", "#ifdef __cplusplus", "}", "#endif", "", f"#endif /* {guard} */", ""]
    return "\n".join(lines)
