#!/usr/bin/env python3
"""Writes seeds into FOLDER: small MP4s with chapters (a Nero chapter list, a chapter track, and both), and the
WAV stream that ffmpeg writes.

usage: movie.py FOLDER
"""

import pathlib
import struct
import sys


def number(value, width):
    return value.to_bytes(width, "big")


def atom(name, *parts):
    body = b"".join(parts)
    return number(len(body) + 8, 4) + name.encode() + body


def listed(titles):
    """Returns a Nero chapter list (chpl)."""
    entries = b"".join(
        number(place * 10**8, 8) + bytes([len(title)]) + title for place, title in enumerate(titles)
    )
    return atom("udta", atom("chpl", b"\1\0\0\0", number(0, 4), bytes([len(titles)]), entries))


def titled(titles, start, wide):
    """Returns an audio track that refers to a chapter track, with samples at a file offset."""
    samples = [number(len(title), 2) + title for title in titles]
    offset, offsets = start, b""
    for sample in samples:
        offsets += number(offset, 8 if wide else 4)
        offset += len(sample)
    tables = atom(
        "stbl",
        atom("stts", number(0, 4), number(1, 4), number(len(samples), 4), number(6000, 4)),
        atom("stsz", number(0, 8), number(len(samples), 4), *(number(len(s), 4) for s in samples)),
        atom("stsc", number(0, 4), number(1, 4), *(number(1, 4) for _ in range(3))),
        atom("co64" if wide else "stco", number(0, 4), number(len(samples), 4), offsets),
    )
    clock = atom("mdhd", number(0, 12), number(600, 4), number(0, 8))
    head = atom("tkhd", number(0, 12), number(7, 4), number(0, 8))
    titles_track = atom("trak", head, atom("mdia", clock, atom("minf", tables)))
    return b"".join(samples), atom("trak", atom("tref", atom("chap", number(7, 4)))) + titles_track


def stream():
    """Returns a WAV stream of two channels, with a tag, as ffmpeg writes it."""
    sound = struct.pack("<4sIHHIIHH", b"fmt ", 16, 3, 2, 44100, 352800, 8, 32)
    tags = b"INFO" + struct.pack("<4sI", b"INAM", 6) + b"Title\0"
    unknown = struct.pack("<I", 0xFFFFFFFF)
    head = b"RIFF" + unknown + b"WAVE" + sound + b"LIST" + struct.pack("<I", len(tags)) + tags
    return head + b"data" + unknown + bytes(16)


def main():
    folder = pathlib.Path(sys.argv[1])
    titles = [b"One", "Zwölf".encode(), b"\xfe\xff\x04\x1f\x04\x40"]
    for name, wide, hasList in [("titles", False, False), ("wide", True, False), ("both", False, True), ("list", None, True)]:
        start = atom("ftyp", b"M4A ")
        samples, tracks = titled(titles, len(start) + 8, wide) if wide is not None else (b"", b"")
        movie = atom("moov", tracks, listed(titles) if hasList else b"")
        (folder / f"{name}.m4a").write_bytes(start + atom("mdat", samples) + movie)
    (folder / "stream.wav").write_bytes(stream())


main()
