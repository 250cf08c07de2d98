"""A library of a few files, and runs over it."""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent.parent
AUDIO = HERE.parent / "Fixtures" / "Audio"
# The exit statuses of a run that could do its work.
DONE = (0, 3)


def fail(words):
    sys.exit(f"faults: {words}")


class Trial:
    """A library of a few files, and the output and cache of its scans."""

    def __init__(self, folder, sounds):
        self.folder, self.library = folder, folder / "library"
        self.output, self.cache, self.trace = folder / "output", folder / "cache", folder / "trace"
        (self.library / "Show").mkdir(parents=True)
        for number, name in enumerate(sounds):
            place = self.library / "Show" if number % 2 else self.library
            shutil.copy(AUDIO / name, place / f"{number}{pathlib.Path(name).suffix}")
        self.binary = os.environ.get("WAVETHUMB") or self.build()
        self.inject = folder / "inject"

    def build(self):
        subprocess.run([HERE / "wavethumb", "--version"], check=True, stdout=subprocess.DEVNULL)
        return HERE.parent / ".build" / "release" / "wavethumb"

    def build_injector(self):
        source = HERE / "faults.d" / "inject.c"
        built = shutil.which("cc") and subprocess.run(["cc", "-O1", "-o", self.inject, source], capture_output=True)
        return bool(built) and built.returncode == 0

    def command(self, *more):
        return [str(self.binary), "scan", str(self.library), "--output", str(self.output), "--cache", str(self.cache), "--jobs", "2", "-q", *more]

    def scan(self, *more, timeout=60, **how):
        return self.run(self.command(*more), timeout=timeout, **how)

    def run(self, words, prefix=(), timeout=60, **how):
        try:
            return subprocess.run([*map(str, prefix), *words], capture_output=True, timeout=timeout, **how)
        except subprocess.TimeoutExpired:
            fail(f"hangs: {' '.join(map(str, prefix))}: {self.told()}")

    def disturbed(self, whom, calls, number, fault, words):
        run = self.run(words, prefix=[self.inject, self.trace, whom, calls, number, fault])
        if run.returncode == 124:
            fail(f"{fault} at {calls} {number}: workers outlived the command")
        return run

    def told(self):
        return self.trace.read_text(errors="replace").strip() if self.trace.exists() else ""

    def tree(self):
        if not self.output.exists():
            return {}
        return {
            str(path.relative_to(self.output)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in self.output.rglob("*")
            if path.is_file() and path.name != ".lock"
        }

    def clear(self, *more):
        for place in (self.output, self.cache, *more):
            shutil.rmtree(place, ignore_errors=True)

    def keep_many(self, wanted):
        """Adds or removes short recordings, so many that workers get several at once."""
        many = self.library / "many"
        if many.exists() and not wanted:
            shutil.rmtree(many)
        elif wanted and not many.exists():
            many.mkdir()
            sound = bytearray((AUDIO / "mono.wav").read_bytes())
            for number in range(28):
                sound[1000:1400] = bytes([number]) * 400
                (many / f"{number}.wav").write_bytes(sound)

    def words(self, run):
        return run.stderr.decode(errors="replace").strip()
