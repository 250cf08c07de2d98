"""Low limits, a full disk, a closed pipe, and a second run on the same output."""

import os
import resource
import subprocess

from story import Story, first_run
from trial import DONE, fail

# Runs that keep files open, each with many short recordings.
KINDS = (
    ["--jobs", "1"],
    ["--jobs", "4", "--style", "all"],
    ["--data", "dat", "--data", "json", "--zoom", "2"],
    ["--page", "--cover", "auto", "--markers", "auto"],
    ["--analyze", "--force"],
)
LEAST_FILES = 20


def limits(trial, _):
    story = first_run(trial)
    for size in (0, 100, 1000, 2000, 3000, 4096, 8192):
        story.prepare()
        run = trial.scan(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
        if run.returncode not in (1, 3) or not trial.words(run):
            fail(f"files of {size} bytes at most: ended with {run.returncode}: {trial.words(run)}")
        story.check_next(f"files of {size} bytes at most", run.returncode)
    for more in KINDS:
        few_files(trial, Story(trial, "many short run", [], more, more))
    story.prepare()
    reader, writer = os.pipe()
    os.close(reader)
    run = subprocess.run(trial.command("--json", "-v"), stdout=writer, stderr=writer)
    os.close(writer)
    if run.returncode not in DONE or trial.tree() != story.new:
        fail(f"a closed pipe: ended with {run.returncode}")
    print("faults: low limits on files and descriptors, and a closed pipe: reported or harmless", flush=True)


def few_files(trial, story):
    """Checks that a run completes with 20 or more descriptors, and gives the reason if it cannot."""
    for descriptors in range(4, 65):
        limited = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))}
        what = f"{descriptors} descriptors, {' '.join(story.more)}"
        story.prepare()
        run = trial.scan(*story.more, **limited)
        if run.returncode not in (DONE if descriptors >= LEAST_FILES else (1, 3, 127)):
            fail(f"{what}: ended with {run.returncode}: {trial.words(run)}")
        if descriptors < LEAST_FILES:
            if not trial.words(run):
                fail(f"{what}: ended with {run.returncode} without a message")
            story.check_next(what, run.returncode)
            continue
        places = [trial.output, "--library", trial.library, "--cache", trial.cache]
        next(trial.output.rglob("*.png")).write_bytes(b"\x89PNG")
        commands = [["verify", *places, "--repair"]]
        if "--page" not in story.more:
            commands += [[*trial.command(*story.more)[1:], "--shard", f"{part}/2"] for part in (1, 2)]
            commands += [["merge", trial.output, "--cache", trial.cache]]
        for command in commands:
            run = trial.run([trial.binary, *command], **limited)
            if run.returncode not in DONE:
                fail(f"{what}: {command[0]} ended with {run.returncode}: {trial.words(run)}")
        if trial.tree() != story.new:
            fail(f"{what}: not all was made, repaired and merged")
        picture = trial.folder / "picture.png"
        run = trial.run([trial.binary, "render", trial.library / "0.wav", "-o", picture, "--no-cache"], **limited)
        if run.returncode != 0:
            fail(f"{what}: render ended with {run.returncode}: {trial.words(run)}")


def twice(trial, _):
    story, busy = first_run(trial), 0
    for number in range(20):
        trial.clear()
        runs = [subprocess.Popen(trial.command(), stderr=subprocess.PIPE) for _ in range(2)]
        told = [run.communicate()[1] for run in runs]
        ends = sorted(run.returncode for run in runs)
        if any(end not in (0, 3, 75) for end in ends) or ends == [75, 75]:
            fail(f"two scans at once ended with {ends}: {told}")
        for mine, other, words in zip(runs, reversed(runs), told):
            if mine.returncode == 75 and str(other.pid).encode() not in words:
                fail(f"the second scan does not name process {other.pid}: {words}")
        busy += 75 in ends
        story.check_next(f"two scans at once, {number}")
    print(f"faults: 20 pairs of scans at once, the second was refused {busy} times", flush=True)


def full_disk(trial, _):
    if os.geteuid() != 0:
        print("faults: full: skipped, mounting needs root")
        return
    story = first_run(trial)
    for free in range(0, 65536, 4096):
        trial.clear()
        trial.output.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", trial.output]).returncode != 0:
            print("faults: full: skipped, no tmpfs can be mounted here")
            return
        try:
            filler = trial.output / "filler"
            space = os.statvfs(trial.output)
            filler.write_bytes(b"x" * max(0, space.f_bavail * space.f_frsize - free))
            run = trial.scan()
            filler.unlink()
            if run.returncode != 1 and trial.tree() != story.new or run.returncode == 1 and str(trial.output) not in trial.words(run):
                fail(f"a disk with {free} bytes left ended with {run.returncode}: {trial.words(run)}")
            story.check_next(f"after a disk with {free} bytes left")
        finally:
            subprocess.run(["umount", trial.output])
    print("faults: a full disk ends the run with 1 and a message; the next run completes the output", flush=True)
