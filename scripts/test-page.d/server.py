"""A static server on 127.0.0.1 that supports Range requests, as web hosts do and Python's own does not."""

import http.server
import os
import re
import shutil
import threading
import urllib.parse


class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def translate_path(self, path):
        # Names are bytes, so non-UTF-8 names work as well.
        steps = urllib.parse.unquote_to_bytes(path.split("?")[0].split("#")[0]).split(b"/")
        return os.path.join(self.directory, *(os.fsdecode(step) for step in steps if step not in (b"", b".", b"..")))

    def send_head(self):
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        path = self.translate_path(self.path)
        if not asked or not self.server.answers_ranges or not os.path.isfile(path):
            return super().send_head()
        size = os.path.getsize(path)
        start = int(asked[1])
        end = min(int(asked[2]) if asked[2] else size - 1, size - 1)
        if start > end:
            self.send_response(416)
            self.send_header("Content-Range", f"bytes */{size}")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return None
        self.send_response(206)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Range", f"bytes {start}-{end}/{size}")
        self.send_header("Content-Length", str(end - start + 1))
        self.end_headers()
        file = open(path, "rb")
        file.seek(start)
        return Part(file, end - start + 1)

    def copyfile(self, source, outputfile):
        try:
            shutil.copyfileobj(source, outputfile)
        except (BrokenPipeError, ConnectionResetError):
            # A seeking player drops the rest of the response.
            self.close_connection = True


class Part:
    """Up to this many bytes of a file, from its current position."""

    def __init__(self, file, count):
        self.file, self.left = file, count

    def read(self, count=-1):
        block = self.file.read(self.left if count < 0 else min(count, self.left))
        self.left -= len(block)
        return block

    def close(self):
        self.file.close()


class Server:
    def __init__(self, root):
        handler = lambda *arguments: Handler(*arguments, directory=root)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        self.server.answers_ranges = True
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
