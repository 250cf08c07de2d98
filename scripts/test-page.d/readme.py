"""Pastes each snippet of Sources/Outputs/README.md into a page, unchanged, and checks the result."""

import pathlib
import re
import subprocess
import sys
import urllib.parse

import players

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "test-page.d"))

import server

README = HERE.parent.parent / "Sources" / "Outputs" / "README.md"
DARK = "--blink-settings=preferredColorScheme=0"

INKED = "canvasesOf(document).map(ink).filter(tenths => tenths.some(share => share > 0.2))"
IMAGE = "(image => ({from: image.currentSrc, width: image.naturalWidth, alt: image.alt}))(document.querySelector('img'))"
VECTORS = """[...document.querySelectorAll('svg path, svg rect')].map(path => {
  const {width, height} = path.getBoundingClientRect(), style = getComputedStyle(path);
  return {width, height, paint: style.fill === 'none' ? style.stroke : style.fill};
})"""


def section():
    return re.search(r"^## Players\n(.*?)^## ", README.read_text(), re.S | re.M)[1]


def snippet(words):
    """Returns the indented lines after the paragraph that begins with these words."""
    behind = section()[section().index(words):]
    block = re.search(r"\n\n((?:    .*\n|\n)+)", behind)[1]
    return "\n".join(line[4:] for line in block.rstrip().split("\n"))


def made(binary, place):
    """Makes a folder with the README's commands, with the pictures that its snippets need."""
    players.recording(place / "ep1.mp3", 10, 1)
    (place / "www").mkdir()
    (place / "www" / "ep1.mp3").write_bytes((place / "ep1.mp3").read_bytes())
    line = re.search(r"^    (wavethumb scan .*)$", section(), re.M)[1]
    asked = [line, *(f"{line.split(' --data')[0]} {options}" for options in
                     ["--scale 1 --scale 2", "--format svg --color currentColor"])]
    for command in asked:
        words = command.split()
        subprocess.run([binary, *words[1:], "--exclude", "www", "--no-cache", "-q"], cwd=place, check=True)
    return place / "www"


def run(binary, libraries, place, check):
    """Runs each snippet in a page that loads only its player."""
    site = made(binary, place)
    host = server.Server(str(site))
    folder = libraries / "peaksjs_widget/labextension/static"
    chunks = [next(folder.glob(f"{number}.*.js")).read_text() for number in (863, 778, 317, 228)]
    wavesurfer = [(libraries / "wavesurfer/js/wavesurfer.min.js").read_text()]
    plugin = (libraries / "wavesurfer/js/plugins/spectrogram.min.js").read_text()
    peaks = [players.RUNTIME, *chunks, "const Peaks = give(8228).default;"]

    def shown(words, scripts, told, holds, *flags):
        # The snippets are modules, which run after all other scripts.
        sources = "".join(f"<script>{text}</script>" for text in [players.INK, *scripts])
        (site / "index.html").write_text(
            f'<!doctype html><meta charset="utf-8"><body>{sources}\n{snippet(words)}\n'
            f"<script>tellSettled(() => {told}, seen => {holds})</script>")
        return players.told(f"{host.address}/index.html", *flags)

    try:
        for name, scripts in [("wavesurfer.js", wavesurfer), ("peaks.js", peaks)]:
            seen = shown(f"**{name}**", scripts, INKED, "seen.length > 0")
            drawn = isinstance(seen, list) and len(seen) > 0 and seen[0][1] > 2 * seen[0][8]
            check(f"the snippet for {name} draw the recording", drawn, seen)
        seen = shown("**Its spectrogram plugin**", [*wavesurfer, plugin], players.BRIGHT, "seen.length > 0")
        check("the snippet for the spectrogram plugin draws the tone where it is", players.shows_tones(seen, [0.05, 0.05]), seen)
        for scale, name in [(1, "mirroredBars.png"), (2, "mirroredBars@2x.png")]:
            seen = shown("**Plain HTML**", [], IMAGE, "seen.width > 0", f"--force-device-scale-factor={scale}")
            fits = urllib.parse.unquote(str(seen.get("from", ""))).endswith(name) and seen["width"] == 598
            check(f"the <img> snippet shows {name}", fits, seen)
        for scheme, flags, paint in [("light", [], "rgb(0, 0, 0)"), ("dark", [DARK], "rgb(255, 255, 255)")]:
            seen = shown("Light and dark pages", [], VECTORS, "seen.length > 0", *flags)
            fits = isinstance(seen, list) and len(seen) > 0 and all(path["paint"] == paint for path in seen)
            check(f"the inline SVG snippet takes the colour of a {scheme} page", fits and seen[0]["width"] > 500, seen)
    finally:
        host.close()
