"""The text of the crew's functions: how threads post jobs, take pieces of them, and wait for each other.

Tests: tests/machine/test_work_sharing.py
"""

from __future__ import annotations

from tapegrad.machine.status import INTERRUPTED

MOST_THREADS = 256  # that share a job
# the words of a job; each thread's own range of pieces is in a line of the cache of its own
STATUS, WORKERS, SHARES, MOST, LEAST, RUN, CONTEXT, RANGES = 0, 8, 16, 17, 18, 19, 20, 24
ASLEEP, LOCK = 8, 16  # those of a helper, after the word for the job that it is to do
THREADS, HELPERS, ASKED, TABLE = 0, 1, 2, 8  # and those of the crew
LINE = 8  # words of a line of the cache
ENDS = RANGES + LINE * MOST_THREADS
WORDS = ENDS + 8  # with a context
_TURNS = 400  # that a helper looks for a job, each of which lets others run

_TEXT = """\
define i64 @tapegrad_take(ptr %job, i64 %thread, i64 %budget) {{
entry:
  %status_at = getelementptr i64, ptr %job, i64 {status}
{words}
  %shares = load i64, ptr %shares_at
  %most = load i64, ptr %most_at
  %least = load i64, ptr %least_at
  %run = load ptr, ptr %run_at
  %context = load ptr, ptr %context_at
  br label %owner
owner:
  %turn = phi i64 [ 0, %entry ], [ %turned, %empty ]
  %total = phi i64 [ 0, %entry ], [ %done, %empty ]
  %sum = add i64 %thread, %turn
  %whose = urem i64 %sum, %shares
  %line = mul i64 %whose, {line}
  %word = add i64 %line, {ranges}
  %next_at = getelementptr i64, ptr %job, i64 %word
  %end_at = getelementptr i64, ptr %next_at, i64 1
  %end = load i64, ptr %end_at
  br label %again
again:
  %done = phi i64 [ %total, %owner ], [ %done, %take ], [ %more, %well ]
  %stopped = load atomic i64, ptr %status_at acquire, align 8
  %on = icmp eq i64 %stopped, 0
  br i1 %on, label %look, label %over
look:
  %first = load atomic i64, ptr %next_at monotonic, align 8
  %left = sub i64 %end, %first
  %some = icmp sgt i64 %left, 0
  br i1 %some, label %take, label %empty
empty:
  %turned = add i64 %turn, 1
  %others = icmp slt i64 %turned, %shares
  br i1 %others, label %owner, label %over
take:
  %part = sdiv i64 %left, 4
  %a = call i64 @llvm.smax.i64(i64 %part, i64 %least)
  %b = call i64 @llvm.smin.i64(i64 %a, i64 %most)
  %step = call i64 @llvm.smin.i64(i64 %b, i64 %left)
  %last = add i64 %first, %step
  %got = cmpxchg ptr %next_at, i64 %first, i64 %last acq_rel monotonic
  %mine = extractvalue {{ i64, i1 }} %got, 1
  br i1 %mine, label %work, label %again
work:
  %result = call i64 %run(ptr %context, i64 %first, i64 %last, i64 %thread)
  %more = add i64 %done, %step
  %fine = icmp eq i64 %result, 0
  br i1 %fine, label %well, label %failed
failed:
  %set = cmpxchg ptr %status_at, i64 0, i64 %result acq_rel monotonic
  br label %over
well:
  %long = icmp sge i64 %more, %budget
  br i1 %long, label %pause, label %again
pause:
  ret i64 1
over:
  ret i64 0
}}
define i64 @tapegrad_lead(ptr %job, ptr %helpers, i64 %count, i64 %posts) {{
entry:
  %most_at = getelementptr i64, ptr %job, i64 {most}
  %budget = load i64, ptr %most_at
  %some = icmp sgt i64 %posts, 0
  br i1 %some, label %post, label %work
post:
  %k = phi i64 [ 0, %entry ], [ %after, %post ]
  %at = getelementptr ptr, ptr %helpers, i64 %k
  %helper = load ptr, ptr %at
  call void @tapegrad_post(ptr %job, ptr %helper)
  %after = add i64 %k, 1
  %further = icmp slt i64 %after, %posts
  br i1 %further, label %post, label %work
work:
  %more = call i64 @tapegrad_take(ptr %job, i64 0, i64 %budget)
  %all = icmp eq i64 %more, 0
  br i1 %all, label %settle, label %pause
pause:
  ret i64 1
settle:
  %busy = call i64 @tapegrad_settle(ptr %job, ptr %helpers, i64 %count)
  ret i64 %busy
}}
define void @tapegrad_post(ptr %job, ptr %helper) {{
entry:
  %workers_at = getelementptr i64, ptr %job, i64 {workers}
  %asleep_at = getelementptr i64, ptr %helper, i64 {asleep}
  %word = ptrtoint ptr %job to i64
  %before = atomicrmw add ptr %workers_at, i64 1 acq_rel
  %got = cmpxchg ptr %helper, i64 0, i64 %word seq_cst seq_cst
  %free = extractvalue {{ i64, i1 }} %got, 1
  br i1 %free, label %posted, label %busy
busy:
  %less = atomicrmw sub ptr %workers_at, i64 1 acq_rel
  ret void
posted:
  %slept = atomicrmw xchg ptr %asleep_at, i64 0 seq_cst
  %wake = icmp ne i64 %slept, 0
  br i1 %wake, label %waken, label %done
waken:
  %lock_at = getelementptr i64, ptr %helper, i64 {lock}
  %lock = load ptr, ptr %lock_at
  call void @tapegrad_PyThread_release_lock(ptr %lock)
  ret void
done:
  ret void
}}
define i64 @tapegrad_settle(ptr %job, ptr %helpers, i64 %count) {{
entry:
  %workers_at = getelementptr i64, ptr %job, i64 {workers}
  %word = ptrtoint ptr %job to i64
  br label %some
some:
  %k = phi i64 [ 0, %entry ], [ %after, %next ]
  %any = icmp slt i64 %k, %count
  br i1 %any, label %each, label %wait
each:
  %at = getelementptr ptr, ptr %helpers, i64 %k
  %helper = load ptr, ptr %at
  %got = cmpxchg ptr %helper, i64 %word, i64 0 seq_cst seq_cst
  %back = extractvalue {{ i64, i1 }} %got, 1
  br i1 %back, label %taken, label %next
taken:
  %less = atomicrmw sub ptr %workers_at, i64 1 acq_rel
  br label %next
next:
  %after = add i64 %k, 1
  br label %some
wait:
  %turn = phi i64 [ 0, %some ], [ %turned, %yield ]
  %busy = load atomic i64, ptr %workers_at acquire, align 8
  %none = icmp eq i64 %busy, 0
  br i1 %none, label %done, label %yield
yield:
  %y = call i32 @tapegrad_yield()
  %turned = add i64 %turn, 1
  %long = icmp sgt i64 %turned, 10000
  br i1 %long, label %done, label %wait
done:
  ret i64 %busy
}}
define void @tapegrad_serve(ptr %helper, i64 %thread) {{
entry:
  %asleep_at = getelementptr i64, ptr %helper, i64 {asleep}
  %lock_at = getelementptr i64, ptr %helper, i64 {lock}
  %lock = load ptr, ptr %lock_at
  br label %start
start:
  br label %look
look:
  %turn = phi i64 [ 0, %start ], [ %turned, %again ]
  %seen = load atomic i64, ptr %helper acquire, align 8
  %some = icmp ne i64 %seen, 0
  br i1 %some, label %begin, label %again
again:
  %y = call i32 @tapegrad_yield()
  %turned = add i64 %turn, 1
  %on = icmp slt i64 %turned, {turns}
  br i1 %on, label %look, label %rest
rest:
  store atomic i64 1, ptr %asleep_at seq_cst, align 8
  %late = load atomic i64, ptr %helper seq_cst, align 8
  %came = icmp ne i64 %late, 0
  br i1 %came, label %stay, label %sleep
stay:
  %was = atomicrmw xchg ptr %asleep_at, i64 0 seq_cst
  %woken = icmp eq i64 %was, 0
  br i1 %woken, label %sleep, label %start
sleep:
  %ok = call i32 @tapegrad_PyThread_acquire_lock_timed(ptr %lock, i64 -1, i32 0)
  br label %start
begin:
  %mark = or i64 %seen, 1
  %got = cmpxchg ptr %helper, i64 %seen, i64 %mark acq_rel monotonic
  %mine = extractvalue {{ i64, i1 }} %got, 1
  br i1 %mine, label %work, label %start
work:
  %job = inttoptr i64 %seen to ptr
  %w = call i64 @tapegrad_take(ptr %job, i64 %thread, i64 {always})
  %workers_at = getelementptr i64, ptr %job, i64 {workers}
  %less = atomicrmw sub ptr %workers_at, i64 1 acq_rel
  store atomic i64 0, ptr %helper seq_cst, align 8
  br label %start
}}
define void @tapegrad_hire(ptr %helper) {{
entry:
  %count_at = getelementptr i64, ptr @tapegrad_crew, i64 {helpers}
  %table = getelementptr ptr, ptr @tapegrad_crew, i64 {table}
  %count = load i64, ptr %count_at
  %at = getelementptr ptr, ptr %table, i64 %count
  store ptr %helper, ptr %at
  %more = add i64 %count, 1
  store atomic i64 %more, ptr %count_at release, align 8
  ret void
}}
define i64 @tapegrad_phases(ptr %in, ptr %out, ptr %work, ptr %phases, i64 %count, i64 %control) {{
entry:
  %job = alloca [{job} x i64], align 64
  %copy = alloca [2 x i64], align 16
  %stop_at = getelementptr i64, ptr %copy, i64 1
  %helpers_at = getelementptr i64, ptr @tapegrad_crew, i64 {helpers}
  %asked_at = getelementptr i64, ptr @tapegrad_crew, i64 {asked}
  %table = getelementptr ptr, ptr @tapegrad_crew, i64 {table}
  %threads = load atomic i64, ptr @tapegrad_crew monotonic, align 8
  %helpers = load atomic i64, ptr %helpers_at acquire, align 8
  %all = add i64 %helpers, 1
  %shares = call i64 @llvm.smin.i64(i64 %threads, i64 %all)
  %others = sub i64 %shares, 1
  %enough = icmp sle i64 %threads, %all
  br i1 %enough, label %prepare, label %ask
ask:
  %before = atomicrmw xchg ptr %asked_at, i64 1 monotonic
  %first_time = icmp eq i64 %before, 0
  br i1 %first_time, label %hire, label %prepare
hire:
  %h = call i32 @tapegrad_Py_AddPendingCall(ptr @tapegrad_hiring, ptr null)
  br label %prepare
prepare:
  store i64 0, ptr %stop_at
  %controlled = icmp sge i64 %control, 0
  br i1 %controlled, label %own, label %set
own:
  %control_at = getelementptr ptr, ptr %in, i64 %control
  %words = load ptr, ptr %control_at
  %poll_word = load ptr, ptr %words
  store ptr %poll_word, ptr %copy
  store ptr %copy, ptr %control_at
  br label %set
set:
  %poll = phi ptr [ null, %prepare ], [ %poll_word, %own ]
  %status_at = getelementptr i64, ptr %job, i64 {status}
  %workers_at = getelementptr i64, ptr %job, i64 {workers}
{words}
  %ends_at = getelementptr i64, ptr %job, i64 {ends}
  store i64 %shares, ptr %shares_at
  store ptr @tapegrad_run_phase, ptr %run_at
  store ptr %ends_at, ptr %context_at
  %in_at = getelementptr i64, ptr %ends_at, i64 1
  %out_at = getelementptr i64, ptr %ends_at, i64 2
  %work_at = getelementptr i64, ptr %ends_at, i64 3
  store ptr %in, ptr %in_at
  store ptr %out, ptr %out_at
  store ptr %work, ptr %work_at
  br label %phase
phase:
  %k = phi i64 [ 0, %set ], [ %k1, %next ]
  %row = mul i64 %k, 4
  %at0 = getelementptr i64, ptr %phases, i64 %row
  %at1 = getelementptr i64, ptr %at0, i64 1
  %at2 = getelementptr i64, ptr %at0, i64 2
  %at3 = getelementptr i64, ptr %at0, i64 3
  %call = load ptr, ptr %at0
  %pieces = load i64, ptr %at1
  %most = load i64, ptr %at2
  %least = load i64, ptr %at3
  %alone = icmp eq i64 %pieces, 0
  br i1 %alone, label %one, label %share
one:
  %result = call i64 %call(ptr %in, ptr %out, ptr %work)
  br label %ended
share:
  store i64 0, ptr %status_at
  store i64 0, ptr %workers_at
  store i64 %most, ptr %most_at
  store i64 %least, ptr %least_at
  store ptr %call, ptr %ends_at
  br label %range
range:
  %t = phi i64 [ 0, %share ], [ %t1, %range ]
  %t1 = add i64 %t, 1
  %p0 = mul i64 %pieces, %t
  %from = sdiv i64 %p0, %shares
  %p1 = mul i64 %pieces, %t1
  %to = sdiv i64 %p1, %shares
  %line = mul i64 %t, {line}
  %word = add i64 %line, {ranges}
  %from_at = getelementptr i64, ptr %job, i64 %word
  %to_at = getelementptr i64, ptr %from_at, i64 1
  store i64 %from, ptr %from_at
  store i64 %to, ptr %to_at
  %ranged = icmp slt i64 %t1, %shares
  br i1 %ranged, label %range, label %lead
lead:
  %posts = phi i64 [ %others, %range ], [ 0, %tell ], [ 0, %quiet ]
  %more = call i64 @tapegrad_lead(ptr %job, ptr %table, i64 %others, i64 %posts)
  %status = load atomic i64, ptr %status_at acquire, align 8
  %settled = icmp eq i64 %more, 0
  br i1 %settled, label %ended, label %pause
pause:
  %fine = icmp eq i64 %status, 0
  br i1 %fine, label %signals, label %tell
signals:
  br i1 %controlled, label %asks, label %quiet
asks:
  %raised = call i64 %poll(i64 0)
  %some = icmp ne i64 %raised, 0
  br i1 %some, label %interrupted, label %quiet
interrupted:
  %x = cmpxchg ptr %status_at, i64 0, i64 {interrupted} acq_rel monotonic
  br label %tell
tell:
  store atomic i64 1, ptr %stop_at monotonic, align 8
  br label %lead
quiet:
  br label %lead
ended:
  %end = phi i64 [ %result, %one ], [ %status, %lead ]
  %good = icmp eq i64 %end, 0
  br i1 %good, label %next, label %leave
next:
  %k1 = add i64 %k, 1
  %on = icmp slt i64 %k1, %count
  br i1 %on, label %phase, label %leave
leave:
  %final = phi i64 [ %end, %ended ], [ 0, %next ]
  ret i64 %final
}}
@tapegrad_crew = external global i64
declare void @tapegrad_PyThread_release_lock(ptr)
declare i32 @tapegrad_PyThread_acquire_lock_timed(ptr, i64, i32)
declare i32 @tapegrad_Py_AddPendingCall(ptr, ptr)
declare i32 @tapegrad_hiring(ptr)
declare i32 @tapegrad_yield()
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
"""

