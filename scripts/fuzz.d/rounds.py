"""Rounds for each kind of text: writes many of them and runs the command on them."""

import json
import os
import resource
import shutil
import subprocess

from mutations import GLOBS, broken

# The limit of processor time for each run, with this many texts of at most 240 KB.
MOST_SECONDS = 4
TEXTS = 120
# Done; done with failures; the text or the run is rejected.
ENDINGS = (0, 1, 2, 3, 4)


class Command:
    def __init__(self, binary, sound):
        self.binary, self.sound = str(binary), sound
        self.slowest = 0.0

    def run(self, *words, endings=ENDINGS):
        """Runs the command and returns its output; fails if the text hangs or crashes it."""
        def limited():
            resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            ended = subprocess.run([self.binary, *map(str, words)], capture_output=True, timeout=60, preexec_fn=limited)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"{words} hangs")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.slowest = max(self.slowest, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        assert ended.returncode in endings, f"{words} ended with {ended.returncode}: {ended.stderr[-300:]}"
        return ended

    def library(self, folder, names):
        """Makes a library of hard links to one recording, so that all are decoded once."""
        library = folder / "library"
        library.mkdir()
        shutil.copy(self.sound, folder / "sound.wav")
        for name in names:
            (library / name).parent.mkdir(parents=True, exist_ok=True)
            os.link(folder / "sound.wav", library / name)
        return library


CHAPTERS = json.dumps({"version": "1.2.0", "chapters": [
    {"startTime": 0, "title": "Introduction", "toc": True, "color": "#ff8800"},
    {"startTime": 0.25, "endTime": 0.5, "title": "Ünïcode \u65e5\u672c"}]})
LABELS = "0.0\t0.2\tone\n0,3\t0,3\ttwo\n\\\t100\t200\n0.4\t0.5\tthr\u00e9e\n"
SHEET = 'REM DATE 2001\nFILE "a.wav" WAVE\n  TRACK 01 AUDIO\n    TITLE "First"\n    INDEX 01 00:00:00\n  TRACK 02 AUDIO\n    INDEX 01 00:00:37\n'
RULES = "# comment\n*.tmp\n!keep.wav\n/top/**/x?y\n[a-c]*\\ \n**/deep/**\n"
BARS = json.dumps({"bars": [0.1, 0.5, 1, 0.25]})
PEAKS = json.dumps({"version": 2, "channels": 2, "sample_rate": 8000, "samples_per_pixel": 64, "bits": 8, "length": 2, "data": [-1, 2, -3, 4, -5, 6, -7, 8]})
SURFER = json.dumps({"duration": 3.5, "peaks": [[0.1, -0.5, 1], [0, 0.2, 0.4]]})
OPTIONS = "# how\n--style dots\n--size 300x40\n--color #123456\n--exclude *.tmp\n"
SEEDS = [CHAPTERS, LABELS, SHEET, RULES, BARS, PEAKS, SURFER, OPTIONS]


def markers(command, folder, chance):
    command.slowest = 0
    library = command.library(folder, [f"{number}.wav" for number in range(TEXTS)])
    for number in range(TEXTS):
        text, ending = chance.choice([(CHAPTERS, ".chapters.json"), (LABELS, ".txt"), (SHEET, ".cue")])
        (library / f"{number}{ending}").write_bytes(broken(text, SEEDS, chance))
    ended = command.run("scan", library, "--no-cache", "--markers", "auto", "--json", endings=(0, 3))
    assert ended.stdout.count(b'"event":"file"') == TEXTS, "a recording is missing"
    json.loads((library / ".wavethumb" / "manifest.json").read_bytes())
    for number in range(8):
        (folder / "one").write_bytes(broken(chance.choice([CHAPTERS, LABELS, SHEET]), SEEDS, chance))
        command.run("render", folder / "sound.wav", "--markers", folder / "one", "-o", folder / "one.svg", "--no-cache")
    return TEXTS + 8, command.slowest


def rules(command, folder, chance):
    command.slowest = 0
    names = [f"{number}/{name}.wav" for number in range(TEXTS) for name in ("a", "x" * 200, "top/a/b/c/xzy")]
    library = command.library(folder, names)
    for number in range(TEXTS):
        (library / str(number) / ".wavethumbignore").write_bytes(broken(RULES, SEEDS, chance))
    excluded = [f"--exclude={chr(47).join(chance.choices(GLOBS, k=3))}"] if chance.random() < 0.3 else []
    command.run("scan", library, "--no-cache", *excluded)
    return TEXTS, command.slowest


def given(command, folder, chance):
    command.slowest = 0
    for number in range(30):
        place = folder / f"given{number}.json"
        place.write_bytes(broken(chance.choice([BARS, PEAKS, SURFER]), SEEDS, chance))
        command.run("render", place, "-o", folder / "given.png")
        command.run("audiowaveform", "-q", "-i", place, "-o", folder / "given.txt", endings=(0, 1))
    return 30, command.slowest


def manifests(command, folder, chance):
    command.slowest = 0
    library = command.library(folder, ["a.wav", "b.wav"])
    command.run("scan", library, "--no-cache")
    place = library / ".wavethumb" / "manifest.json"
    whole = place.read_text()
    for _ in range(12):
        place.write_bytes(broken(whole, SEEDS, chance))
        command.run("verify", library / ".wavethumb")
        command.run("merge", library / ".wavethumb", "--status")
        command.run("scan", library, "--no-cache", "--check")
        if command.run("scan", library, "--no-cache").returncode == 0:
            json.loads(place.read_bytes())
        place.write_text(whole)
    return 12, command.slowest


def options(command, folder, chance):
    command.slowest = 0
    for _ in range(30):
        (folder / "options").write_bytes(broken(OPTIONS, SEEDS, chance))
        command.run("scan", folder / "missing", "--config", folder / "options", endings=(0, 1, 2))
    return 30, command.slowest


ROUNDS = {"marker files": markers, "ignore files": rules, "given data": given, "manifests": manifests, "files of options": options}
