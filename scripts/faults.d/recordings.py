"""Small recordings, marker files and unusual names, chosen at random."""

import json
import os
import pathlib
import random

FIXTURES = pathlib.Path(__file__).resolve().parent.parent.parent / "Fixtures" / "Audio"
# The only source of random numbers: the same seed makes the same edits.
chance = random.Random()
# Unusual but valid names: a line break, non-UTF-8 bytes, the maximum length, two normal forms of one letter.
ODD = [b"two\nlines.wav", b"\xff\xfe.wav", b"n" * 251 + b".wav", b"n" * 250 + b"o.wav", "é.wav".encode(), "e\u0301.wav".encode(), b"'\" \x1b[2J.wav", b"-N0.WAV", b"n" * 251]
HOSTILE = [path.read_bytes() for name in ["html.mp3", "pointer.mp3", "png.wav", "no-frames.wav", "cut.mp3", "mono.mp3", "aac.m4a", "channels-1025.wav", "nan.wav"] for path in [FIXTURES / name] if path.exists()]


def wav(path, frames=400, level=None):
    """Writes a mono 16-bit WAV of a given size with random content."""
    level = chance.randrange(1, 30000) if level is None else level
    samples = b"".join(
        int(chance.uniform(-level, level)).to_bytes(2, "little", signed=True) for _ in range(frames)
    )
    header = b"RIFF" + (36 + len(samples)).to_bytes(4, "little") + b"WAVEfmt " + (16).to_bytes(4, "little")
    header += (1).to_bytes(2, "little") * 2 + (8000).to_bytes(4, "little") + (16000).to_bytes(4, "little")
    header += (2).to_bytes(2, "little") + (16).to_bytes(2, "little") + b"data" + len(samples).to_bytes(4, "little")
    if path.is_fifo():
        # Without a reader, writing to a named pipe would block.
        path.unlink()
    path.write_bytes(header + samples)


def markers(recording):
    """Writes, changes or deletes a marker file beside a recording."""
    ending = chance.choice([".chapters.json", ".txt", ".cue"])
    beside = recording.with_name(chance.choice([recording.stem, recording.name]) + ending)
    moment, name = chance.randrange(40) / 1000, f"part {chance.randrange(9)}"
    if chance.random() < 0.3:
        return beside.unlink(missing_ok=True)
    if chance.random() < 0.1:
        return beside.write_bytes(chance.randbytes(50))
    if ending == ".chapters.json":
        text = json.dumps({"version": "1.2.0", "chapters": [{"startTime": moment, "title": name}]})
    elif ending == ".txt":
        text = f"{moment:.3f}\t{moment:.3f}\t{name}\n"
    else:
        text = f'FILE "{recording.name}" WAVE\n TRACK 01 AUDIO\n  TITLE "{name}"\n  INDEX 01 00:00:0{chance.randrange(4)}\n'
    beside.write_text(text, errors="surrogateescape")


def odd_name(folder):
    return folder / os.fsdecode(chance.choice(ODD))
