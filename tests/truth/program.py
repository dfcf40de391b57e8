"""The program under test: its reports about one trace, as rows."""
import json
import os
import subprocess

import events
from world import World

TIMEOUT = 300


class Failure(Exception):
    """The program gave no answer."""


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
        self.answers, self.spoil = {}, None
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

    def run(self, *options):
        p = subprocess.run([self.exe, "--index=" + self.index, *options, self.path], stdin=subprocess.DEVNULL,
                           capture_output=True, timeout=TIMEOUT)
        if p.returncode not in (0, 3):
            raise Failure(f"{' '.join(options)}: exit status {p.returncode}: {p.stderr.decode()[:200]}")
        return p.stdout

    def status(self, *options):
        """The exit status."""
        return subprocess.run([self.exe, "--index=" + self.index, *options, self.path], stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=TIMEOUT).returncode

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
