"use strict";
// What belongs to what: the user's source, and of each tape the readers, lines and groups of its slots.
// All indices are made once, in linear time.

const FORWARD = 0, REVERSE = 1, CONSTANT = 2, INPUT = 3;

/** The user's files one after another. A row is a line, or the name of a file where there are several. */
class Source {
  constructor(files) {
    this.files = files;
    this.rows = [];
    this.starts = [];
    files.forEach((file, k) => {
      if (files.length > 1) this.rows.push({file: k, number: 0, text: file.name});
      this.starts.push(this.rows.length);
      file.lines.forEach((text, i) => this.rows.push({file: k, number: file.first + i, text}));
    });
  }

  /** Return the row of a line, -1 if its text is not here. */
  row(file, number) {
    const f = this.files[file], i = f ? number - f.first : -1;
    return i >= 0 && i < f.lines.length ? this.starts[file] + i : -1;
  }

  /** Return the row of a text such as "step.py:12". */
  named(text) {
    const m = /^(.*):(\d+)$/.exec(text);
    if (!m) return -1;
    const k = this.files.findIndex(f => f.name === m[1] || m[1].endsWith("/" + f.name) || m[1].endsWith("\\" + f.name));
    return k < 0 ? -1 : this.row(k, +m[2]);
  }

  name(row) {
    const {file, number} = this.rows[row];
    return `${this.files[file].name}:${number}`;
  }
}

/** A tape of a view, with its indices. */
class Tape {
  constructor(view, number, source) {
    const t = view.tapes[number];
    Object.assign(this, t, {view, number, source, length: t.op.length});
    this.sourceRows = t.lines.map(([file, line]) => source.row(file, line));
    this.runs = 1;   // how often it runs in a call; seconds are those of a call, bytes and operations those of one run
    for (let k = t; k.parent; k = view.tapes[k.parent[0]]) this.runs *= k.turns || 1;
    this.timed = Boolean(t.seconds) && t.groups.some(g => g.seconds > 0);
    this._readers();
    this._rows();
    this._groups();
    this.children = new Map();  // the tapes that a slot runs
    view.tapes.forEach((x, k) => {
      if (x.parent && x.parent[0] === number) this.children.set(x.parent[1], [...(this.children.get(x.parent[1]) || []), k]);
    });
    this.remarksOf = new Map();
    t.remarks.forEach((r, k) => this.remarksOf.set(r.slot, [...(this.remarksOf.get(r.slot) || []), k]));
  }

  name(s) { return this.op[s] < 0 ? "" : this.ops[this.op[s]]; }
  typeOf(s) { return this.types[this.type[s]]; }
  row(s) { return this.line[s] < 0 ? -1 : this.sourceRows[this.line[s]]; }
  time(s) { return this.timed ? this.seconds[s] : 0; }
  isInstruction(s) { return this.role[s] === FORWARD || this.role[s] === REVERSE; }

  _readers() {
    this.readers = Array.from({length: this.length}, () => []);
    this.operands.forEach((list, s) => {
      for (const o of list) if (this.readers[o].at(-1) !== s) this.readers[o].push(s);
    });
  }

  _rows() {
    this.slotsOf = new Map();     // of a row of the source
    this.timeOf = new Map();      // of a row: [forward, reverse]
    this.forward = this.reverse = this.hottest = this.instructions = 0;
    for (let s = 0; s < this.length; s++) {
      const row = this.row(s), time = this.time(s), way = this.role[s] === REVERSE ? 1 : 0;
      if (this.isInstruction(s)) this.instructions++;
      if (way) this.reverse += time; else this.forward += time;
      this.hottest = Math.max(this.hottest, time);
      if (row < 0) continue;
      if (!this.slotsOf.has(row)) { this.slotsOf.set(row, []); this.timeOf.set(row, [0, 0]); }
      this.slotsOf.get(row).push(s);
      this.timeOf.get(row)[way] += time;
    }
    this.hottestRow = 0;
    for (const [forward, reverse] of this.timeOf.values()) this.hottestRow = Math.max(this.hottestRow, forward + reverse);
  }

  _groups() {
    this.total = 0;   // seconds of all groups
    this.weights = this.groups.map(g => {
      this.total += g.seconds || 0;
      return this.timed ? g.seconds || 0 : g.read + g.written;
    });
    this.weight = this.weights.reduce((a, x) => a + x, 0);
    this.whole = Math.max(this.total, this.timed && !this.number ? this.view.seconds || 0 : 0);   // of a call
    this.outside = this.timed ? this.whole - this.total : 0;
    this.heaviest = this.weights.reduce((a, x) => Math.max(a, x), 0);
    this.reversePart = this.groups.map(g => {  // the share of a group that is reverse
      let all = 0, reverse = 0;
      for (const s of g.members) {
        const w = (this.timed && this.seconds[s]) || 1e-15;
        all += w;
        if (this.role[s] === REVERSE) reverse += w;
      }
      return all ? reverse / all : 0;
    });
  }

  /** Return the dtype of most slots, which need not be shown. */
  get usual() {
    const counts = new Map();
    for (let s = 0; s < this.length; s++) {
      const dtype = this.typeOf(s).split("[")[0];
      counts.set(dtype, (counts.get(dtype) || 0) + 1);
    }
    const usual = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] || "";
    Object.defineProperty(this, "usual", {value: usual});
    return usual;
  }

  /** Return the type of a slot without its dtype, if that is the usual one. */
  shortType(s) {
    const whole = this.typeOf(s);
    return whole.startsWith(this.usual + "[") ? whole.slice(this.usual.length) : whole;
  }

  /** Return the text in which a slot is searched, in lower case. */
  text(s) {
    this.texts ||= [];
    const marks = this.group[s].flatMap(k => this.groups[k].marks).join(" ");
    return this.texts[s] ??= `${this.name(s)} ${this.args[s]} ${this.typeOf(s)} ${marks}`.toLowerCase();
  }
}
