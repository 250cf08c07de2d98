"""Compares the pictures of `wavethumb thumbnail` with those that a file manager stored."""
import os
import subprocess
import tempfile

from gi.repository import GdkPixbuf


def drawn(recording, size):
    """Returns the thumbnail within a square of this size."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.png")
        subprocess.run(["wavethumb", "thumbnail", "--size", str(size), recording, path], check=True)
        return GdkPixbuf.Pixbuf.new_from_file(path)


def same(one, other):
    """Whether two pictures have the same pixels."""
    return (one.get_width(), one.get_height()) == (other.get_width(), other.get_height()) and \
        one.read_pixel_bytes().get_data() == other.read_pixel_bytes().get_data()
