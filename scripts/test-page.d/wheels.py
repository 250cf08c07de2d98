"""Downloads the wheels with the players once, by name and digest."""

import subprocess
import sys
import zipfile

WHEELS = {
    "wavesurfer==0.3.9": "17fe610b68d4a64f65ca153046a668445b81d19ca90e64c0214be83a078dc6bf",
    "peaksjs-widget==0.2.1": "822841004f10f0c2d290c2103fb3cd2997f9a5d7f988d215fdafd2b730cb8cb8",
}


class Missing(Exception):
    """A player could not be downloaded."""


def unpacked(cache):
    """Returns the folder with the content of both wheels; pip rejects other digests."""
    done = cache / "unpacked"
    if done.exists():
        return done
    cache.mkdir(parents=True, exist_ok=True)
    pins = cache / "pins.txt"
    pins.write_text("".join(f"{name} --hash=sha256:{digest}\n" for name, digest in WHEELS.items()))
    fetched = subprocess.run(
        [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "--require-hashes",
         "-r", str(pins), "-d", str(cache)], capture_output=True, text=True)
    if fetched.returncode:
        raise Missing("pip fetched no players")
    part = cache / "unpacked.part"
    for wheel in cache.glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(part)
    part.rename(done)
    return done
