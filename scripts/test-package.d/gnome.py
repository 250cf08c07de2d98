"""Has GnomeDesktop's factory, which Nautilus uses, make a thumbnail of each recording, in its own sandbox.

usage: gnome.py FOLDER"""
import os
import sys

import gi

gi.require_version("GnomeDesktop", "3.0")
from gi.repository import Gio, GLib, GnomeDesktop

factory = GnomeDesktop.DesktopThumbnailFactory.new(GnomeDesktop.DesktopThumbnailSize.LARGE)
failed = False
for name in sorted(os.listdir(sys.argv[1])):
    if name.startswith("."):
        continue
    file = Gio.File.new_for_path(os.path.join(sys.argv[1], name))
    facts = file.query_info("standard::content-type,time::modified", 0, None)
    kind, time = facts.get_content_type(), facts.get_attribute_uint64("time::modified")
    is_broken = name == "html.mp3"
    if is_broken:
        kind = "audio/mpeg"
    if not factory.can_thumbnail(file.get_uri(), kind, time):
        print(f"{name}: nobody draws {kind}")
        failed = True
        continue
    try:
        picture = factory.generate_thumbnail(file.get_uri(), kind, None)
    except GLib.Error as error:
        picture = None
        print(f"{name}: {error.message}")
    if picture is None:
        factory.create_failed_thumbnail(file.get_uri(), time, None)
        marked = factory.has_valid_failed_thumbnail(file.get_uri(), time)
        failed |= not is_broken or not marked
    else:
        print(f"{name}: {kind}, {picture.get_width()}x{picture.get_height()}")
        factory.save_thumbnail(picture, file.get_uri(), time, None)
        failed |= is_broken or factory.lookup(file.get_uri(), time) is None
sys.exit(failed)
