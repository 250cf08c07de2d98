/// The sections of the manual page that describe no option.
// Written by hand, since no table has them: a variable that the program reads is to be listed here, and a
// file that it leaves as well.
enum ManualFacts {
  static let files: [(name: String, meaning: String)] = [
    ("LIBRARY/.wavethumb/", "pictures and data files, unless --output names another folder"),
    ("manifest.json", "next to the pictures: the result of every recording"),
    ("index.html", "next to the pictures, with --page: the page of the library"),
    (
      "NAME.strip.png",
      "next to the pictures, with --page: the detail of a waveform, from which the page draws its zoom"
    ),
    (".lock", "next to the pictures, always empty: locked by the running scan"),
    (
      ".wavethumbignore",
      "in a folder of the library: patterns of files to skip, in gitignore syntax; if empty, the"
        + " whole folder is skipped"
    ),
    (
      "~/.local/share/thumbnailers/wavethumb.thumbnailer",
      "written by desktop enable, removed by desktop disable"
    ),
    (
      "~/.cache/wavethumb/",
      "measurements, and the times of files at the last run; can be deleted at any time, and is then"
        + " made again. A run trims it to --cache-size after each thirty-second of that size that it adds,"
        + " and at its end; as runs do not wait for each other, those in progress may exceed the size"
    ),
  ]

  static let environment: [(name: String, meaning: String)] = [
    (
      "WAVETHUMB_CONFIG",
      "a file of options, one per line as in \"style bars\", used if --config is not given; lines"
        + " that begin with # are comments, and the command line wins"
    ),
    ("CACHE_DIRECTORY", "the cache folder of a systemd service"),
    ("XDG_CACHE_HOME", "the folder that contains the cache folder wavethumb [~/.cache]"),
    (
      "XDG_DATA_HOME, XDG_DATA_DIRS", "the folders in which file managers look for thumbnailers"
    ),
    ("HOME", "the user's folder [from the password file]"),
    (
      "GITHUB_ACTIONS, GITHUB_STEP_SUMMARY",
      "if the first is true, failures and recordings not as --expect asks become annotations of the"
        + " workflow, and tables are appended to the file that the second names"
    ),
    ("PATH", "where to look for ffmpeg"),
    ("LD_LIBRARY_PATH", "folders that ffmpeg may also read"),
    ("TMPDIR", "where to store a recording from standard input while it is read [/tmp]"),
    ("TERM, NO_COLOR", "whether to use colors and a progress line on a terminal"),
    ("LC_ALL, LC_CTYPE, LANG", "whether the progress bar may use characters beyond ASCII"),
  ]

  static let deleting = [
    "wavethumb writes to the library only below its output folder. It never deletes or replaces a"
      + " file that it did not make: its pictures contain its name, and for formats without such a"
      + " mark .wavethumb-ledger in the output, or .wavethumb-run of a stopped run, must have their"
      + " size and digest.",
    "Some disks do not distinguish upper and lower case, such as FAT. If the pictures of two"
      + " recordings would have one name there, the first recording in the order of their paths has"
      + " its picture, and the others are reported as failed.",
    "Files are written under a temporary name and renamed, so that each is complete, old or new,"
      + " even if a run is killed.",
    "list --report replaces an earlier report, which begins with a mark of its own, and no other file.",
    "Only --prune deletes: the pictures of recordings that are gone. --prune=unlisted also deletes"
      + " pictures of other styles and sizes, and leaves exactly what the manifest lists.",
    "An unmounted disk looks like an empty library. Therefore --prune keeps all pictures if the"
      + " crawl was interrupted or if more than half of them would be deleted, and it keeps those"
      + " below a folder that cannot be read, is on another device than at the last scan, or has"
      + " lost all its recordings.",
    "Two libraries may share an output by mistake. Therefore --prune keeps all pictures if nothing in"
      + " the cache shows that the last manifest is of this library, and this scan has less than half"
      + " of its recordings, under their names or by their content.",
    "--prune=unlisted trusts what the last scan saw on the mounted device: those recordings are"
      + " gone, and their pictures are deleted. Only recordings that the last scan did not see, as"
      + " its index in the cache is lost or --ignore-inode is given, count towards the half; in a"
      + " folder without recordings their pictures are kept unless the folder has changed since."
      + " --force deletes what was kept for these reasons; the report says which.",
  ]
}
