"""Sharded scans and merges: killed before each call that changes a file, and with failing calls."""

import errno
import random

from trial import DONE, fail

COUNT = 3
ERRORS = ["ENOSPC", "EIO", "EROFS", "EACCES"]


class Parts:
    """Shards with one output or one each, and the expected merged output."""

    def __init__(self, trial, outputs):
        self.trial, self.own = trial, outputs.startswith("own outputs")
        self.data = ["--data", "dat", "--data", "peaks"] if outputs.endswith("data") else []
        self.name = f"of {COUNT} parts with {outputs}"
        trial.clear()
        run = trial.scan(*self.data)
        if run.returncode not in DONE:
            fail(f"{self.name}: an unsharded scan ended with {run.returncode}: {trial.words(run)}")
        self.whole = trial.tree()

    def place(self, number):
        return self.trial.folder / f"output{number}" if self.own else self.trial.output

    def part(self, number):
        words = self.trial.command("--shard", f"{number}/{COUNT}", *self.data)
        return [str(self.place(number)) if word == str(self.trial.output) else word for word in words]

    def merge(self):
        outputs = [str(self.place(number)) for number in range(1, COUNT + 1)] if self.own else [str(self.trial.output)]
        return [str(self.trial.binary), "merge", *outputs, *(["--output", str(self.trial.output)] if self.own else []), "--cache", str(self.trial.cache), "-q"]

    def clear(self):
        self.trial.clear(*(self.place(number) for number in range(1, COUNT + 1)))

    def do(self, words, what):
        run = self.trial.run(words)
        if run.returncode not in DONE:
            fail(f"{self.name}, {what}: {' '.join(words[1:])} ended with {run.returncode}: {self.trial.words(run)}")

    def check(self, what):
        """Checks that the merged output equals that of one scan, and that the next scan has nothing to do."""
        for _ in range(2):
            left = self.trial.tree()
            if left != self.whole:
                differing = sorted(k for k in left.keys() | self.whole.keys() if left.get(k) != self.whole.get(k))
                fail(f"{self.name}, {what}: these differ from one scan's: {differing}")
            self.do(self.trial.command(*self.data), what)
        for place in (self.trial.output, self.trial.cache):
            strays = [str(path) for pattern in ("*.tmp", ".wavethumb-run*", ".wavethumb-ledger.*") for path in place.rglob(pattern)]
            if strays:
                fail(f"{self.name}, {what}: left over: {strays}")


def disturb_part(parts, victim):
    """Scans the other parts before and after the disturbed one, which is then repeated alone."""
    def attempt(number, fault):
        parts.clear()
        for other in range(1, victim):
            parts.do(parts.part(other), "before")
        run = parts.trial.disturbed("parent", "change", number, fault, parts.part(victim))
        what = f"part {victim}, {fault} at call {number} ({parts.trial.told()})"
        for other in range(victim + 1, COUNT + 1):
            parts.do(parts.part(other), what)
        parts.do(parts.part(victim), what)
        parts.do(parts.merge(), what)
        parts.check(what)
        return run, what
    return attempt


def disturb_merge(parts):
    def attempt(number, fault):
        parts.clear()
        for other in range(1, COUNT + 1):
            parts.do(parts.part(other), "before")
        run = parts.trial.disturbed("parent", "change", number, fault, parts.merge())
        what = f"merge, {fault} at call {number} ({parts.trial.told()})"
        parts.do(parts.merge(), what)
        parts.check(what)
        return run, what
    return attempt


def sweep_parts(trial, asked):
    chance = random.Random(asked.seed)
    for outputs in ("one output", "own outputs", "own outputs and data"):
        parts = Parts(trial, outputs)
        victims = [("a part", disturb_part(parts, victim)) for victim in (1, COUNT)]
        for name, attempt in [*victims, ("a merge", disturb_merge(parts))]:
            number, told = 0, ""
            while told != "missed":
                number += 1
                run, what = attempt(number, "kill")
                told = trial.told()
                if told != "missed" and run.returncode != 137:
                    fail(f"{parts.name}, {what}: ended with {run.returncode}")
            print(f"faults: {number - 1} kills of {name} {parts.name}, one before each change: the same bytes as one scan's", flush=True)
            plan = [(call, error) for call in range(1, number) for error in ERRORS]
            if asked.errors:
                plan = chance.sample(plan, min(len(plan), asked.errors))
            met = dict.fromkeys([0, 1, 3], 0)
            for call, error in plan:
                run, what = attempt(call, getattr(errno, error))
                if run.returncode not in met or run.returncode == 1 and not trial.words(run):
                    fail(f"{parts.name}, {what}: ended with {run.returncode}: {trial.words(run)}")
                met[run.returncode] += 1
            print(f"faults: {len(plan)} failing calls of {name} {parts.name}: {met[1]} ended it with a message, the next try made the same bytes as one scan's", flush=True)
