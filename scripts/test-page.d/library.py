"""A test library: every format, broken files, hostile names and tags, chapters."""

import json
import os
import pathlib
import shlex
import subprocess
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = 24
# Formats that every browser plays, and formats that none plays.
PLAYED = ["mp3", "wav", "flac", "ogg", "opus"]
HOSTILE_TITLE = "</script><script>window.hit = 1</script>"
HOSTILE_NAMES = [
    b"<img src=x onerror=alert(1)>.wav", b"quote\"'`&amp;.wav", b"javascript:alert(1).wav", b"a#b?c%41&t=9.wav",
    "right\u202eto left.wav".encode(), "line\u2028separator.wav".encode(), b"invalid \xff\xfe.wav", b"new\nline.wav",
    "עברית וعربي.wav".encode(), "{{data}}.wav".encode(),
]


class Site:
    """A library and its page, in folders with spaces in their names."""

    def __init__(self, place, binary, server, pictures):
        self.place, self.binary, self.pictures = pathlib.Path(place), binary, pictures
        self.server = server
        self.library = self.place / "web site" / "Sound archive"
        self.output = self.place / "web site" / "wave forms"
        make(self.library)
        self.words = self.scan("--markers", "auto")
        self.manifest = json.loads((self.output / "manifest.json").read_text())

    def scan(self, *options, library=None, output=None, status=(0, 3)):
        # Without ffmpeg there is a recording that is not supported.
        command = [self.binary, "scan", library or self.library, "--output", output or self.output, "--page", "--ffmpeg", "off",
                   "--cache", self.place / "cache", *options]
        ended = subprocess.run([str(part) for part in command], capture_output=True, text=True, errors="replace")
        assert ended.returncode in status, ended.stderr
        return ended.stderr

    def run(self, command):
        """Runs a command as somebody who pastes it into a shell, with its words for standard error."""
        shell = f"{shlex.quote(self.binary)} \"$@\" --cache {shlex.quote(str(self.place / 'cache'))}"
        script = f"wavethumb() {{ {shell}; }}\n{command}\n"
        ended = subprocess.run(["sh", "-c", script], capture_output=True, text=True, errors="replace", cwd="/")
        assert ended.returncode in (0, 3), ended.stderr
        return ended.stderr

    def page(self, output=None):
        return (output or self.output) / "index.html"

    def file_address(self, output=None):
        return self.page(output).as_uri()

    def web_address(self, output=None):
        return f"{self.server.address}/{urllib.parse.quote(str(self.page(output).relative_to(self.place)))}"

    def addresses(self):
        return [self.file_address(), self.web_address()]

    def picture(self, tab, name):
        if self.pictures:
            tab.picture(f"{self.pictures}/{name}.png")


def make(library):
    (library / "Formats").mkdir(parents=True)
    (library / "Broken").mkdir()
    (library / "Strange names").mkdir()
    tone = library / "Formats" / "tone.wav"
    # Increasing loudness gives the waveform a direction.
    encode(tone, f"aevalsrc='0.9*sin(2*PI*(220+10*floor(t))*t)*(0.1+0.9*t/{SECONDS})*(0.6+0.4*sin(3*t))':d={SECONDS}:s=16000")
    for ending in ["mp3", "flac", "ogg", "opus", "aiff", "m4a"]:
        convert(tone, library / "Formats" / f"tone.{ending}", title=f"A tone as {ending}", artist="Söre Åkesson", album="Tones")
    convert(tone, library / "Formats" / "titled.mp3", title=HOSTILE_TITLE, artist="\" onfocus=\"alert(1)", album="Tones")
    (library / "Broken" / "empty.mp3").write_bytes(b"")
    (library / "Broken" / "page.mp3").write_text("<html>404</html>")
    talk = library / "Talks" / "talk.wav"
    talk.parent.mkdir()
    talk.write_bytes(tone.read_bytes())
    (talk.parent / "talk.txt").write_text("0.0\t0.0\tWelcome\n8.0\t8.0\t<b>Bees</b>\n16.5\t16.5\tQuestions\n")
    short = library / "Strange names" / "short.wav"
    encode(short, "sine=330:d=2:r=8000")
    for name in HOSTILE_NAMES:
        with open(os.fsencode(library) + b"/Strange names/" + name, "wb") as file:
            file.write(short.read_bytes())


