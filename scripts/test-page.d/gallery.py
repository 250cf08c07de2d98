#!/usr/bin/env python3
"""Takes the screenshot of the page in the README, with a synthetic library.

usage: scripts/test-page.d/gallery.py BINARY OUT.png
"""

import array
import math
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from browser import Browser

RATE = 22050
RECORDINGS = [
    ("Deep Field", "The sound of a glacier", "Wild Sound Club", "talk", 93),
    ("Deep Field", "What a beehive says", "Wild Sound Club", "talk", 139),
    ("Deep Field", "A lighthouse in winter", "Wild Sound Club", "quiet", 101),
    ("Kitchen Table/Season 1", "Bread", "Two Hosts", "talk", 187),
    ("Small Hours", "Letter from Tromsø", "Night Ensemble", "music", 164),
    ("Small Hours", "Nocturne for two hands", "Night Ensemble", "music", 127),
    ("Small Hours", "Prelude in E minor", "Night Ensemble", "music", 75),
]


# Two colors for the cover of each album.
COVERS = {"Deep Field": ("0x1b4965", "0x62b6cb"), "Kitchen Table/Season 1": ("0xbc6c25", "0xfefae0"), "Small Hours": ("0x22223b", "0xc9ada7")}


def level(kind, place, random_):
    if kind == "talk":
        return random_.choice([0.05, 0.2, 0.6, 0.8, 1, 0.7, 0.4])
    if kind == "music":
        return (0.2 + 0.7 * abs(math.sin(9 * place) * math.cos(2.3 * place))) * random_.uniform(0.6, 1)
    return random_.uniform(0.1, 0.25) + (0.7 if 0.7 < place < 0.76 else 0)


def pitch(kind, place, random_):
    """The main tone of a quarter of a second in hertz, and how much noise is above it."""
    if kind == "talk":
        # Voices, with a jingle at both ends.
        if place < 0.06 or place > 0.95:
            return 1800, 0.2
        return random_.choice([140, 190, 230, 420]), random_.choice([0.05, 0.1, 0.5])
    if kind == "music":
        return 110 * 2 ** (2.2 + 2.2 * math.sin(5 * place) * math.cos(1.7 * place)), 0.1
    # Wind, and a bird.
    return (3000, 0.1) if 0.7 < place < 0.76 else (160, 0.1)


def sound(kind, seconds, random_):
    block = RATE // 4
    samples = array.array("h")
    for number in range(seconds * 4):
        place = number / seconds / 4
        height = 15000 * level(kind, place, random_)
        hertz, noise = pitch(kind, place, random_)
        step = 2 * math.pi * hertz / RATE
        tone = (math.sin(step * index) * (1 - noise) + random_.uniform(-noise, noise) for index in range(block))
        samples.extend(int(height * value) for value in tone)
    return samples.tobytes()


def make(library):
    random_ = random.Random(7)
    for folder, title, artist, kind, seconds in RECORDINGS:
        path = library / folder / f"{title}.mp3"
        path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["ffmpeg", "-v", "error", "-f", "s16le", "-ar", str(RATE), "-i", "-", "-b:a", "32k", "-metadata", f"title={title}",
             "-metadata", f"artist={artist}", "-metadata", f"album={folder.split('/')[0]}", str(path)],
            input=sound(kind, seconds, random_), check=True)


    for number, (folder, (ground, ink)) in enumerate(COVERS.items()):
        # Rings around different centers.
        x, y = [(60, 240), (150, 150), (250, 40)][number]
        rings = f"lt(mod(hypot(X-{x},Y-{y}),56),28)*255"
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"color={ground}:s=300x300", "-f", "lavfi", "-i", f"color={ink}:s=300x300",
             "-filter_complex", f"[1]format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='{rings}'[over];[0][over]overlay,scale=150:150",
             "-frames:v", "1", str(library / folder / "cover.png")], check=True)


def main():
    binary, picture = sys.argv[1:]
    with tempfile.TemporaryDirectory() as place:
        library = pathlib.Path(place) / "Podcasts"
        make(library)
        subprocess.run([binary, "scan", library, "--page", "--color-by", "pitch", "--no-cache", "-q"], check=True)
        browser = Browser()
        try:
            tab = browser.tab((library / ".wavethumb/index.html").as_uri(), width=1000, height=700, still=True)
            tab.wait("document.querySelectorAll('.row').length === 7")
            tab.wait("[...document.querySelectorAll('.row img')].every((image) => image.naturalWidth > 0)")
            tab.run("list.rows.get(recordings[1]).element.id = 'played'")
            tab.click("#played .wave", across=0.43)
            tab.wait("player.audio.currentTime > 0.42 * player.current?.seconds")
            tab.mouse("mouseMoved", 5, 300)
            tab.run("player.audio.pause(); document.documentElement.style.overflow = 'hidden'; player.audio.play()")
            tab.wait("player.isPlaying")
            tab.rendered()
            tab.picture(picture)
        finally:
            browser.close()


main()
