"""The kinds of runs to disturb, and the conditions that must hold afterwards."""

import json
import shutil

from trial import AUDIO, DONE, fail


# Other data under the same names: only a ledger or a run file proves whose the old one is.
DATA = ["--data", "dat", "--data", "peaks", "--zoom", "33"]


class Story:
    """A kind of run, its initial state, and the result of an undisturbed run."""

    def __init__(self, trial, name, before, run, after):
        self.trial, self.name, self.earlier, self.more, self.after = trial, name, before, run, after
        self.prepare()
        self.old = trial.tree()
        run = trial.scan(*self.more)
        if run.returncode not in DONE:
            fail(f"{name}: an undisturbed run ended with {run.returncode}: {trial.words(run)}")
        trial.scan(*self.after)
        self.new = trial.tree()
        if sum(name.endswith(".png") for name in self.new) < 4:
            fail(f"{name}: an undisturbed run made only {sorted(self.new)}")

    def prepare(self):
        self.trial.clear()
        extra = self.trial.library / "extra.wav"
        if self.name == "prune":
            shutil.copy(AUDIO / "mono.wav", extra)
        self.trial.keep_many(self.name == "many short run")
        for words in self.earlier:
            self.trial.scan(*words)
        extra.unlink(missing_ok=True)

    def check_whole(self, what, status=None):
        """Checks that no final file is incomplete: each is either the old or the new one."""
        for name, digest in self.trial.tree().items():
            if name.startswith(".wavethumb-run") or name == ".wavethumb-ledger" and status in (3, 130, 143):
                # What a stopped run has made so far.
                continue
            if name == "manifest.json" and status in (3, 130, 143):
                # It may list unreadable files, or the state at the time of a signal.
                told = json.loads((self.trial.output / name).read_text())
                if told["counts"]["files"] != len(told["files"]):
                    fail(f"{self.name}, {what}: the manifest's counts do not add up")
            elif not name.endswith(".tmp") and digest not in (self.old.get(name), self.new.get(name)):
                fail(f"{self.name}, {what}: {name} is incomplete")

    def check_next(self, what, status=None):
        """Checks that the next run succeeds as usual and leaves no temporary files."""
        self.check_whole(what, status)
        again = self.trial.scan(*self.after)
        if again.returncode not in DONE:
            fail(f"{self.name}, {what}: the next run ended with {again.returncode}: {self.trial.words(again)}")
        left = self.trial.tree()
        if left != self.new:
            differing = sorted(k for k in left.keys() | self.new.keys() if left.get(k) != self.new.get(k))
            fail(f"{self.name}, {what}: after the next run these differ: {differing}")
        for place in (self.trial.output, self.trial.cache):
            strays = [str(path) for pattern in ("*.tmp", ".wavethumb-run*") for path in place.rglob(pattern)] if place.exists() else []
            if strays:
                fail(f"{self.name}, {what}: left over: {strays}")


def stories(trial):
    yield first_run(trial)
    yield Story(trial, "redraw", [[]], ["--style", "all"], ["--style", "all"])
    yield Story(trial, "prune", [[]], ["--prune"], ["--prune"])
    yield Story(trial, "force", [[]], ["--force"], [])
    yield many_short(trial)
    yield Story(trial, "data run", [["--data", "dat", "--data", "peaks"]], DATA, DATA)
    yield Story(trial, "no cache", [[]], ["--style", "dots", "--no-cache"], ["--style", "dots"])


def first_run(trial):
    return Story(trial, "first run", [], [], [])


def many_short(trial):
    return Story(trial, "many short run", [], ["--jobs", "1"], ["--jobs", "1"])
