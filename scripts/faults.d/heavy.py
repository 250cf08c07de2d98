"""Runs that are stopped while the parent computes: no sandbox ends a loop over a text."""

import os
import random
import re
import signal
import shutil
import struct
import subprocess
import time

from trial import AUDIO, fail

# The limit for the slowest stop, on a machine with other load.
MOST_SECONDS = 0.5


def heavy(trial, asked):
    """Stops each kind of work at random moments and prints the time of the slowest stop."""
    chance = random.Random(asked.seed)
    place, slow = trial.folder / "heavy", []
    for name, work in WORKS.items():
        here = place / name.replace(" ", "-")
        here.mkdir(parents=True)
        words, before = work(trial, here)
        # The first run also fills the page cache.
        run_until(trial, words, None)
        if before:
            before()
        begin = time.monotonic()
        run_until(trial, words, None)
        whole = time.monotonic() - begin
        times, stopped = [], 0
        for _ in range(asked.stops):
            if before:
                before()
            seconds, status = run_until(trial, words, chance.uniform(0.02, 0.98) * whole)
            stopped += status in (143, -signal.SIGTERM)
            times.append(seconds)
        times.sort()
        if times[-1] > MOST_SECONDS:
            slow.append(f"{name}: {times[-1]:.2f} s")
        print(f"faults: {name}, {whole:.1f} s: {asked.stops} signals, {stopped} of them during the run: half within {times[len(times) // 2]:.3f} s, the slowest {times[-1]:.3f} s", flush=True)
        shutil.rmtree(here)
    if slow:
        fail(f"stops took longer than {MOST_SECONDS} s: {'; '.join(slow)}")


