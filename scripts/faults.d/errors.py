"""System calls that fail, in the parent and in its workers."""

import errno
import random

from story import Story, first_run, many_short
from trial import DONE, fail

ERRORS = ["ENOSPC", "EIO", "EMFILE", "EROFS", "EACCES", "EDQUOT", "ENOMEM"]
LOST = {"ENOSPC", "EIO", "EROFS", "EDQUOT"}
WRITING = {"write", "renameat", "mkdirat", "syncfs", "fsync"}


def judge(story, run, error):
    """Checks the report of a run with an error: the error is reported or had no effect."""
    trial, told = story.trial, story.trial.told()
    call, _, place = told.partition(" ")
    what, words = f"{error} at {told}", trial.words(run)
    if run.returncode not in (0, 1, 3):
        fail(f"{what}: ended with {run.returncode}: {words}")
    if run.returncode and not words:
        fail(f"{what}: ended with {run.returncode} without a message")
    whole = trial.tree() == story.new
    if whole == bool(run.returncode) and not (whole and run.returncode == 1):
        fail(f"{what}: ended with {run.returncode}, and the output is {'' if whole else 'not '}whole: {words}")
    inside = place.startswith(str(trial.output))
    if inside and call in WRITING and error in LOST and (run.returncode != 1 or str(trial.output) not in words):
        fail(f"{what}: ended with {run.returncode}: {words}")
    if place.startswith(str(trial.cache)) and (run.returncode not in DONE or not whole):
        fail(f"{what}: ended with {run.returncode}, whole {whole}: {words}")
    if place.startswith(str(trial.library) + "/") and run.returncode == 1 and error in ("EACCES", "EIO"):
        fail(f"{what}: one file ended the whole run: {words}")


def sweep_errors(trial, asked):
    chance = random.Random(asked.seed)
    redraw = Story(trial, "redraw", [[]], ["--style", "all"], ["--style", "all"])
    for story in (first_run(trial), redraw, many_short(trial)):
        for whom in ("parent", "workers"):
            story.prepare()
            trial.disturbed(whom, "any", 0, "count", trial.command(*story.more))
            count = len(trial.told().splitlines())
            # A worker without memory reports its own memory limit, which is remembered as a failure of the recording.
            errors = ERRORS if whom == "parent" else [error for error in ERRORS if error != "ENOMEM"]
            plan = [(number, error) for number in range(1, count + 1) for error in errors]
            if asked.errors:
                plan = chance.sample(plan, min(len(plan), asked.errors))
            met = dict.fromkeys([0, 1, 3], 0)
            for number, error in plan:
                story.prepare()
                run = trial.disturbed(whom, "any", number, getattr(errno, error), trial.command(*story.more))
                if is_of_runtime(run, trial.told()):
                    continue
                judge(story, run, error)
                story.check_next(f"{error} at {trial.told()} of the {whom}, call {number}", run.returncode)
                met[run.returncode] += 1
            print(f"faults: {sum(met.values())} failing calls of {whom}, {story.name}: {met[0]} had no effect, {met[3]} failed files, {met[1]} ended the run, each with a message", flush=True)


def is_of_runtime(run, told):
    """Whether the run failed in the loader or the Swift runtime: before our code, or for lack of memory."""
    if "/maps" in told or "/cmdline" in told:
        return run.returncode == 2
    if "eventfd" in told or told.endswith("/stat"):
        return run.returncode == 132
    before = any(word in told for word in (".so", "/etc/", "mprotect", "mmap", "brk", "prlimit64", "execve"))
    return before and run.returncode in (127, 132, 133, 134, 139)
