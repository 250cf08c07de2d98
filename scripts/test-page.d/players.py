"""Checks the waveform that a player draws from our data of a recording."""

import html
import json
import math
import re
import struct
import subprocess
import wave

CHROMIUM = [
    "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
    "--virtual-time-budget=8000", "--window-size=900,700", "--dump-dom",
]

# webpack's chunks need a runtime: a table of modules, and a function that returns them.
RUNTIME = """
const modules = {}, made = {};
self.webpackChunkpeaksjs_widget = {push: ([, more]) => Object.assign(modules, more)};
function give(name) {
  if (name === 1986 || name === 4758) name = 317;
  if (made[name]) return made[name].exports;
  const module = made[name] = {exports: {}};
  modules[name].call(module.exports, module, module.exports, give);
  return module.exports;
}
give.r = value => Object.defineProperty(value, '__esModule', {value: true});
give.o = (value, key) => Object.prototype.hasOwnProperty.call(value, key);
give.d = (value, getters) => {
  for (const key in getters) Object.defineProperty(value, key, {enumerable: true, get: getters[key]});
};
give.n = value => { const get = () => value && value.__esModule ? value.default : value; give.d(get, {a: get}); return get; };
give.g = self;
"""

INK = """
function canvasesOf(node, found = []) {
  for (const child of node.querySelectorAll('*')) {
    if (child.tagName === 'CANVAS') found.push(child);
    if (child.shadowRoot) canvasesOf(child.shadowRoot, found);
  }
  return found;
}
// Returns the largest inked share of a canvas's height in each tenth of its width.
function ink(canvas) {
  const {width, height} = canvas, tenths = [];
  if (!width || !height) return [];
  const pixels = canvas.getContext('2d').getImageData(0, 0, width, height).data;
  for (let tenth = 0; tenth < 10; tenth++) {
    let most = 0;
    for (let x = Math.floor(tenth * width / 10); x < Math.floor((tenth + 1) * width / 10); x++) {
      let count = 0;
      for (let y = 0; y < height; y++) if (pixels[(y * width + x) * 4 + 3] > 40) count++;
      most = Math.max(most, count);
    }
    tenths.push(most / height);
  }
  return tenths;
}
function tell(value) {
  const place = document.createElement('pre');
  place.id = 'told';
  place.textContent = JSON.stringify(value);
  document.body.append(place);
}
// Reports the result once it holds and is stable, or the last one after seven seconds of the page's own time.
function tellSettled(look, holds, last, tries = 70) {
  const seen = look(), text = JSON.stringify(seen);
  if (tries === 0 || (holds(seen) && text === last)) tell(seen);
  else setTimeout(tellSettled, 100, look, holds, text, tries - 1);
}
self.onerror = (...words) => tell({error: String(words[0])});
self.onunhandledrejection = event => tell({error: String(event.reason)});
"""

# The height of the brightest row above the bottom, and its brightness less the mean one, in both halves of each spectrogram.
# Its labels are a canvas too.
BRIGHT = """canvasesOf(document).filter(canvas => canvas.height === 200 && canvas.width > 100).map(canvas => {
  const {width, height} = canvas, pixels = canvas.getContext('2d').getImageData(0, 0, width, height).data;
  return [0.25, 0.75].map(share => {
    const x = Math.floor(share * width), rows = [];
    for (let y = 0; y < height; y++) {
      const at = (y * width + x) * 4;
      rows.push((pixels[at] + pixels[at + 1] + pixels[at + 2]) * pixels[at + 3] / 255 / 765);
    }
    const most = Math.max(...rows);
    const mean = rows.reduce((sum, row) => sum + row) / height;
    return {place: 1 - (rows.indexOf(most) + rows.lastIndexOf(most) + 1) / 2 / height, contrast: most - mean};
  });
}).filter(halves => halves.some(half => half.contrast > 0))"""


def shows_tones(seen, places):
    """Returns whether a spectrogram has these places above its bottom in its halves."""
    if not isinstance(seen, list) or len(seen) != 1:
        return False
    return all(abs(half["place"] - place) < 0.04 and half["contrast"] > 0.2 for half, place in zip(seen[0], places))


