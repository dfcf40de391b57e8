"""The program under test: its reports about one trace, as rows."""
import json
import os
import subprocess

import events
from world import World

TIMEOUT = 300


class Failure(Exception):
    """The program gave no answer."""


class Trace:
    """A trace, the program's answers about it (each asked for once), and the world replayed from its events.

    listing: what Go's reader says the events are, if somebody wrote that down; otherwise the program's own event
    list, which check-oracle compares with Go's.  spoil: (report, column) of which one value is changed before it is
    handed out, to see that somebody notices."""

    def __init__(self, exe, path, name, index, listing=None):
        self.exe, self.path, self.name, self.index, self.listing = exe, path, name, index, listing
        self.answers, self.spoil, self.spoiled = {}, None, False
        self._world = self._funcs = None
        self.facts, _ = self.ask("summary")
        self.v1, self.end = self.facts["format"] == "v1", self.facts["duration_ns"]

    def run(self, *options):
        p = subprocess.run([self.exe, "--index=" + self.index, *options, self.path], stdin=subprocess.DEVNULL,
                           capture_output=True, timeout=TIMEOUT)
        if p.returncode not in (0, 3):
            raise Failure(f"{' '.join(options)}: exit status {p.returncode}: {p.stderr.decode()[:200]}")
        return p.stdout

    def ask(self, report, *options):
        """(trace object, rows) of a report."""
        key = (report, *options)
        if key not in self.answers:
            doc = json.loads(self.run("--report=" + report, "--format=json", *options))
            self.answers[key] = doc["trace"], doc["rows"]
        trace, rows = self.answers[key]
        if self.spoil is not None and self.spoil[0] == report:
            rows = self.spoilt(rows, self.spoil[1])
        return trace, rows

    def rows(self, report, *options):
        return self.ask(report, *options)[1]

    def spoilt(self, rows, column):
        """The rows with one value of the column changed."""
        at = [i for i, r in enumerate(rows) if r.get(column) not in (None, {}, [])]
        if not at:
            return rows
        at = at[len(at) // 2]
        self.spoiled = True
        return rows[:at] + [dict(rows[at], **{column: changed(rows[at][column])})] + rows[at + 1:]

    def world(self):
        if self._world is None:
            if self.listing and os.path.exists(self.listing):
                source = events.of_listing(self.listing, self.v1, self.facts["first_ts"])
            else:
                out = self.run("--report=events", "--format=ndjson", "--columns=" + events.COLUMNS)
                source = events.of_program(out.decode("utf-8", "replace").rstrip("\n").split("\n"), self.v1)
            self._world = World(self.v1, self.v1 and int(self.facts["version"].split(".")[1]) < 10).run(source, self.end)
        return self._world

    def funcs(self):
        """(g, creation) -> start function.  Taken from the program: check-oracle compares these names with Go's."""
        if self._funcs is None:
            rows = self.rows("goroutines", "--columns=g,func,create")
            self._funcs = {(r["g"], r["create_ns"]): r["func"] or "" for r in rows}
        return self._funcs

    def func(self, life):
        return self.funcs().get((life.g, life.created), "")

    def func_at(self, g, t):
        """Start function of the goroutine that had this id at a time."""
        lives = [life for life in self.world().lives if life.g == g and life.created <= t]
        return self.func(lives[-1]) if lives else ""


def changed(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + 1
    if isinstance(value, str):
        return value + "?"
    if isinstance(value, dict):
        return {**value, next(iter(value)): changed(next(iter(value.values())))}
    return value + value
