"""Files whose header libsndfile parses forever, among valid ones."""

import json
import shutil
import struct
import time

from trial import AUDIO, fail


def endless(trial, asked):
    """Checks that such files are decoded last, each with a fifth of --timeout before its first samples."""
    library = trial.folder / "endless"
    library.mkdir()
    for number in range(asked.endless):
        (library / f"{number}.wav").write_bytes(looping(number))
    for number in range(8):
        shutil.copy(AUDIO / "mono.wav", library / f"good{number}.wav")
    begin = time.monotonic()
    trial.library = library
    run = trial.scan("--json", timeout=3600)
    told = [json.loads(line) for line in run.stdout.splitlines()]
    files = [event for event in told if event["event"] == "file"]
    good = [place for place, event in enumerate(files) if event["status"] == "ok"]
    if len(files) != asked.endless + 8 or len(good) != 8 or max(good) > 8 + len(files) // 50:
        fail(f"good recordings came at {good} of {len(files)}: {run.stderr[-500:]}")
    for event in files:
        if event["status"] != "ok" and "in 2 s of processor time, before the first sound" not in event["error"]["message"]:
            fail(f"{event}")
    print(f"faults: {asked.endless} endless files and 8 good ones took {time.monotonic() - begin:.0f} s; the good ones came first", flush=True)


def looping(number):
    """Returns a WAV with an INFO chunk whose second size leads back to itself, larger than the valid files."""
    body = b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, 8000, 8000, 1, 8)
    body += b"INFO" + struct.pack("<I", 0x7FFFFFFF) + b"zzzz" + struct.pack("<I", 0xFFFFFFF8)
    return b"RIFF" + struct.pack("<I", len(body)) + body + struct.pack("<I", number) * 75_000
