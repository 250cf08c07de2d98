"""Scans of an edited library, each compared with a forced scan into an empty output."""

import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from edits import OUTPUT, edit, edit_output, everything
from recordings import chance, wav

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
# Named even where it is the default: a scan that names nothing does what the last one did.
DEFAULT = ["--style", "mirroredBars"]
MOODS = [DEFAULT, DEFAULT, ["--style", "all"], ["--style", "line"], ["--scale", "1", "--scale", "2"], ["--data", "json"], ["--data", "dat", "--data", "peaks"], ["--markers", "auto"], ["--markers", "auto", "--style", "line"], ["--follow"], ["--exclude", "n1*"], ["--exclude", "/d1", "--follow"], ["--bars", "7"], ["--range", "0-0:0.02"]]


def tree(folder):
    """Returns the names and contents of a folder, without times."""
    found = {}
    for place, folders, files in os.walk(folder):
        for name in folders + [name for name in files if name != ".lock"]:
            path = os.path.join(place, name)
            whole = None if name in folders else hashlib.sha256(open(path, "rb").read()).hexdigest()
            found[os.path.relpath(path, folder)] = whole
    return found


def command(library, output, cache, *more):
    program = str(os.environ.get("WAVETHUMB") or SCRIPTS / "wavethumb")
    return [program, "scan", str(library), "--size", "60x16", "--output", str(output), "--cache", str(cache), "--jobs", chance.choice("128"), *more]


def scan(library, output, cache, *more):
    run = subprocess.run(command(library, output, cache, *more), capture_output=True)
    if run.returncode == 1 and b"--force scans the empty library" in run.stderr:
        # An edit removed the last recordings, which looks like an unmounted disk.
        return scan(library, output, cache, *more, "--force")
    if run.returncode not in (0, 3):
        sys.exit(f"edits: scan ended with {run.returncode}: {run.stderr.decode(errors='replace')}")
    return run


def drop_empty(output, fresh):
    """Deletes truncated pictures that are not redrawn: without a recording their owner is unknown."""
    for path in list(output.rglob("*.png")):
        if path.is_file() and path.stat().st_size == 0 and not (fresh / path.relative_to(output)).exists():
            path.unlink()
            while not any((path := path.parent).iterdir()):
                path.rmdir()


def edit_meanwhile(folder, mood):
    """Edits the library during a scan, which may also be killed."""
    run = subprocess.Popen(command(folder / "library", folder / "output", folder / "cache", *mood), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(chance.random() * 0.05)
    done = edit(folder / "library")
    if chance.random() < 0.5:
        run.kill()
    run.wait()
    return f"meanwhile {done}"


class Run:
    """A library that is edited and scanned."""

    def __init__(self, folder, seed):
        self.folder, self.seed, self.mood, self.edits, self.forced = folder, seed, DEFAULT, 0, 0

    def edit(self, number):
        done = [edit(self.folder / "library") for _ in range(chance.choice([1, 1, 1, 1, 2, 5]))]
        if chance.random() < 0.05:
            done.append(edit_meanwhile(self.folder, self.mood))
        if chance.random() < 0.05:
            done.append(chance.choice(OUTPUT))
            edit_output(done[-1], self.folder / "output")
        self.edits += len(done)
        if chance.random() < 0.05:
            self.mood = chance.choice(MOODS)
            done.append(" ".join(self.mood))
        if number % 50 == 0:
            gone = chance.choice(["cache", "output"])
            shutil.rmtree(self.folder / gone, ignore_errors=True)
            done.append(f"no {gone}")
        return done

    def check(self, number, done):
        """Scans, and compares with a forced scan into an empty output."""
        library, output, cache, fresh = (self.folder / name for name in ("library", "output", "cache", "fresh"))
        prune = ["--prune=unlisted"] if chance.random() < 0.9 else []
        run = scan(library, output, cache, *self.mood, *prune)
        if prune and b"scan again to prune" in run.stderr:
            run = scan(library, output, cache, *self.mood, *prune)
        if prune and (b"--force" in run.stderr or b"are kept" in run.stderr):
            # An emptied folder looks like an unmounted disk.
            run = scan(library, output, cache, *self.mood, *prune, "--force")
            self.forced += 1
        scan(library, fresh, self.folder / "none", *self.mood, "--no-cache", "--force")
        drop_empty(output, fresh)
        ours, theirs = tree(output), tree(fresh)
        # What --force never deletes: pictures of folders that cannot be read, such as dangling links.
        kept = re.findall(r'the pictures of "(.*?)" are kept', run.stderr.decode(errors="replace"))
        extra = [name for name in ours.keys() - theirs.keys() if any(name == place or name.startswith((place + "/", place + ".")) for place in kept)]
        for name in extra:
            del ours[name]
        if not prune or extra:
            # A ledger also names what is left of other options.
            theirs.pop(".wavethumb-ledger", None)
            ours = {name: whole for name, whole in ours.items() if name in theirs}
        if ours != theirs:
            differing = sorted(k for k in ours.keys() | theirs.keys() if ours.get(k) != theirs.get(k))
            if keep := os.environ.get("KEEP"):
                subprocess.run(["cp", "-a", self.folder, keep], check=True)
            sys.exit(f"edits: after edit {number} of seed {self.seed} ({done}; {self.mood} {prune}) these differ: {differing[:10]}: {run.stderr.decode(errors='replace')}")
        shutil.rmtree(fresh)

    def thin_out(self):
        """Keeps the library small."""
        library = self.folder / "library"
        while len(things := everything(library)) > 50:
            victim = chance.choice([path for path in things if path.is_symlink() or not path.is_dir() or not any(path.iterdir())])
            victim.rmdir() if victim.is_dir() and not victim.is_symlink() else victim.unlink()


def edits(trial, asked):
    chance.seed(asked.seed)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="wavethumb-edits-"))
    start = time.monotonic()
    try:
        library = folder / "library"
        library.mkdir()
        for number in range(8):
            wav(library / f"n{number}.wav")
        run = Run(folder, asked.seed)
        run.check(0, "nothing")
        for number in range(1, asked.edits + 1):
            run.check(number, run.edit(number))
            run.thin_out()
        print(f"edits: {run.edits} edits, {asked.edits} scans, seed {asked.seed}: the output always equalled a forced scan, {run.forced} times when forced ({time.monotonic() - start:.0f} s)")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