def two_tones(path, places, seconds=10, rate=8000):
    """Writes a tone for each half of a recording, at shares of half of the sampling rate."""
    samples = []
    for place in places:
        samples += [int(12000 * math.sin(math.pi * place * frame)) for frame in range(seconds * rate // len(places))]
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(struct.pack(f"<{len(samples)}h", *samples))


def spectrogram(binary, place, libraries, places):
    """Draws the spectrogram of two tones with the plugin, and returns where it is bright."""
    two_tones(place / "tones.wav", places)
    for ending in ["wavesurfer.json", "spectrogram.json"]:
        subprocess.run(
            [binary, "render", str(place / "tones.wav"), "-o", str(place / f"tones.{ending}"), "--no-cache", "-q"], check=True)
    scripts = [INK] + [(libraries / "wavesurfer/js" / name).read_text()
                       for name in ["wavesurfer.min.js", "plugins/spectrogram.min.js"]]
    return page(place, "tones.html", scripts, f"""
      const data = {(place / "tones.wavesurfer.json").read_text()};
      const box = document.body.appendChild(document.createElement('div'));
      box.style.width = '800px';
      const plugin = WaveSurfer.Spectrogram.create({{frequenciesDataUrl: 'tones.spectrogram.json', sampleRate: 8000,
        frequencyMax: 4000, scale: 'linear', labels: true, height: 200}});
      WaveSurfer.create({{container: box, peaks: data.peaks, duration: data.duration, height: 100, plugins: [plugin]}});
      tellSettled(() => {BRIGHT}, seen => seen.length > 0);
    """)


def recording(path, seconds, channels, rate=8000):
    """Writes a tone that is loud in the first half of the left channel and in the second half of the right one."""
    period = [math.sin(2 * math.pi * frame / 40) for frame in range(40)]
    with open(path, "wb") as file:
        frames = seconds * rate
        file.write(b"RIFF" + struct.pack("<I", 36 + frames * 2 * channels) + b"WAVEfmt ")
        file.write(struct.pack("<IHHIIHHI", 16, 1, channels, rate, rate * 2 * channels, 2 * channels, 16, 0x61746164))
        file.write(struct.pack("<I", frames * 2 * channels))
        for half in range(2):
            levels = [(30000, 6000)[(half + channel) % 2] for channel in range(channels)]
            block = b"".join(struct.pack("<h", int(level * value)) for value in period for level in levels)
            file.write(block * (frames // 2 // 40))


def page(place, name, scripts, body):
    sources = "".join(f"<script>{text}</script>" for text in scripts)
    path = place / name
    path.write_text(f'<!doctype html><meta charset="utf-8"><body>{sources}<script>{body}</script>')
    return told(path.as_uri())


def told(address, *flags):
    """Returns the text of a page after its scripts have run."""
    dump = subprocess.run([*CHROMIUM, *flags, address], capture_output=True, text=True, timeout=120).stdout
    found = re.search(r'<pre id="told">(.*?)</pre>', dump, re.S)
    return json.loads(html.unescape(found.group(1))) if found else {"error": "the page told nothing"}


def wavesurfer(place, libraries, name):
    player = (libraries / "wavesurfer/js/wavesurfer.min.js").read_text()
    data = (place / f"{name}.wavesurfer.json").read_text()
    return page(place, f"{name}.wavesurfer.html", [INK, player], f"""
      const data = {data};
      const box = document.body.appendChild(document.createElement('div'));
      box.style.width = '800px';
      const options = {{container: box, peaks: data.peaks, duration: data.duration, normalize: true, height: 100}};
      if (data.peaks.length > 1) options.splitChannels = [{{}}, {{}}];
      const wave = WaveSurfer.create(options);
      tellSettled(() => ({{duration: wave.getDuration(),
        inked: canvasesOf(document).map(ink).filter(tenths => tenths.some(share => share > 0.2))}}), seen => seen.inked.length >= data.peaks.length);
    """)


def peaks(place, libraries, name, kind):
    folder = libraries / "peaksjs_widget/labextension/static"
    chunks = [next(folder.glob(f"{number}.*.js")).read_text() for number in (863, 778, 317, 228)]
    text = json.dumps([*(place / f"{name}.dat").read_bytes()]) if kind == "dat" else (
        place / f"{name}.peaks.json").read_text()
    source = "{arraybuffer: new Uint8Array(data).buffer}" if kind == "dat" else "{json: data}"
    return page(place, f"{name}.{kind}.html", [INK, RUNTIME, *chunks], f"""
      const data = {text};
      const boxes = ['zoom', 'overview'].map(() => {{
        const box = document.body.appendChild(document.createElement('div'));
        box.style.cssText = 'width: 800px; height: 100px';
        return box;
      }});
      const player = {{init: () => Promise.resolve(), destroy() {{}}, play: () => Promise.resolve(), pause() {{}},
        isPlaying: () => false, isSeeking: () => false, getCurrentTime: () => 0, getDuration: () => 10, seek() {{}}}};
      const Peaks = give(8228).default;
      Peaks.init({{zoomview: {{container: boxes[0]}}, overview: {{container: boxes[1]}}, player,
        waveformData: {source}, zoomLevels: [512, 1024, 4096]}}, (error, peaks) => {{
        if (error) return tell({{error: String(error)}});
        const wave = peaks.getWaveformData();
        peaks.zoom.setZoom(1);
        tellSettled(() => ({{zoom: peaks.zoom.getZoom(), channels: wave.channels, length: wave.length,
          scale: wave.scale, rate: wave.sample_rate,
          first: wave.channel(0).max_sample(2), last: wave.channel(0).max_sample(wave.length - 3),
          inked: canvasesOf(document).map(ink).filter(tenths => tenths.some(share => share > 0.2))}}), seen => seen.inked.length > 0);
      }});
    """)


def run(binary, libraries, place, is_short, pasting):
    """Runs all checks, or those with short recordings, and those of `pasting`; returns the number of failures."""
    failures = 0

    def check(what, holds, seen):
        nonlocal failures
        failures += not holds
        print(f"{'ok' if holds else 'FAILED'}: {what}" + ("" if holds else f": {json.dumps(seen)[:600]}"))

    recordings = [("mono", 10, 1), ("stereo", 10, 2), ("long", 3 * 3600, 1)]
    for name, seconds, channels in recordings[:2] if is_short else recordings:
        path = place / f"{name}.wav"
        recording(path, seconds, channels)
        lanes = ["--channels", "split"] if channels > 1 else []
        for ending in ["dat", "peaks.json", "wavesurfer.json"]:
            subprocess.run(
                [binary, "render", str(path), "-o", str(place / f"{name}.{ending}"), "--no-cache", "-q", *lanes],
                check=True)
        path.unlink()
        seen = wavesurfer(place, libraries, name)
        drawn = seen.get("inked", [])
        check(f"wavesurfer.js draws {name}", bool(drawn) and abs(seen["duration"] - seconds) < 0.01, seen)
        if drawn and seconds == 10:
            check(f"wavesurfer.js draws {name} loud where it is", drawn[0][1] > 2 * drawn[0][8], seen)
        if channels > 1 and len(drawn) > 1:
            check("wavesurfer.js tells channels apart", drawn[-1][8] > 2 * drawn[-1][1], seen)
        for kind in ["dat", "peaks"]:
            seen = peaks(place, libraries, name, kind)
            length = -(-seconds * 8000 // 512)
            check(f"peaks.js takes {kind} of {name}", seen.get("length") == length and seen["channels"] == channels
                  and seen["scale"] == 512 and seen["rate"] == 8000, seen)
            check(f"peaks.js has the points of {kind} of {name} where they should be",
                  seen.get("first", 0) > 4 * seen.get("last", 127), seen)
            check(f"peaks.js draws {kind} of {name}, at another zoom level too",
                  bool(seen.get("inked")) and seen.get("zoom") == 1, seen)
    places = [0.1, 0.75]
    seen = spectrogram(binary, place, libraries, places)
    check("wavesurfer.js draws a spectrogram with tones where they are", shows_tones(seen, places), seen)
    pasting(binary, libraries, place, check)
    return failures
