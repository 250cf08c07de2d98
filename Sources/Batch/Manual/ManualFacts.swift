/// The facts of the manual that belong to no option.
enum ManualFacts {
  struct Fact: Sendable {
    let name: String
    let meaning: String

    init(_ name: String, _ meaning: String) {
      self.name = name
      self.meaning = meaning
    }
  }

  static let files = [
    Fact("LIBRARY/.wavethumb/", "the pictures and data files, unless --output names a folder"),
    Fact("manifest.json", "beside the pictures: what came of every recording"),
    Fact("manifest.ndjson", "the same with an object a line, with --manifest-format ndjson"),
    Fact("index.html", "beside the pictures, with --page: the page of the library"),
    Fact(".lock", "beside the pictures, always empty: held by the scan that is at work"),
    Fact(
      ".wavethumbignore",
      "in a folder of the library: what is left out there, in the syntax of gitignore; an empty one"
        + " means everything beneath"),
    Fact(
      "~/.local/share/thumbnailers/wavethumb.thumbnailer",
      "what desktop enable writes and desktop disable removes"),
    Fact(
      "~/.cache/wavethumb/",
      "measured summaries and what runs remember; may be deleted at any time, which costs time and"
        + " nothing else"),
  ]

  static let environment = [
    Fact(
      "WAVETHUMB_CONFIG",
      "a file of options, one a line as in \"style bars\", where --config names none; lines that"
        + " begin with # are comments, and the command line wins"),
    Fact("CACHE_DIRECTORY", "the folder of the cache, as systemd tells it to a service"),
    Fact("XDG_CACHE_HOME", "where the cache lies otherwise, in a folder wavethumb [~/.cache]"),
    Fact(
      "XDG_DATA_HOME, XDG_DATA_DIRS",
      "where file managers look for thumbnailers, of the user and of all"),
    Fact("HOME", "the user's folder; without it the password file is asked"),
    Fact(
      "GITHUB_ACTIONS, GITHUB_STEP_SUMMARY",
      "where the first is true, failures are also annotations of the workflow, and the file that"
        + " the second names gets a table"),
    Fact("PATH", "where ffmpeg is looked for, with --ffmpeg"),
    Fact("LD_LIBRARY_PATH", "folders that ffmpeg may also read, with --ffmpeg"),
    Fact("TMPDIR", "where a recording from standard input is kept while it is read [/tmp]"),
    Fact("TERM, NO_COLOR", "whether words on a terminal have colors, and lines are redrawn"),
    Fact("LC_ALL, LC_CTYPE, LANG", "whether the progress bar is drawn with letters beyond ASCII"),
    Fact(
      "SLURM_ARRAY_TASK_ID, SLURM_ARRAY_TASK_COUNT, SLURM_ARRAY_TASK_MIN, SLURM_ARRAY_TASK_MAX,"
        + " SLURM_ARRAY_TASK_STEP, AWS_BATCH_JOB_ARRAY_INDEX, AWS_BATCH_JOB_ARRAY_SIZE,"
        + " CI_NODE_INDEX, CI_NODE_TOTAL, PARALLEL_SEQ, JOB_COMPLETION_INDEX",
      "which part of a library this process does, with --shard auto"),
  ]

  static let deleting = [
    "The library itself is never written to, but for the folder of the pictures in it. Nothing is"
      + " deleted or replaced that wavethumb did not make: its pictures carry its name, of other"
      + " files its manifest and its journal tell.",
    "Pictures of recordings that are gone are deleted with --prune only; never after a crawl that"
      + " did not come to its end, nor beneath a folder that could not be read, is on another"
      + " device than last time or has lost all its recordings. When more than half would go, --force must"
      + " say so.",
    "Files are written beside their name and renamed, so that each is whole, old or new, whenever a"
      + " run is killed.",
  ]
}
