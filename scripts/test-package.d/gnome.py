"""Makes GnomeDesktop's thumbnail factory, which Nautilus uses, draw a thumbnail of each recording in its sandbox.

Each must equal the picture of `wavethumb thumbnail`; html.mp3 must have none, and a failure mark.

usage: gnome.py FOLDER"""
import os
import sys

import gi

gi.require_version("GdkPixbuf", "2.0")
gi.require_version("GnomeDesktop", "3.0")
from gi.repository import GdkPixbuf, Gio, GLib, GnomeDesktop

import pixels

factory = GnomeDesktop.DesktopThumbnailFactory.new(GnomeDesktop.DesktopThumbnailSize.LARGE)
failed = False
for name in sorted(os.listdir(sys.argv[1])):
    if name.startswith("."):
        continue
    path = os.path.join(sys.argv[1], name)
    file = Gio.File.new_for_path(path)
    facts = file.query_info("standard::content-type,time::modified", 0, None)
    kind, time = facts.get_content_type(), facts.get_attribute_uint64("time::modified")
    is_broken = name == "html.mp3"
    if is_broken:
        kind = "audio/mpeg"
    if not factory.can_thumbnail(file.get_uri(), kind, time):
        print(f"{name}: no thumbnailer for {kind}")
        failed = True
        continue
    try:
        picture = factory.generate_thumbnail(file.get_uri(), kind, None)
    except GLib.Error as error:
        picture = None
        print(f"{name}: {error.message}")
    if picture is None:
        factory.create_failed_thumbnail(file.get_uri(), time, None)
        is_marked = factory.has_valid_failed_thumbnail(file.get_uri(), time)
        print(f"{name}: none, {'marked as failed' if is_marked else 'without a mark'}")
        failed |= not is_broken or not is_marked or factory.lookup(file.get_uri(), time) is not None
        continue
    factory.save_thumbnail(picture, file.get_uri(), time, None)
    kept = factory.lookup(file.get_uri(), time)
    is_ours = not is_broken and kept is not None and pixels.same(
        GdkPixbuf.Pixbuf.new_from_file(kept), pixels.drawn(path, 256))
    print(f"{name}: {kind}, {picture.get_width()}x{picture.get_height()}, {'ours' if is_ours else 'not ours'}")
    failed |= not is_ours
sys.exit(failed)
