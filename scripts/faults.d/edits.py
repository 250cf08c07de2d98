"""Edits as users and programs make them: contents, names, folders, and outputs."""

import os
import pathlib
import shutil
import subprocess

from recordings import HOSTILE, chance, markers, odd_name, wav

CONTENT = ["same size", "times kept", "rewrite", "garbage", "hostile", "touch", "clock back", "truncate", "one byte", "mode"]
NAMES = ["rename", "odd name", "hard link", "symbolic link", "dangling link", "pipe", "swap", "copy", "copy, then edit one", "delete", "replace", "file to folder", "markers", "markers"]
FOLDERS = ["new", "new", "new", "new", "new folder", "folder to file", "folder renamed", "folder moved", "folders swapped", "folder deleted", "folder emptied", "folder linked", "all copied", "ignored", "heeded", "heeded"]
OUTPUT = ["picture lost", "picture emptied", "manifest lost", "ledger lost", "ledger damaged"]


def swap(one, other, aside):
    one.rename(aside)
    other.rename(one)
    aside.rename(other)


def edit_content(kind, target):
    """Edits the contents of a file."""
    before = target.stat()
    if kind == "same size":
        wav(target)
    elif kind == "times kept":
        wav(target)
        os.utime(target, ns=(before.st_atime_ns, before.st_mtime_ns))
    elif kind == "rewrite":
        wav(target)
        wav(target)
    elif kind == "garbage":
        target.write_bytes(chance.randbytes(844))
    elif kind == "hostile":
        target.write_bytes(chance.choice(HOSTILE))
    elif kind == "touch":
        os.utime(target)
    elif kind == "clock back":
        os.utime(target, (1, 1))
    elif kind == "truncate":
        os.truncate(target, chance.randrange(target.stat().st_size + 1))
    elif kind == "one byte":
        with target.open("r+b") as file:
            file.seek(chance.randrange(44, max(45, before.st_size)))
            file.write(chance.randbytes(1))
    elif kind == "mode":
        target.chmod(chance.choice([0, 0o400, 0o644, 0o755]))


def edit_names(kind, target, fresh, files, folders, library):
    """Renames and moves files."""
    aside = library / "aside"
    if kind == "rename":
        target.rename(fresh)
    elif kind == "odd name":
        target.rename(odd_name(chance.choice(folders)))
    elif kind == "hard link" and not fresh.exists():
        os.link(target, fresh)
    elif kind == "symbolic link" and not fresh.exists():
        fresh.symlink_to(target)
    elif kind == "dangling link" and not fresh.exists():
        fresh.symlink_to(library / "nowhere.wav")
    elif kind == "pipe" and not fresh.exists():
        os.mkfifo(fresh)
    elif kind == "swap":
        other = chance.choice(files)
        if other != target:
            swap(target, other, aside)
    elif kind == "copy":
        shutil.copy2(target, fresh)
    elif kind == "copy, then edit one":
        shutil.copy2(target, fresh)
        wav(chance.choice([target, fresh]))
    elif kind == "delete":
        target.unlink()
    elif kind == "replace":
        before = target.stat()
        wav(aside)
        os.utime(aside, ns=(before.st_atime_ns, before.st_mtime_ns))
        aside.rename(target)
    elif kind == "file to folder":
        target.unlink()
        target.mkdir()
        wav(target / "inside.wav")
    elif kind == "markers":
        markers(target)


def edit_folders(kind, fresh, folders, library):
    """Edits folders, which may contain recordings."""
    folder, other = chance.choice(folders), chance.choice(folders)
    if kind == "new":
        wav(fresh)
    elif kind == "new folder":
        (folder / f"d{chance.randrange(5)}").mkdir(exist_ok=True)
    elif kind == "folder to file" and folder != library:
        shutil.rmtree(folder)
        wav(folder if folder.suffix == ".wav" else folder.with_suffix(".wav"))
    elif kind == "folder renamed" and folder != library:
        folder.rename(library / f"r{chance.randrange(1000)}{folder.suffix}")
    elif kind == "folder moved" and folder != library:
        folder.rename(other / folder.name)
    elif kind == "folders swapped" and library not in (folder, other) and folder != other:
        swap(folder, other, library / "aside")
    elif kind == "folder deleted" and folder != library:
        shutil.rmtree(folder)
    elif kind == "folder emptied" and folder != library:
        for path in folder.iterdir():
            if not path.is_dir() or path.is_symlink():
                path.unlink()
    elif kind == "folder linked":
        (other / f"l{chance.randrange(3)}").symlink_to(folder)
    elif kind == "all copied":
        subprocess.run(["cp", "-RP", library, library.with_name("copy")], stderr=subprocess.DEVNULL, check=False)
        shutil.rmtree(library)
        library.with_name("copy").rename(library)
    elif kind == "ignored":
        (folder / ".wavethumbignore").write_text(chance.choice(["n1*\n", "*.wav\n!n2*\n", "# nothing\n", "/d1\n", ""]))
    elif kind == "heeded":
        (folder / ".wavethumbignore").unlink(missing_ok=True)


def edit_output(kind, output):
    """Deletes or truncates outputs, which a scan must detect."""
    pictures = sorted(path for path in output.rglob("*.png") if path.is_file())
    ledger = output / ".wavethumb-ledger"
    if kind == "manifest lost":
        (output / "manifest.json").unlink(missing_ok=True)
    elif kind == "ledger lost":
        ledger.unlink(missing_ok=True)
    elif kind == "ledger damaged":
        if ledger.exists() and (whole := bytearray(ledger.read_bytes())):
            whole[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
            ledger.write_bytes(whole)
    elif pictures and kind == "picture lost":
        lost = chance.choice(pictures)
        lost.unlink()
        # Their folders are removed too: a scan only removes folders that it has emptied.
        while (lost := lost.parent) != output and not any(lost.iterdir()):
            lost.rmdir()
    elif pictures:
        os.truncate(chance.choice(pictures), 0)


def is_recording(path):
    return path.suffix not in (".json", ".txt", ".cue") and path.name != ".wavethumbignore"


def everything(library):
    found = [pathlib.Path(place) / name for place, folders, names in os.walk(library) for name in folders + names]
    return sorted(found)


def edit(library):
    """Makes one edit and returns its description."""
    things = everything(library)
    files = [path for path in things if path.is_file() and is_recording(path)]
    folders = [library] + [path for path in things if path.is_dir() and not path.is_symlink()]
    target = chance.choice(files) if files else None
    fresh = chance.choice(folders) / f"n{chance.randrange(40)}.wav"
    kind = chance.choice(CONTENT + NAMES + FOLDERS)
    try:
        if kind in FOLDERS or target is None:
            edit_folders(kind if kind in FOLDERS else "new", fresh, folders, library)
        elif kind in CONTENT:
            edit_content(kind, target)
        else:
            edit_names(kind, target, fresh, files, folders, library)
    except OSError as error:
        # The name is taken by a folder or a broken link.
        return f"no {kind}: {error}"
    return f"{kind} {target if kind in CONTENT + NAMES else ''} {fresh}"