def run_until(trial, words, delay):
    run = subprocess.Popen([str(trial.binary), *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if delay is None:
        return 0, run.wait()
    try:
        run.wait(timeout=delay)
    except subprocess.TimeoutExpired:
        pass
    run.send_signal(signal.SIGTERM)
    begin = time.monotonic()
    return (run.wait(), time.monotonic() - begin)[::-1]


def linked(folder, count, ending=".wav", source=AUDIO / "mono.wav"):
    folder.mkdir(exist_ok=True)
    first = folder / f"0{ending}"
    if isinstance(source, bytes):
        first.write_bytes(source)
    else:
        shutil.copy(source, first)
    for number in range(1, count):
        os.link(first, folder / f"{number}{ending}")
    return folder


def picture(*options):
    def work(trial, here):
        return ["render", AUDIO / "pcm16.wav", "-o", here / "x.png", "--no-cache", *options], None
    return work


def rules(trial, here):
    library = linked(here / "library", 3000)
    (library / ".wavethumbignore").write_text("".join(f"**/{number}*a*b*c/**/x*y\n" for number in range(10_000)))
    return ["scan", library, "--no-cache", "--dry-run"], None


def bars(trial, here):
    (here / "bars.json").write_text('{"x": [' + "1," * 8_000_000 + '1], "bars": [' + "0.5," * 2_000_000 + "1]}")
    return ["render", here / "bars.json", "-o", here / "x.png"], None


def points(trial, here):
    count = 60_000_000
    (here / "points.dat").write_bytes(struct.pack("<iIiiI", 1, 1, 8000, 2, count) + b"\x81\x7f" * count)
    return ["render", here / "points.dat", "-o", here / "x.png"], None


def manifest(trial, here):
    library = linked(here / "library", 2)
    subprocess.run([trial.binary, "scan", library, "--no-cache", "-q"], check=True)
    place = library / ".wavethumb" / "manifest.json"
    long = place.read_text().replace('"settings": {', '"settings": { "x": [' + "1," * 20_000_000 + "1],")

    def again():
        place.write_text(long)
    again()
    return ["scan", library, "--no-cache"], again


def markers(trial, here):
    library = linked(here / "library", 300)
    linked(library, 300, ".txt", b"0\t0\te\xcc\x81abc\n" * 80_000)
    subprocess.run([trial.binary, "scan", library, "--no-cache", "-q"], check=True)
    return ["scan", library, "--no-cache", "--markers", "auto", "--dry-run"], None


def one_marker_file(trial, here):
    (here / "x.txt").write_text("".join(f"{number / 1000}\t{number / 1000}\tL\n" for number in range(60_000)))
    return ["render", AUDIO / "pcm16.wav", "-o", here / "x.png", "--no-cache", "--markers", here / "x.txt"], None


def one_chapters_file(trial, here):
    chapters = ",".join('{"startTime":%d,"title":"%s"}' % (number, "e\u0301" * 8) for number in range(15_000))
    (here / "x.json").write_text('{"version":"1.2.0","chapters":[' + chapters + "]}")
    return ["render", AUDIO / "pcm16.wav", "-o", here / "x.png", "--no-cache", "--markers", here / "x.json"], None


def frame(name, body):
    return name + struct.pack(">I", len(body)) + b"\0\0" + body


def tagged(count):
    """Returns an MP3 with this many chapters, each with its own title."""
    frames = b"".join(
        frame(b"CHAP", b"c%d\0" % number + struct.pack(">IIII", number, number + 1, 0, 0) + frame(b"TIT2", b"\3" + "e\u0301".encode() * 100))
        for number in range(count))
    size = len(frames)
    seven = bytes(size >> shift & 0x7F for shift in (21, 14, 7, 0))
    return b"ID3\3\0\0" + seven + frames + (AUDIO / "cbr.mp3").read_bytes()


def tags(trial, here):
    library = here / "library"
    library.mkdir()
    for number in range(60):
        (library / f"{number}.mp3").write_bytes(tagged(1000 + number))
    return ["scan", library, "--no-cache", "--markers", "auto", "--force"], None


def captions(trial, here):
    (here / "x.txt").write_text("".join(f"{number / 1000}\t{number / 1000}\tLabel {number} e\u0301\u0316\n" for number in range(1000)))
    return ["render", AUDIO / "pcm16.wav", "-o", here / "x.png", "--no-cache", "--markers", here / "x.txt", "--size", "8000x4000"], None


def damage(trial, here):
    library = linked(here / "library", 3000)
    subprocess.run([trial.binary, "scan", library, "--no-cache", "-q"], check=True)
    return ["verify", library / ".wavethumb"], None


def listed_as_large(output, ending, size):
    """Makes the manifest list a file with this size, and extends it as a sparse file."""
    [place] = output.glob(f"*{ending}")
    with open(place, "r+b") as file:
        file.truncate(size)
    text = (output / "manifest.json").read_text()
    before, found, after = text.partition(f'"path":"{place.name}"')
    (output / "manifest.json").write_text(before + found + re.sub(r'"bytes":\d+', f'"bytes":{size}', after, count=1))


def damage_of_one(ending, size):
    def work(trial, here):
        library = linked(here / "library", 1)
        subprocess.run([trial.binary, "scan", library, "--no-cache", "-q", "--data", "dat"], check=True)
        listed_as_large(library / ".wavethumb", ending, size)
        return ["verify", library / ".wavethumb"], None
    return work


def foreign(trial, here):
    library = linked(here / "library", 2)
    (library / ".wavethumb").mkdir()
    with open(library / ".wavethumb" / "0.wav.dat", "wb") as file:
        file.truncate(4 << 30)
    return ["scan", library, "--no-cache", "-q", "--data", "dat"], None


def parts_again(trial, here):
    words, afresh = parts(trial, here)
    afresh()
    subprocess.run([trial.binary, *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    shutil.copytree(here / "whole", here / "whole.kept")

    def again():
        afresh()
        shutil.copytree(here / "whole.kept", here / "whole")
    return words, again


def parts(trial, here):
    library = linked(here / "library", 3000)
    outputs = [here / f"out{number}" for number in (1, 2)]
    for number, output in enumerate(outputs, 1):
        subprocess.run([trial.binary, "scan", library, "--no-cache", "-q", "--output", output, "--shard", f"{number}/2"], check=True)

    def again():
        shutil.rmtree(here / "whole", ignore_errors=True)
    for output in outputs:
        shutil.copytree(output, f"{output}.kept")

    def afresh():
        again()
        for output in outputs:
            shutil.rmtree(output, ignore_errors=True)
            shutil.copytree(f"{output}.kept", output)
    return ["merge", *outputs, "--output", here / "whole"], afresh


WORKS = {
    "a picture of 64 million pixels": picture("--size", "16000x4000", "--background", "white"),
    "a gradient of 64 million pixels": picture("--size", "16000x4000", "--gradient", "red,blue", "--style", "line"),
    "a circle of 64 million pixels": picture("--size", "8000x8000", "--style", "circular", "--gradient", "red,blue"),
    "a spectrogram of 32 million pixels": picture("--size", "8000x4000", "--style", "spectrogram"),
    "captions": captions,
    "one marker file": one_marker_file,
    "one file of chapters": one_chapters_file,
    "tags": tags,
    "rules": rules,
    "bars": bars,
    "points": points,
    "manifest": manifest,
    "markers": markers,
    "damage": damage,
    "damage of large data": damage_of_one(".dat", 4 << 30),
    "damage of a large picture": damage_of_one(".png", 1 << 28),
    "another's large data": foreign,
    "parts": parts,
    "parts of what is whole": parts_again,
}
