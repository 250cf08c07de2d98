"""Compares the PNGs of two folders: prints how many are byte for byte equal, and the largest difference of the others in
premultiplied levels of 255, so that the colors of transparent pixels do not count.

usage: pictures.py ONE OTHER LIMIT [OPUS]     fails above LIMIT (OPUS for Opus), or if a picture is missing"""
import pathlib
import struct
import sys
import zlib


def chunks(data):
    place = 8
    while place < len(data):
        length, name = struct.unpack(">I4s", data[place : place + 8])
        yield name, data[place + 8 : place + 8 + length]
        place += length + 12


def unfiltered(raw, stride, step):
    """Returns the rows with PNG's filters undone."""
    last, rows = bytearray(stride), []
    for start in range(0, len(raw), stride + 1):
        kind, row = raw[start], bytearray(raw[start + 1 : start + 1 + stride])
        for x in range(stride if kind else 0):
            left, up, corner = row[x - step] if x >= step else 0, last[x], last[x - step] if x >= step else 0
            nearest = min((abs(up - corner), 0, left), (abs(left - corner), 1, up), (abs(left + up - 2 * corner), 2, corner))
            row[x] = row[x] + (left, up, (left + up) // 2, nearest[2])[kind - 1] & 255
        rows.append(row)
        last = row
    return rows


def premultiplied(pixel):
    return bytes((channel * pixel[3] + 127) // 255 for channel in pixel[:3]) + bytes(pixel[3:])


def pixels(path):
    """Returns width, height and the premultiplied pixels of a PNG with up to 8 bits per channel."""
    data, packed, table, alpha = path.read_bytes(), b"", b"", b""
    for name, content in chunks(data):
        if name == b"IHDR":
            width, height, depth, kind = struct.unpack(">IIBB", content[:10])
        elif name == b"PLTE":
            table = content
        elif name == b"tRNS":
            alpha = content
        elif name == b"IDAT":
            packed += content
    bits = depth * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[kind]
    rows = unfiltered(zlib.decompress(packed), (width * bits + 7) // 8, max(1, bits // 8))
    if kind != 3:
        found = b"".join(rows)
        return width, height, b"".join(map(premultiplied, zip(*[iter(found)] * 4))) if kind == 6 else found
    colors = [premultiplied(table[i * 3 : i * 3 + 3] + (alpha[i : i + 1] or b"\xff")) for i in range(len(table) // 3)]
    found = bytearray()
    for row in rows:
        for x in range(width):
            found += colors[row[x * depth // 8] >> (8 - depth - x * depth % 8) & (1 << depth) - 1]
    return width, height, bytes(found)


one, other, limits = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), [int(word) for word in sys.argv[3:]]
names = {str(path.relative_to(folder)) for folder in (one, other) for path in folder.rglob("*.png")}
same, worst, missing = 0, {}, []
for name in sorted(names):
    if not ((one / name).exists() and (other / name).exists()):
        missing.append(name)
    elif (one / name).read_bytes() == (other / name).read_bytes():
        same += 1
    else:
        (w, h, a), (x, y, b) = pixels(one / name), pixels(other / name)
        worst[name] = max(map(abs, map(int.__sub__, a, b)), default=0) if (w, h) == (x, y) else 255
print(f"{same} of {len(names)} pictures are byte for byte equal")
for name, levels in sorted(worst.items(), key=lambda row: -row[1]):
    print(f"  {name}: differs by {levels} of 255")
for name in missing:
    print(f"  {name}: only in one of them")
beyond = [name for name, levels in worst.items() if levels > limits[-1 if ".opus." in name else 0]]
sys.exit(bool(missing or beyond) or not names)
