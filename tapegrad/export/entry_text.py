"""The functions of one entry point in object code, as LLVM text: of arrays (``NAME_run``), and those of CasADi's
protocol.

Memory comes from the caller. It begins with what the program needs. There follow zeros, for an argument that is null;
a place for each result that is null, since a program may read a result again; and a place for
each argument that is converted.

Tests: tests/export/test_object_code.py
"""

from __future__ import annotations

from collections.abc import Sequence

from tapegrad.codegen.llvm_text import aligned
from tapegrad.export.column_order import converter, is_direct
from tapegrad.export.interface import EntryPoint, Port


def text_constant(symbol: str, text: str, linkage: str = "private unnamed_addr") -> str:
    """Return the definition of a string of C."""
    data = text.encode() + b"\0"
    return f'@{symbol} = {linkage} constant [{len(data)} x i8] c"{escaped(data)}"'


def escaped(data: bytes) -> str:
    """Return bytes as LLVM spells them."""
    return "".join([f"\\{byte:02X}" for byte in data])


def words_constant(symbol: str, words: Sequence[int]) -> str:
    """Return the definition of a table of integers."""
    return f"@{symbol} = private unnamed_addr constant [{len(words)} x i64] [{', '.join(f'i64 {n}' for n in words)}]"


def pointers_constant(symbol: str, names: Sequence[str]) -> str:
    """Return the definition of a table of pointers."""
    shown = ", ".join(f"ptr @{name}" for name in names) or "ptr null"
    return f"@{symbol} = private unnamed_addr constant [{max(1, len(names))} x ptr] [{shown}]"