def make_few(library):
    """Makes a recording with art in its folder, and one that no browser plays."""
    library.mkdir()
    encode(library / "tone.wav", f"aevalsrc='0.9*sin(440*t)*t/{SECONDS}':d={SECONDS}:s=16000")
    convert(library / "tone.wav", library / "tone.mp3", title="A tone as mp3")
    ffmpeg("-i", library / "tone.wav", "-ar", "8000", "-ac", "1", "-c:a", "libgsm_ms", library / "phone.wav")
    ffmpeg("-f", "lavfi", "-i", "testsrc2=size=64x64", "-frames:v", "1", library / "folder.png")
    (library / "tone.wav").unlink()


def make_rising(library):
    """Makes two tones that rise through the colors of frequencies."""
    library.mkdir()
    for name in ["one.wav", "two.wav"]:
        encode(library / name, "aevalsrc='0.8*sin(2*PI*200*t*exp(t/12))':d=12:s=16000")


def make_low_and_high(library):
    """Makes recordings of low, mid and high tones, one after the other and together."""
    library.mkdir()
    tones = [80, 500, 3000]
    after = "+".join(f"0.7*sin(2*PI*{tone}*t)*between(mod(t,6),{2 * place},{2 * place + 2})" for place, tone in enumerate(tones))
    together = "+".join(f"{0.1 + 0.2 * place}*sin(2*PI*{tone}*t)" for place, tone in enumerate(tones))
    for name, source in [("after.wav", after), ("again.wav", after), ("together.wav", together)]:
        encode(library / name, f"aevalsrc='{source}':d=12:s=16000")


def make_music(library):
    """Makes albums with embedded art, art in the folder, invalid art, and none."""
    short = library / "short.wav"
    library.mkdir()
    encode(short, "sine=330:d=3:r=8000")
    ffmpeg("-f", "lavfi", "-i", "testsrc2=size=64x64", "-frames:v", "1", library / "art.png")
    ffmpeg("-i", library / "art.png", library / "art.jpg")
    for album in ["Embedded", "Folder", "Hostile", "Plain"]:
        (library / album).mkdir()
        for track in range(1, 4):
            path = library / album / f"{track:02} track.mp3"
            # The art of one album is in two formats.
            art = ["-i", library / ("art.jpg" if track == 3 else "art.png"), "-map", "0:a", "-map", "1:v", "-c:v", "copy", "-disposition:v", "attached_pic"]
            ffmpeg("-i", short, *(art if album == "Embedded" else []), "-id3v2_version", "3", "-metadata", f"title=Track {track}",
                   "-metadata", f"artist={album} artist", "-metadata", f"album={album}", "-metadata", f"track={track}", "-metadata", "date=2001-02-03", path)
    (library / "art.jpg").unlink()
    (library / "art.png").rename(library / "Folder" / "cover.png")
    # Markup under the name of a picture, and a picture truncated after its header.
    (library / "Hostile" / "folder.jpg").write_text("<svg xmlns='http://www.w3.org/2000/svg' onload='hit = 1'/>")
    (library / "Hostile" / "cover.png").write_bytes((library / "Folder" / "cover.png").read_bytes()[:60])
    short.unlink()


def make_long(library, count):
    """Makes this many recordings with the same content, which scan fast."""
    short = library / "000" / "Episode 00000.wav"
    short.parent.mkdir(parents=True)
    encode(short, "sine=330:d=1:r=8000")
    for index in range(1, count):
        path = library / f"{index // 100:03}" / f"Episode {index:05}.wav"
        if index % 100 == 0:
            path.parent.mkdir()
        os.link(short, path)


def encode(path, source):
    ffmpeg("-f", "lavfi", "-i", source, path)


def convert(source, path, **tags):
    words = [part for name, value in tags.items() for part in ("-metadata", f"{name}={value}")]
    codec = {"ogg": ["-c:a", "libvorbis"], "opus": ["-c:a", "libopus"]}.get(path.suffix[1:], [])
    ffmpeg("-i", source, *codec, *words, path)


def ffmpeg(*arguments):
    subprocess.run(["ffmpeg", "-v", "error", "-y", *map(str, arguments)], check=True, stdin=subprocess.DEVNULL)
