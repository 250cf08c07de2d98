#!/usr/bin/env python3
"""Writes seeds into FOLDER: small MP4s with chapters (a Nero chapter list, a chapter track, and both), and the
Matroska stream that ffmpeg writes.

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


def element(identifier, *parts):
    """Returns an element of Matroska."""
    body = b"".join(parts)
    return bytes.fromhex(identifier) + number(len(body) | 1 << 56, 8) + body


def stream():
    """Returns a Matroska stream with a track of two channels, a tag, and a block of samples."""
    audio = element("e1", element("9f", b"\2"), element("b5", struct.pack(">d", 44100)))
    names = element("86", b"A_PCM/FLOAT/IEEE"), element("536e", b"Title")
    track = element("ae", element("d7", b"\1"), element("73c5", b"\7"), *names, audio)
    words = element("67c8", element("45a3", b"ARTIST"), element("4487", b"Artist"))
    tag = element("7373", element("63c0", element("63c5", b"\7")), words)
    block = element("a3", b"\x81\0\0\x80", bytes(16))
    head = element("1a45dfa3", element("4282", b"matroska")) + bytes.fromhex("1853806701ffffffffffffff")
    return head + element("1654ae6b", track) + element("1254c367", tag) + element("1f43b675", block)


def main():
    folder = pathlib.Path(sys.argv[1])
    titles = [b"One", "Zwölf".encode(), b"\xfe\xff\x04\x1f\x04\x40"]
    for name, wide, hasList in [("titles", False, False), ("wide", True, False), ("both", False, True), ("list", None, True)]:
        start = atom("ftyp", b"M4A ")
        samples, tracks = titled(titles, len(start) + 8, wide) if wide is not None else (b"", b"")
        movie = atom("moov", tracks, listed(titles) if hasList else b"")
        (folder / f"{name}.m4a").write_bytes(start + atom("mdat", samples) + movie)
    (folder / "tracks.mkv").write_bytes(stream())


main()
