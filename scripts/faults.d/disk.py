"""A file system with one recording, whose disk answers everything but reads."""

import ctypes
import os
import signal
import stat
import struct
import subprocess
import threading
import time

from trial import DONE, fail

LOOKUP, FORGET, GETATTR, OPEN, READ, STATFS, RELEASE, GETXATTR, INIT = 1, 2, 3, 14, 15, 17, 18, 22, 26
OPENDIR, READDIR, RELEASEDIR, BATCH_FORGET = 27, 28, 29, 42
NO_SUCH_FILE, NO_SUCH_CALL = 2, 38
NAME = b"dead.wav"
SIZE = 1 << 20


class DeadDisk:
    """Mounts the file system at a folder; reads of its file wait for ever. Needs root."""

    def __init__(self, folder):
        self.folder = str(folder)
        self.device = os.open("/dev/fuse", os.O_RDWR)
        options = f"fd={self.device},rootmode=40755,user_id=0,group_id=0,allow_other"
        self.libc = ctypes.CDLL(None, use_errno=True)
        if self.libc.mount(b"dead", self.folder.encode(), b"fuse", 0, options.encode()) != 0:
            raise OSError(ctypes.get_errno(), "mount")
        threading.Thread(target=self.serve, daemon=True).start()

    def close(self):
        detach = 2
        self.libc.umount2(self.folder.encode(), detach)
        os.close(self.device)

    def serve(self):
        while True:
            try:
                request = os.read(self.device, 1 << 17)
            except OSError:
                return
            _, call, unique, node = struct.unpack_from("=IIQQ", request)
            answer = self.answer(call, node, request[40:])
            if answer is None:
                continue
            error, body = (answer, b"") if isinstance(answer, int) else (0, answer)
            os.write(self.device, struct.pack("=IiQ", 16 + len(body), -error, unique) + body)

    def answer(self, call, node, body):
        if call in (READ, FORGET, BATCH_FORGET):
            return None
        if call == INIT:
            return struct.pack("=IIIIHHIIHHI28x", 7, 31, 0, 0, 8, 8, 1 << 16, 1, 0, 0, 0)
        if call == GETATTR:
            return struct.pack("=QII", 3600, 0, 0) + self.attributes(node)
        if call == LOOKUP:
            if body.rstrip(b"\0") != NAME:
                return NO_SUCH_FILE
            return struct.pack("=QQQQII", 2, 1, 3600, 3600, 0, 0) + self.attributes(2)
        if call in (OPEN, OPENDIR):
            # Without the page cache: an open would wait for pages that an earlier scan has asked for.
            direct = 1
            return struct.pack("=QII", 1, direct, 0)
        if call == READDIR:
            offset = struct.unpack_from("=QQ", body)[1]
            return b"" if offset else struct.pack("=QQII", 2, 1, len(NAME), 8) + NAME
        if call in (RELEASE, RELEASEDIR):
            return b""
        if call == STATFS:
            return struct.pack("=QQQQQIIII24x", 0, 0, 0, 0, 0, 4096, 255, 4096, 0)
        return NO_SUCH_CALL

    @staticmethod
    def attributes(node):
        mode = stat.S_IFDIR | 0o755 if node == 1 else stat.S_IFREG | 0o644
        size = 0 if node == 1 else SIZE
        when = 1_000_000_000
        return struct.pack("=6Q10I", node, size, size // 512, when, when, when, 0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)


def dead_disk(trial, _):
    """Scans a library with a recording whose disk never answers, and sends a signal to such a scan."""
    folder = trial.library / "dead"
    folder.mkdir()
    try:
        disk = DeadDisk(folder)
    except OSError as error:
        print(f"faults: dead: skipped, no FUSE file system can be mounted here: {error}")
        return
    try:
        run = trial.scan("--timeout", "0.5")
        if run.returncode != 3 or "nothing could be read" not in trial.words(run):
            fail(f"a disk that does not answer: ended with {run.returncode}: {trial.words(run)}")
        again = trial.scan("--timeout", "0.5", "--known-failures", "ok")
        if again.returncode != 3:
            fail(f"a disk that does not answer counts as known: {trial.words(again)}")
        stopped = subprocess.Popen(trial.command("--timeout", "60"), stderr=subprocess.PIPE)
        time.sleep(3)
        stopped.send_signal(signal.SIGTERM)
        if stopped.wait(30) != 143:
            fail(f"a signal while a disk does not answer: ended with {stopped.returncode}")
    finally:
        disk.close()
    run = trial.scan()
    if run.returncode not in DONE:
        fail(f"after a dead disk: ended with {run.returncode}: {trial.words(run)}")
    print("faults: a disk that does not answer is reported, tried again, and no reason to ignore a signal", flush=True)
