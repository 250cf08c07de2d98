#!/usr/bin/env python3
"""Makes recordings with and without holes, and compares what was found with what was planted."""
import array
import json
import math
import pathlib
import random
import sys
import wave

LEVELS = (-15, -21, -30, -41, -50)
HOLES = 100
SPACING = 0.4


def noise(rate, count, numbers):
    return [numbers.gauss(0, 1) for _ in range(count)]


def tones(rate, count, numbers):
    steps = [2 * math.pi * frequency / rate for frequency in (220, 331, 554)]
    return [
        math.sin(steps[0] * n) + 0.6 * math.sin(steps[1] * n) + 0.4 * math.sin(steps[2] * n)
        for n in range(count)
    ]


def voice(rate, count, numbers):
    """A voice of 15 harmonics in syllables of 230 ms, and hiss."""
    sound = []
    for n in range(count):
        time = n / rate
        pitch = 2 * math.pi * 118 * (time + 0.002 * math.sin(3 * time))
        value = sum(math.sin(k * pitch) / k for k in range(1, 16))
        syllable = math.sin(math.pi * time / 0.23) ** 2
        sound.append(value * (0.12 + syllable) + 0.05 * numbers.uniform(-1, 1))
    return sound


def speech(folder, seconds, numbers):
    """Recordings one after the other, without their pauses."""
    files = sorted(pathlib.Path(folder).rglob("*.wav"))
    numbers.shuffle(files)
    sound = []
    rate = 8000
    for file in files:
        with wave.open(str(file)) as recording:
            if recording.getnchannels() != 1 or recording.getsampwidth() != 2:
                continue
            rate = recording.getframerate()
            samples = array.array("h", recording.readframes(recording.getnframes()))
        block = rate // 20
        for start in range(0, len(samples) - block, block):
            part = samples[start : start + block]
            if sum(abs(value) for value in part) > 328 * block:
                sound += part
        if len(sound) >= seconds * rate:
            return rate, sound[: int(seconds * rate)]
    sys.exit(f"{folder}: too little speech")


def save(path, rate, sound):
    with wave.open(str(path), "wb") as recording:
        recording.setnchannels(1)
        recording.setsampwidth(2)
        recording.setframerate(rate)
        recording.writeframes(array.array("h", sound).tobytes())


def make(library, *folders):
    numbers = random.Random(3)
    seconds = HOLES * SPACING + 1
    grounds = {
        "noise": (16000, noise(16000, int(seconds * 16000), numbers)),
        "tones": (44100, tones(44100, int(seconds * 44100), numbers)),
        "voice": (16000, voice(16000, int(seconds * 16000), numbers)),
    }
    for folder in folders:
        grounds["speech"] = speech(folder, seconds, numbers)
    for name, (rate, sound) in grounds.items():
        power = sum(value * value for value in sound) / len(sound)
        for level in LEVELS:
            gain = 32767 * 10 ** (level / 20) / math.sqrt(power)
            scaled = [max(-32768, min(32767, round(value * gain))) for value in sound]
            save(f"{library}/{name} {level} whole.wav", rate, scaled)
            for hole in range(HOLES):
                start = int((hole * SPACING + numbers.uniform(0.05, 0.2)) * rate)
                length = int(numbers.uniform(0.003, 0.095) * rate)
                scaled[start : start + length] = [0] * length
            save(f"{library}/{name} {level} holes.wav", rate, scaled)


def check(listing):
    found = {}
    for line in open(listing, encoding="utf-8"):
        entry = json.loads(line)
        found[entry["path"]] = entry["dropouts"]
    names = sorted({path.split()[0] for path in found})
    isWrong = False
    print("found of 100 | " + " | ".join(f"{level} dBFS" for level in LEVELS))
    for name in names:
        counts = [found[f"{name} {level} holes.wav"] for level in LEVELS]
        print(f"{name} | " + " | ".join(map(str, counts)))
        for level, count in zip(LEVELS, counts):
            wanted = 95
            if name == "speech":
                wanted = 75 if level == -50 else 90
            if not wanted <= count <= HOLES or found[f"{name} {level} whole.wav"] != 0:
                isWrong = True
    sys.exit(isWrong)


if sys.argv[1] == "make":
    make(*sys.argv[2:])
else:
    check(sys.argv[2])
