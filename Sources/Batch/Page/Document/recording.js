// What was scanned, as the scan wrote it into the page.

/** One recording, or one file that could not be drawn. Its fields are data from elsewhere: text, never markup. */
class Recording {
  /** Seconds that have been heard: a recording that is taken up again goes on from there. */
  position = 0;
  /** Why this browser cannot play it, once that was tried. */
  obstacle = "";

  constructor(entry, page, index) {
    this.entry = entry;
    this.page = page;
    this.index = index;
    this.path = entry.path;
    this.alt = entry.alt ?? "";
    this.seconds = (entry.ms ?? 0) / 1000;
    // What the picture shows: all of it, unless a range was asked for.
    [this.start, this.end] = entry.range?.map((ms) => ms / 1000) ?? [0, this.seconds];
    this.decibels = entry.db;
    this.artist = entry.artist ?? "";
    this.album = entry.album ?? "";
    this.format = entry.format ?? "";
    this.flags = entry.flags ?? [];
    this.failure = entry.code ? { code: entry.code, status: entry.status, message: entry.message } : undefined;
    this.chapters = (entry.chapters ?? []).map(([start, label]) => ({ start: start / 1000, label }));
    const slash = this.path.lastIndexOf("/");
    this.folder = this.path.slice(0, Math.max(0, slash));
    this.title = entry.title || this.path.slice(slash + 1);
  }

  // Addresses are spelled when a row is shown: ten thousand at once would hold up the first of them.

  /** A path that is not UTF-8 comes with its exact bytes as well. */
  get encodedPath() {
    return (this.address ??= this.entry.url ?? encodedPath(this.path));
  }

  get media() {
    return this.page.media + this.encodedPath;
  }

  /** The smallest first. */
  get pictures() {
    return this.entry.pictures ?? (this.page.picture?.suffixes ?? []).map((suffix) => this.encodedPath + suffix);
  }

  get isPlayable() {
    return !this.failure;
  }

  get by() {
    // Where the folder is the album its name is there already.
    const album = this.folder.split("/").includes(this.album) ? "" : this.album;
    return [this.artist, album].filter(Boolean).join(" · ");
  }

  /** What the filter looks through, without case and accents. */
  get haystack() {
    return (this.folded ??= foldedText([this.path, this.title, this.artist, this.album].join("\n")));
  }

  /** Where a time lies in the picture, from 0 to 1. */
  fraction(seconds) {
    return Math.min(1, Math.max(0, (seconds - this.start) / (this.end - this.start || 1)));
  }

  /** The time at a place of the picture. */
  time(fraction) {
    return this.start + Math.min(1, Math.max(0, fraction)) * (this.end - this.start);
  }

  chapter(seconds) {
    return this.chapters.findLast((chapter) => chapter.start <= seconds + 0.05);
  }

  /** "0:42 of 3:14" */
  spokenPosition(seconds) {
    return `${spokenTime(seconds)} of ${spokenTime(this.seconds)}`;
  }
}

function encodedPath(path) {
  return path.split("/").map((name) => encodeURIComponent(name)).join("/");
}

function foldedText(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