# how a range is run: what a context has in its words, and the call
RUNS = {
    "phase": ("i64 %call(ptr %w1, ptr %w2, ptr %w3, i64 %first, i64 %last)", 4),
    "groups": ("i64 %call(ptr %w1, ptr %w2, i64 %first, i64 %last)", 3),
    "rows": ("i64 %call(ptr %w1, ptr %w2, i64 %first, i64 %last, ptr %own, ptr %w5)", 6),
}


def crew_text() -> str:
    """Return the module."""
    places = {"shares": SHARES, "most": MOST, "least": LEAST, "run": RUN, "context": CONTEXT}
    text = _TEXT.format(
        status=STATUS, workers=WORKERS, asleep=ASLEEP, lock=LOCK, turns=_TURNS, always=1 << 62, line=LINE,
        ranges=RANGES, most=MOST, helpers=HELPERS, asked=ASKED, table=TABLE, job=WORDS, ends=ENDS,
        interrupted=INTERRUPTED,
        words="\n".join(f"  %{name}_at = getelementptr i64, ptr %job, i64 {at}" for name, at in places.items()),
    )  # fmt: skip
    return "\n".join([text, *[_run_text(name, *entry) for name, entry in RUNS.items()]])


def _run_text(name: str, call: str, words: int) -> str:
    """Return the text of what runs a range by a context of so many words."""
    lines = []
    for k in range(words):
        kind = "i64" if name == "rows" and k == 4 else "ptr"
        lines += [
            f"  %at{k} = getelementptr i64, ptr %context, i64 {k}",
            f"  %{'call' if k == 0 else f'w{k}'} = load {kind}, ptr %at{k}",
        ]
    if name == "rows":
        lines += ["  %offset = mul i64 %w4, %thread", "  %own = getelementptr i8, ptr %w3, i64 %offset"]
    return "\n".join([
        f"define i64 @tapegrad_run_{name}(ptr %context, i64 %first, i64 %last, i64 %thread) {{", *lines,
        f"  %status = call {call}", "  ret i64 %status", "}",
    ])  # fmt: skip
