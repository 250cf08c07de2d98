"""Makes tumblerd, which Thunar uses, draw a thumbnail of each recording, on its own session bus.

Each must equal the picture of `wavethumb thumbnail`; html.mp3 must have none.

usage: tumbler.py FOLDER"""
import hashlib
import os
import sys

import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf, Gio, GLib

import pixels

bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
proxy = Gio.DBusProxy.new_sync(
    bus, 0, None, "org.freedesktop.thumbnails.Thumbnailer1", "/org/freedesktop/thumbnails/Thumbnailer1",
    "org.freedesktop.thumbnails.Thumbnailer1", None)
names = sorted(name for name in os.listdir(sys.argv[1]) if not name.startswith("."))
files = [Gio.File.new_for_path(os.path.join(sys.argv[1], name)) for name in names]
uris = [file.get_uri() for file in files]
kinds = ["audio/mpeg" if name.endswith(".mp3") else
         file.query_info("standard::content-type", 0, None).get_content_type()
         for name, file in zip(names, files)]
loop, said = GLib.MainLoop(), []


def heard(_proxy, _sender, signal, arguments):
    said.append((signal, arguments.unpack()))
    if signal == "Finished":
        loop.quit()


proxy.connect("g-signal", heard)
proxy.call_sync(
    "Queue", GLib.Variant("(asasssu)", (uris, kinds, "normal", "default", 0)), 0, 20000, None)
GLib.timeout_add_seconds(60, loop.quit)
loop.run()
failed = False
for name, uri in zip(names, uris):
    digest = hashlib.md5(uri.encode()).hexdigest()
    kept = os.path.expanduser(f"~/.cache/thumbnails/normal/{digest}.png")
    if not os.path.exists(kept):
        print(f"{name}: none")
        failed |= name != "html.mp3"
        continue
    is_ours = name != "html.mp3" and pixels.same(
        GdkPixbuf.Pixbuf.new_from_file(kept), pixels.drawn(os.path.join(sys.argv[1], name), 128))
    print(f"{name}: {'ours' if is_ours else 'not ours'}")
    failed |= not is_ours
if failed:
    print(said)
sys.exit(failed)
