"""Recordings that are truncated and written again with the same bytes while scans read them, as `cp` does it."""

import os
import random
import shutil
import subprocess
import threading
import time
import wave

from trial import DONE, fail

# ext4 sets the size of a large file to 0 some 20 ms before its change time, so that these are met in between.
LONG = {"wav": 600, "flac": 600}
SHORT = {"mp3": 20, "ogg": 20, "opus": 20, "m4a": 20}
SCANS = 30


def make_recordings(folder):
    """Makes two recordings of noise of one size in each format that keeps it, and one in each other."""
    folder.mkdir()
    for name, seconds in (LONG | SHORT).items():
        for number in (1, 2) if name in LONG else (1,):
            source = folder / f"{number}.wav"
            with wave.open(str(source), "wb") as file:
                file.setparams((1, 2, 44_100, 0, "NONE", ""))
                file.writeframes(random.Random(number).randbytes(seconds * 88_200))
            made = folder / f"{number}.{name}"
            if made != source and shutil.which("ffmpeg"):
                subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", source, made], check=True)


def rewrite(paths, chance, is_over):
    """Rewrites files in place until the scans are over; some keep their times, as `cp -p` leaves them."""
    contents = {path: path.read_bytes() for path in paths}
    while not is_over.is_set():
        path = chance.choice(paths)
        status = path.stat()
        with open(path, "wb") as file:
            time.sleep(chance.random() * 0.03)
            file.write(contents[path])
        if chance.random() < 0.5:
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        time.sleep(chance.random() * 0.1)


def sweep_rewrites(trial, asked):
    """Empties a recording before each call of a scan that has it in its hands, for one call and for more.

    So it is met before the hash, in it, between hash and decode, in the decode, and before its measurement is stored.
    """
    if not trial.build_injector():
        print("left out: a recording that is rewritten at each step (needs a C compiler)", flush=True)
        return
    chance = random.Random(asked.seed)
    recording = trial.library / "0.wav"
    met = tried = 0
    for whom in ("parent", "workers"):
        trial.clear()
        trial.disturbed(whom, "any", 0, "count", trial.command())
        told = trial.told().splitlines()
        steps = [number for number, line in enumerate(told, 1) if whom == "workers" or str(recording) in line]
        first, last = (steps[0], steps[-1] + 40) if whom == "parent" else (1, len(told))
        whole = trial.tree()
        numbers = range(first, last + 1)
        if asked.errors:
            numbers = chance.sample(numbers, min(asked.errors, len(numbers)))
        for number in numbers:
            trial.clear()
            run = trial.disturbed(whom, "any", number, f"empty:{chance.choice([1, 2, 8, 32])}:{recording}", trial.command())
            tried += 1
            if run.returncode not in DONE:
                fail(f"a scan with a recording emptied at {trial.told()} ended with {run.returncode}: {trial.words(run)}")
            met += recording.name in trial.words(run)
            # The cache has nothing of the empty file, whatever the run said: another output made with it is right.
            shutil.rmtree(trial.output)
            again = trial.scan()
            if trial.tree() != whole:
                fail(f"a recording emptied at {trial.told()}, call {number} of {whom}: the cache makes other files: {trial.words(again)}")
    print(f"faults: a recording was empty for some calls at {tried} steps of its scan ({met} runs named it): the cache is right", flush=True)


def rewrites(trial, asked):
    sweep_rewrites(trial, asked)
    make_recordings(trial.library / "long")
    paths = sorted((trial.library / "long").iterdir())
    is_over = threading.Event()
    rewriter = threading.Thread(target=rewrite, args=(paths, random.Random(asked.seed), is_over))
    rewriter.start()
    met = 0
    try:
        for number in range(SCANS):
            # Another style looks into the cache, and a forced scan decodes again.
            more = [["--force"], ["--style", "bars"], ["--style", "line", "--analyze"]][number % 3]
            run = trial.scan(*more)
            if run.returncode not in DONE:
                fail(f"a scan of files that are rewritten ended with {run.returncode}: {trial.words(run)}")
            met += "changed while it was read" in trial.words(run)
    finally:
        is_over.set()
        rewriter.join()
    # What the cache has by now must be of whole recordings: the same files as without it.
    shutil.rmtree(trial.output)
    first = trial.scan("--style", "bars")
    cached = trial.tree()
    shutil.rmtree(trial.output)
    trial.scan("--style", "bars", "--no-cache")
    if cached != trial.tree():
        fail(f"after rewrites with equal bytes the cache makes other files: {trial.words(first)}")
    print(f"faults: {SCANS} scans of recordings that are rewritten with equal bytes ({met} met one) leave a right cache", flush=True)
