"""Runs that are asked to stop while the parent computes by itself: no sandbox ends a loop over what a text says."""

import os
import random
import signal
import shutil
import struct
import subprocess
import time

from trial import AUDIO, fail

# Of the slowest stop, on a machine that may have other things to do.
MOST_SECONDS = 0.5


def heavy(trial, asked):
    """Stops each kind of work at random moments and says how long the slowest stop took."""
    chance = random.Random(asked.seed)
    place = trial.folder / "heavy"
    for name, work in WORKS.items():
        here = place / name.replace(" ", "-")
        here.mkdir(parents=True)
        words, before = work(trial, here)
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
            fail(f"{name}: a signal took {times[-1]:.2f} s to be heard")
        print(f"faults: {name}, {whole:.1f} s: {asked.stops} signals, {stopped} of them in the middle: half within {times[len(times) // 2]:.3f} s, the slowest {times[-1]:.3f} s", flush=True)
        shutil.rmtree(here)


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


def captions(trial, here):
    (here / "x.txt").write_text("".join(f"{number / 1000}\t{number / 1000}\tLabel {number} e\u0301\u0316\n" for number in range(1000)))
    return ["render", AUDIO / "pcm16.wav", "-o", here / "x.png", "--no-cache", "--markers", here / "x.txt", "--size", "8000x4000"], None


def damage(trial, here):
    library = linked(here / "library", 3000)
    subprocess.run([trial.binary, "scan", library, "--no-cache", "-q"], check=True)
    return ["verify", library / ".wavethumb"], None


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
    "rules": rules,
    "bars": bars,
    "points": points,
    "manifest": manifest,
    "markers": markers,
    "damage": damage,
    "parts": parts,
}
