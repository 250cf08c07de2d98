#!/usr/bin/env python3
"""Compares the measurements of `wavethumb list --json` with those of libebur128."""
import array
import ctypes
import json
import math
import os
import subprocess
import sys

GLOBAL, RANGE, TRUE_PEAK = 5, 11, 49
lib = ctypes.CDLL("libebur128.so.1")
lib.ebur128_init.restype = ctypes.c_void_p
lib.ebur128_init.argtypes = [ctypes.c_uint, ctypes.c_ulong, ctypes.c_int]
lib.ebur128_add_frames_float.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
lib.ebur128_destroy.argtypes = [ctypes.POINTER(ctypes.c_void_p)]
for name in ("ebur128_loudness_global", "ebur128_loudness_range"):
    getattr(lib, name).argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_double)]
lib.ebur128_true_peak.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.POINTER(ctypes.c_double)]


def samples(path):
    """Returns all samples of a recording as 32-bit floats, decoded by ffmpeg."""
    command = ["ffmpeg", "-v", "error", "-i", path, "-map", "0:a:0", "-f", "f32le", "-"]
    values = array.array("f")
    values.frombytes(subprocess.run(command, capture_output=True).stdout)
    return values


def measure(values, channels, rate):
    state = ctypes.c_void_p(lib.ebur128_init(channels, rate, GLOBAL | RANGE | TRUE_PEAK))
    address, count = values.buffer_info()
    lib.ebur128_add_frames_float(state, address, count // channels)
    number = ctypes.c_double()
    lib.ebur128_loudness_global(state, number)
    loudness = number.value
    lib.ebur128_loudness_range(state, number)
    spread = number.value
    peak = 0.0
    for channel in range(channels):
        lib.ebur128_true_peak(state, channel, number)
        peak = max(peak, number.value)
    lib.ebur128_destroy(ctypes.byref(state))
    return loudness, spread, 20 * math.log10(peak) if peak > 0 else -math.inf


folder, listing = sys.argv[1:]
compared, different, wrong, worst = 0, 0, 0, [0.0, 0.0, 0.0]
for line in open(listing):
    entry = json.loads(line)
    if entry["loudness"] is None or "pathBase64" in entry or not 1 <= entry["channels"] <= 5:
        continue
    values = samples(os.path.join(folder, entry["path"]))
    frames = len(values) / entry["channels"]
    # ffmpeg may resample, trim, refuse or decode differently: only equal samples are comparable.
    squares = math.fsum(value * value for value in values)
    level = 10 * math.log10(squares / len(values)) if squares > 0 else -math.inf
    if (
        abs(frames - entry["duration"] * entry["sampleRate"]) > 0.0001 * frames + 0.001 * entry["sampleRate"]
        or entry["rms"] is None
        or abs(level - entry["rms"]) > 0.02
    ):
        different += 1
        continue
    loudness, spread, peak = measure(values, entry["channels"], entry["sampleRate"])
    if not math.isfinite(loudness):
        continue
    compared += 1
    ours = (entry["loudness"], entry["truePeak"], entry["loudnessRange"])
    off = [abs(ours[0] - loudness), abs(ours[1] - peak), 0.0]
    if entry["duration"] >= 10 and ours[2] is not None:
        off[2] = abs(ours[2] - spread)
    worst = [max(pair) for pair in zip(worst, off)]
    if off[0] > 0.05 or off[1] > 0.3 or off[2] > 0.3:
        wrong += 1
        print(f"{entry['path']}: {ours} but libebur128 {loudness:.2f} {peak:.2f} {spread:.2f}")
print(
    f"loudness: {compared} compared, {different} decoded differently, {wrong} off;"
    f" at most {worst[0]:.3f} LU, {worst[1]:.3f} dB, {worst[2]:.3f} LU"
)
sys.exit(1 if wrong else 0)