class EntryText:
    """The text of an entry point.

    Parameters
    ----------
    entry : EntryPoint
    program : str
        The symbol of the program's function.
    constants : list of str
        The symbols of its constants.
    work : int
        Bytes of memory that it needs.
    prefix : str
        What internal symbols begin with.
    linkage : str
        Of the functions that others call.
    """

    def __init__(
        self, entry: EntryPoint, program: str, constants: Sequence[str], work: int, prefix: str, linkage: str
    ) -> None:
        self.entry, self.program, self.constants, self.prefix, self.linkage = entry, program, constants, prefix, linkage
        self.converters: dict[str, str] = {}
        self.tables: dict[str, str] = {}
        end = self._zeros = aligned(work)
        end += aligned(max([8 * _size(port) for port in entry.given], default=0))
        self._results, self._converted = [], []
        for port in entry.returned:
            self._results.append(end)
            end += aligned(8 * _size(port))
        for port in entry.given:
            self._converted.append(end)
            end += 0 if is_direct(port) else aligned(8 * _size(port))
        self.work = end + 64  # bytes, of any alignment

    def text(self, base: int) -> str:
        """Return all functions; the statuses of guards begin at `base` + 1."""
        return "\n".join([self._core(base), self._of_arrays(), self._of_matrices(), *self._said()])

    # -------------------------------------------------------------------------------------------- values

    def _core(self, base: int) -> str:
        """Return the function of tables of arrays, none of them null."""
        name, count = self.entry.name, len(self.entry.given)
        lines = [
            f"define internal i32 @{name}.core(ptr %in, ptr %out, ptr %work) nounwind {{",
            f"  %all = alloca [{max(1, count + len(self.constants))} x ptr]",
        ]
        for k in range(count):
            lines += [
                f"  %from{k} = getelementptr ptr, ptr %in, i64 {k}", f"  %array{k} = load ptr, ptr %from{k}",
                *_stored("%all", k, f"%array{k}"),
            ]  # fmt: skip
        for k, constant in enumerate(self.constants, count):
            lines += _stored("%all", k, f"@{constant}")
        return "\n".join([
            *lines, f"  %status = call i64 @{self.program}(ptr %all, ptr %out, ptr %work)",
            f"  %code = call i32 @{self.prefix}.code(i64 %status, i64 {base})", "  ret i32 %code", "}",
        ])  # fmt: skip

    def _of_arrays(self) -> str:
        """Return the function that C calls with one pointer for each array."""
        entry = self.entry
        names = [*(f"%a{k}" for k in range(len(entry.given))), *(f"%r{k}" for k in range(len(entry.returned)))]
        lines = self._opening(f"{entry.name}_run", [*names, "%memory"], "%memory")
        for k, port in enumerate(entry.given):
            lines += [self._or_zeros(f"%in{k}", f"%a{k}", port), *_stored("%in", k, f"%in{k}")]
        for k in range(len(entry.returned)):
            lines += self._result(k, f"%r{k}")
        return "\n".join([*lines, *self._call(), "  ret i32 %code", "}"])

    def _of_matrices(self) -> str:
        """Return the function of CasADi's protocol."""
        entry = self.entry
        lines = self._opening(entry.name, ["%arg", "%res", "%iw", "%w", ""], "%w")
        for k, (place, port) in enumerate(_placed(entry.inputs)):
            lines += [*_loaded("%arg", place, f"%given{k}"), self._or_zeros(f"%matrix{k}", f"%given{k}", port)]
            array = f"%matrix{k}"
            if not is_direct(port):
                array = f"%converted{k}"
                lines += [
                    f"  {array} = getelementptr i8, ptr %work, i64 {self._converted[k]}",
                    self._conversion(port, True, array, f"%matrix{k}"),
                ]
            lines += _stored("%in", k, array)
        for k, (place, port) in enumerate(_placed(entry.outputs)):
            lines += [*_loaded("%res", place, f"%wanted{k}")]
            lines += self._result(k, f"%wanted{k}" if is_direct(port) else "null")
        lines += self._call()
        converted = [(k, port) for k, (_, port) in enumerate(_placed(entry.outputs)) if not is_direct(port)]
        if converted:
            lines += ["  %done = icmp eq i32 %code, 0", "  br i1 %done, label %convert, label %end", "convert:"]
        for k, port in converted:
            lines += [
                f"  %asked{k} = icmp ne ptr %wanted{k}, null",
                f"  br i1 %asked{k}, label %write{k}, label %after{k}", f"write{k}:",
                self._conversion(port, False, f"%wanted{k}", f"%place{k}"),
                f"  br label %after{k}", f"after{k}:",
            ]  # fmt: skip
        if converted:
            lines += ["  br label %end", "end:"]
        return "\n".join([*lines, "  ret i32 %code", "}"])

    def _opening(self, symbol: str, pointers: Sequence[str], memory: str) -> list[str]:
        parameters = ", ".join(f"ptr {name}" if name else "i32 %mem" for name in pointers)
        return [
            f"define {self.linkage}i32 @{symbol}({parameters}) nounwind {{",
            f"  %in = alloca [{max(1, len(self.entry.given))} x ptr]",
            f"  %out = alloca [{max(1, len(self.entry.returned))} x ptr]",
            f"  %work = call ptr @{self.prefix}.aligned(ptr {memory})",
            f"  %zeros = getelementptr i8, ptr %work, i64 {self._zeros}",
        ]

    def _or_zeros(self, name: str, array: str, port: Port) -> str:
        arguments = f"ptr {array}, ptr %zeros, i64 {8 * _size(port)}"
        return f"  {name} = call ptr @{self.prefix}.or_zeros({arguments})"

    def _result(self, k: int, array: str) -> list[str]:
        """Set where a result is written to: to the caller's array, or to working memory if that is null."""
        return [
            f"  %place{k} = getelementptr i8, ptr %work, i64 {self._results[k]}",
            f"  %result{k} = call ptr @{self.prefix}.or(ptr {array}, ptr %place{k})",
            *_stored("%out", k, f"%result{k}"),
        ]

    def _call(self) -> list[str]:
        return [f"  %code = call i32 @{self.entry.name}.core(ptr %in, ptr %out, ptr %work)"]

    def _conversion(self, port: Port, inward: bool, target: str, source: str) -> str:
        symbol, text = converter(self.prefix, port, inward)
        self.converters[symbol] = text
        rows, columns = port.matrix if port.sparsity is None else (port.form.size, 1)
        return f"  call void @{symbol}(ptr {target}, ptr {source}, i64 {rows}, i64 {columns})"

    # -------------------------------------------------------------------------------------------- what it is

    def _said(self) -> list[str]:
        """Return the functions by which others ask what the function takes and returns."""
        entry, name, define = self.entry, self.entry.name, f"define {self.linkage}"
        doubles = -(-self.work // 8)
        lines = [
            f"{define}i64 @{name}_run_work() nounwind {{\n  ret i64 {self.work}\n}}",
            f"{define}i64 @{name}_n_in() nounwind {{\n  ret i64 {len(entry.inputs)}\n}}",
            f"{define}i64 @{name}_n_out() nounwind {{\n  ret i64 {len(entry.outputs)}\n}}",
            f"{define}double @{name}_default_in(i64 %i) nounwind {{\n  ret double 0.0\n}}",
            f"{define}i32 @{name}_checkout() nounwind {{\n  ret i32 0\n}}",
            f"{define}void @{name}_release(i32 %mem) nounwind {{\n  ret void\n}}",
            f"{define}void @{name}_incref() nounwind {{\n  ret void\n}}",
            f"{define}void @{name}_decref() nounwind {{\n  ret void\n}}",
            self._work_sizes([len(entry.inputs), len(entry.outputs), 0, doubles]),
        ]
        for way, ports in (("in", entry.inputs), ("out", entry.outputs)):
            lines.append(self._listed(f"{name}_name_{way}", [self._text(port.name) for port in ports]))
            lines.append(self._listed(f"{name}_sparsity_{way}", [self._words(port.words) for port in ports]))
        return lines

    def _work_sizes(self, sizes: Sequence[int]) -> str:
        lines = [f"define {self.linkage}i32 @{self.entry.name}_work(ptr %p0, ptr %p1, ptr %p2, ptr %p3) nounwind {{"]
        for k, size in enumerate(sizes):
            lines += [
                f"  %null{k} = icmp eq ptr %p{k}, null", f"  br i1 %null{k}, label %after{k}, label %set{k}",
                f"set{k}:", f"  store i64 {size}, ptr %p{k}", f"  br label %after{k}", f"after{k}:",
            ]  # fmt: skip
        return "\n".join([*lines, "  ret i32 0", "}"])

    def _listed(self, symbol: str, names: Sequence[str]) -> str:
        """Return the function of a number that gives an entry of a table, null beyond its end."""
        self.tables[f"{symbol}.table"] = pointers_constant(f"{symbol}.table", names)
        return listed(f"define {self.linkage}ptr @{symbol}(i64 %i)", f"{symbol}.table", len(names))

    def _text(self, text: str) -> str:
        symbol = f"{self.prefix}.text.{text}"
        self.tables[symbol] = text_constant(symbol, text)
        return symbol

    def _words(self, words: Sequence[int]) -> str:
        symbol = f"{self.prefix}.words.{'_'.join(map(str, words))}"
        if len(symbol) > 100:
            symbol = f"{self.prefix}.words.{self.entry.name}.{len(self.tables)}"
        self.tables[symbol] = words_constant(symbol, words)
        return symbol


def listed(signature: str, table: str, count: int) -> str:
    """Return a function of the number ``%i`` that gives an entry of a table, null beyond its end."""
    return "\n".join([
        f"{signature} nounwind {{", f"  %within = icmp ult i64 %i, {count}",
        "  br i1 %within, label %some, label %none", "some:",
        f"  %place = getelementptr ptr, ptr @{table}, i64 %i", "  %entry = load ptr, ptr %place", "  ret ptr %entry",
        "none:", "  ret ptr null", "}",
    ])  # fmt: skip


def _placed(ports: Sequence[Port]) -> list[tuple[int, Port]]:
    return [(place, port) for place, port in enumerate(ports) if not port.absent]


def _stored(table: str, k: int, pointer: str) -> list[str]:
    place = f"{table}.{k}"
    return [f"  {place} = getelementptr ptr, ptr {table}, i64 {k}", f"  store ptr {pointer}, ptr {place}"]


def _loaded(table: str, k: int, name: str) -> list[str]:
    return [f"  {name}.at = getelementptr ptr, ptr {table}, i64 {k}", f"  {name} = load ptr, ptr {name}.at"]


def _size(port: Port) -> int:
    return port.form.size
