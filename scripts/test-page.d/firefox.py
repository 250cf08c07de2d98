"""Plays in Firefox, over the Marionette protocol that geckodriver speaks as well: Debian 12 has no geckodriver.

Firefox stops with an error when it has no device for sound, so it gets one that keeps nothing: PulseAudio's null sink.
"""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time

import library

PREFERENCES = {
    "media.autoplay.default": 0, "media.volume_scale": "0", "app.update.enabled": False, "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore", "datareporting.policy.dataSubmissionEnabled": False, "toolkit.telemetry.enabled": False,
}


def missing():
    """Returns the programs that are needed and not here."""
    return [program for program in ("firefox-esr", "pulseaudio") if not shutil.which(program)]


def run(site):
    """Runs the checks, and returns how many failed."""
    place = tempfile.mkdtemp(prefix="wavethumb-firefox-")
    sound = Sound(place)
    failures = 0
    try:
        for check in (plays_every_format_from_a_file_and_from_a_server, shows_the_details_of_a_waveform):
            firefox = Firefox(place, sound.address)
            name = f"firefox {check.__name__.replace('_', ' ')}"
            try:
                check(firefox, site)
            except Exception as failure:
                failures += 1
                print(f"FAILED  {name}: {failure}", flush=True)
            else:
                print(f"ok      {name}", flush=True)
            finally:
                firefox.close()
    finally:
        sound.close()
        shutil.rmtree(place, ignore_errors=True)
    return failures


def plays_every_format_from_a_file_and_from_a_server(firefox, site):
    for address in site.addresses():
        firefox.open(address)
        for ending in library.PLAYED:
            row = firefox.row("tone.wav" if ending == "wav" else f"A tone as {ending}")
            firefox.click(f"{row}.querySelector('.wave')", across=0.37)
            # Seconds of sound behind the click were decoded and played.
            firefox.wait("const a = document.getElementById('audio'); return !a.paused && a.currentTime > 9.2 && a.currentTime < 14", what=ending)
            assert firefox.run("return document.getElementById('audio').error") is None, ending
            assert firefox.run("return document.querySelectorAll('.row.playing').length") == 1, ending
        row = firefox.row("A tone as aiff")
        firefox.click(f"{row}.querySelector('.play')")
        firefox.wait("return document.getElementById('detail').textContent.includes('AIFF')", what="aiff")


def shows_the_details_of_a_waveform(firefox, site):
    for address in site.addresses():
        firefox.open(address)
        firefox.click(f"{firefox.row('A tone as flac')}.querySelector('.play')")
        firefox.wait("return !document.getElementById('player').hidden", what="the player")
        firefox.click("document.getElementById('zoom-button')")
        firefox.wait("return document.getElementById('zoom').open && !document.querySelector('#zoom .strip').hidden", what="the strip")
        # Each press halves the stretch; the loudest moment is at the end.
        for _ in range(2):
            firefox.click("document.querySelector('#zoom .in')")
        assert firefox.run("return document.querySelector('#zoom .time').textContent").endswith("0:06")


class Sound:
    """A sound server whose only device keeps nothing."""

    def __init__(self, place):
        self.place = os.path.join(place, "sound")
        os.makedirs(self.place, mode=0o700)
        self.address = f"unix:{self.place}/native"
        words = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "-L", "module-null-sink",
                 "-L", f"module-native-protocol-unix auth-anonymous=1 socket={self.place}/native"]
        self.process = subprocess.Popen(words, env=dict(os.environ, HOME=self.place, XDG_RUNTIME_DIR=self.place),
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def close(self):
        self.process.terminate()
        self.process.wait()


class Firefox:
    def __init__(self, place, sound):
        self.profile = tempfile.mkdtemp(prefix="profile-", dir=place)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        preferences = dict(PREFERENCES, **{"marionette.port": port})
        with open(f"{self.profile}/user.js", "w") as file:
            file.writelines(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items())
        environment = dict(os.environ, HOME=self.profile, PULSE_SERVER=sound)
        self.process = subprocess.Popen(["firefox-esr", "--headless", "--no-remote", "--marionette", "--profile", self.profile], env=environment,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.socket = self.connect(port)
        self.received, self.count = b"", 0
        # A greeting comes first.
        self.receive()
        self.send("WebDriver:NewSession", capabilities={})
        self.send("WebDriver:SetWindowRect", width=1280, height=900)

    def connect(self, port, timeout=60):
        deadline = time.monotonic() + timeout
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=60)
            except OSError:
                assert time.monotonic() < deadline, "Firefox does not start"
                time.sleep(0.2)

    def receive(self):
        while b":" not in self.received:
            self.received += self.block()
        length, rest = self.received.split(b":", 1)
        while len(rest) < int(length):
            rest += self.block()
        message, self.received = rest[:int(length)], rest[int(length):]
        return json.loads(message)

    def block(self):
        block = self.socket.recv(1 << 16)
        assert block, "Firefox has gone"
        return block

    def send(self, name, **parameters):
        self.count += 1
        message = json.dumps([0, self.count, name, parameters]).encode()
        self.socket.sendall(b"%d:%b" % (len(message), message))
        _, _, error, result = self.receive()
        assert error is None, f"{name}: {error}"
        return result

    def open(self, address):
        self.send("WebDriver:Navigate", url=address)
        self.wait("return document.querySelectorAll('.row').length > 3", what="rows")

    def run(self, script):
        return self.send("WebDriver:ExecuteScript", script=script, args=[])["value"]

    def wait(self, script, what, timeout=30):
        deadline = time.monotonic() + timeout
        while not self.run(script):
            assert time.monotonic() < deadline, f"{what}: it never came about: {script}"
            time.sleep(0.05)

    def row(self, title):
        """Filters by a title, and returns an expression for its row."""
        self.run(f"const f = document.getElementById('filter'); f.value = {json.dumps(title)}; f.dispatchEvent(new Event('input'))")
        row = f"[...document.querySelectorAll('.row')].find(r => r.querySelector('.title').textContent === {json.dumps(title)})"
        self.wait(f"return Boolean({row})", what=title)
        return row

    def click(self, element, across=0.5):
        left, top, width, height = self.run(f"const b = ({element}).getBoundingClientRect(); return [b.left, b.top, b.width, b.height]")
        place = {"x": int(left + width * across), "y": int(top + height / 2), "duration": 0, "origin": "viewport"}
        steps = [{"type": "pointerMove", **place}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.send("WebDriver:PerformActions", actions=[{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}])

    def close(self):
        try:
            self.send("Marionette:Quit", flags=["eForceQuit"])
            self.process.wait(timeout=10)
        except (OSError, AssertionError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
