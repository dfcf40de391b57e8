"""The program under test: its reports about one trace, as rows."""
import json
import os
import subprocess
import sys

import events
from world import World

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tap"))
from batch import Batch, Failure, TIMEOUT        # noqa: E402


class Spoil:
    """A change of one value in a column of a report, to see that somebody notices."""

    def __init__(self, report, column, by=1):
        self.report, self.column, self.by, self.done = report, column, by, False

    def applied(self, rows):
        at = [i for i, r in enumerate(rows) if r.get(self.column) not in (None, {}, [])]
        if not at:
            return rows
        at = at[len(at) // 2]
        self.done = True
        row = {**rows[at], self.column: self.changed(rows[at][self.column])}
        return rows[:at] + [row] + rows[at + 1:]

    def changed(self, value):
        if isinstance(value, bool):
            return not value
        if isinstance(value, (int, float)):
            return value + self.by
        if isinstance(value, str):
            return "?" + value[::-1]
        if isinstance(value, dict):
            first = next(iter(value))
            return {**value, first: self.changed(value[first])}
        return value + value


class Trace:
    """A trace, the program's answers about it (each asked for once), and the world replayed from its events.

listing: what Go's reader says the events are, if somebody wrote that down; otherwise the program's own event
list, which check-oracle compares with Go's.  spoil: what to change before it is handed out."""

    def __init__(self, exe, path, name, index, listing=None):
        self.exe, self.path, self.name, self.index, self.listing = exe, path, name, index, listing
        self.answers, self.spoil, self._batch = {}, None, None
        self.cut_short = False                   # rows that go on at the end lie beyond a horizon
        self._world = self._funcs = self._by_id = None
        self.work = os.path.dirname(index)
        self.facts, _ = self.ask("summary")
        self.v1, self.end = self.facts["format"] == "v1", self.facts["duration_ns"]

    def beside(self, path):
        """Another trace for the same program; None if it cannot be read at all."""
        try:
            other = Trace(self.exe, path, self.name, path + ".index")
        except Failure:
            return None
        other.spoil = self.spoil
        return other

    def __del__(self):
        if self._batch:
            self._batch.close()

    def answer(self, options):
        """(status, standard output, end of standard error).  A screen is no question of a batch."""
        if any("\n" in o or o.startswith("--script") for o in options):
            p = subprocess.run([self.exe, "--index=" + self.index, *options, self.path], stdin=subprocess.DEVNULL,
                               capture_output=True, timeout=TIMEOUT)
            return p.returncode, p.stdout, p.stderr.decode()[:200]
        if not self._batch:
            self._batch = Batch(self.exe, "--index=" + self.index, self.path)
        status, out = self._batch.ask(options)
        return status, out, "" if status in (0, 3) else self._batch.errors()

    def run(self, *options):
        status, out, said = self.answer(options)
        if status not in (0, 3):
            raise Failure(f"{' '.join(options)}: exit status {status}: {said}")
        return out

    def status(self, *options):
        """The exit status."""
        return self.answer(options)[0]

    def ask(self, report, *options):
        """(trace object, rows) of a report."""
        key = (report, *options)
        if key not in self.answers:
            doc = json.loads(self.run("--report=" + report, "--format=json", *options))
            self.answers[key] = doc["trace"], doc["rows"]
        trace, rows = self.answers[key]
        if self.spoil is not None and self.spoil.report == report:
            rows = self.spoil.applied(rows)
        return trace, rows

    def rows(self, report, *options):
        return self.ask(report, *options)[1]

    def world(self):
        if self._world is None:
            if self.listing and os.path.exists(self.listing):
                source = events.of_listing(self.listing, self.v1, self.facts["first_ts"])
            else:
                out = self.run("--report=events", "--format=ndjson", "--columns=" + events.COLUMNS)
                source = events.of_program(out.decode("utf-8", "replace").rstrip("\n").split("\n"), self.v1)
            lone_stops = self.v1 and int(self.facts["version"].split(".")[1]) < 10
            self._world = World(self.v1, lone_stops, bool(self.facts["damage"])).run(source, self.end)
        return self._world

    def funcs(self):
        """(g, creation) -> start function.  From the program: check-oracle compares them with Go's."""
        if self._funcs is None:
            rows = self.rows("goroutines", "--columns=g,func,create")
            self._funcs = {(r["g"], r["create_ns"]): r["func"] or "" for r in rows}
        return self._funcs

    def func(self, life):
        return self.funcs().get((life.g, life.created), "")

    def func_at(self, g, t):
        """Start function of the goroutine that had this id at a time."""
        if self._by_id is None or self._by_id[0] is not self.world().lives:
            by_id = {}
            for life in self.world().lives:
                by_id.setdefault(life.g, []).append(life)
            self._by_id = self.world().lives, by_id
        lives = [life for life in self._by_id[1].get(g, ()) if life.created <= t]
        return self.func(lives[-1]) if lives else ""
