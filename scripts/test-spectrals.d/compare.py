#!/usr/bin/env python3
"""Compares the levels in spectrograms of every window with those of scipy: compare.py WAVETHUMB FOLDER"""
import subprocess
import sys
import wave

import numpy
from PIL import Image
from scipy.signal import spectrogram

program, folder = sys.argv[1:]
RATE, COLUMNS = 48_000, 200
recording, picture = f"{folder}/chirp.wav", f"{folder}/chirp.png"


def signal():
    """A chirp over the whole spectrum, a tone and noise."""
    time = numpy.arange(20 * RATE) / RATE
    chirp = 0.3 * numpy.sin(2 * numpy.pi * (200 * time + 495 * time * time))
    tone = 0.1 * numpy.sin(2 * numpy.pi * 3000 * time)
    noise = 0.02 * numpy.random.default_rng(1).standard_normal(len(time))
    return ((chirp + tone + noise) * 32767).astype("<i2")


def drawn(window):
    """The levels in decibels in a grey picture, a row a bin: the lightness falls evenly from -90 dB to 0."""
    bins = window // 2 + 1
    command = [program, "render", recording, "-o", picture, "--style", "spectrogram", "--window", str(window)]
    command += ["--palette", "grey", "--frequency-axis", "linear", "--size", f"{COLUMNS}x{bins}", "-q"]
    subprocess.run(command, check=True)
    grey = numpy.array(Image.open(picture).convert("L")) / 255
    linear = numpy.where(grey <= 0.04045, grey / 12.92, ((grey + 0.055) / 1.055) ** 2.4)
    return (-90 * numpy.cbrt(linear))[::-1].T


def computed(samples, window):
    """The mean powers in decibels of a full-scale sine, of the windows with their middle in each column."""
    _, _, power = spectrogram(
        samples / 32768, RATE, window="hann", nperseg=window, noverlap=window // 2, scaling="spectrum", detrend=False
    )
    middles = (numpy.arange(power.shape[1]) + 1) * (window // 2)
    columns = numpy.minimum(middles * COLUMNS // len(samples), COLUMNS - 1)
    mean = numpy.full((COLUMNS, power.shape[0]), numpy.nan)
    for column in numpy.unique(columns):
        # A sine of amplitude 1 has a power of 1/2.
        mean[column] = 2 * power[:, columns == column].mean(axis=1)
    return 10 * numpy.log10(mean)


samples = signal()
with wave.open(recording, "wb") as file:
    file.setnchannels(1)
    file.setsampwidth(2)
    file.setframerate(RATE)
    file.writeframes(samples.tobytes())
worst = 0.0
for window in (256, 512, 1024, 2048, 4096, 8192):
    ours, scipys = drawn(window), computed(samples, window)
    # The lowest and highest bins have half of the others' power, and the lightest tones lie close together.
    inner = (scipys > -80) & (scipys < -0.5)
    inner[:, :3] = False
    inner[:, -3:] = False
    difference = numpy.abs(ours - scipys)[inner].max()
    worst = max(worst, difference)
    print(f"window {window}: {inner.sum()} levels, at most {difference:.2f} dB from scipy's")
sys.exit(1 if worst > 1 else 0)
