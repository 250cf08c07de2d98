// What was scanned, as the scan wrote it into the page.

/** One recording, or one file that could not be drawn. Its fields are data from elsewhere: text, never markup. */
class Recording {
  static page;

  /** The last position in seconds, from which a resumed recording continues. */
  position = 0;
  /** Why this browser cannot play it, once that was tried. */
  obstacle = "";
  /** The album above it in the list, if that is sorted by albums. */
  heading;
  /** The index in the list that is shown, and the same without headings. */
  place = -1;
  /** The index in the order of folders. */
  index = -1;
  number = -1;

  constructor(entry, levelsStart, levelsEnd) {
    this.entry = entry;
    this.levelsStart = levelsStart;
    this.levelsEnd = levelsEnd;
    const { path } = entry;
    const slash = path.lastIndexOf("/");
    // Neighbours share the text of their folder.
    const before = Recording.page.recordings.at(-1)?.folder;
    this.folder = before?.length === slash && path.startsWith(before) ? before : path.slice(0, Math.max(0, slash));
  }

  get path() {
    return this.entry.path;
  }

  get name() {
    return this.path.slice(this.path.lastIndexOf("/") + 1);
  }

  get title() {
    return this.entry.title || this.name;
  }

  get artist() {
    return this.entry.artist ?? "";
  }

  get album() {
    return this.entry.album ?? "";
  }

  get year() {
    return this.entry.year ?? "";
  }

  get seconds() {
    return (this.entry.ms ?? 0) / 1000;
  }

  /** The range that its waveform shows: all of it, unless the scan was asked for a range. */
  get start() {
    return (this.entry.range?.[0] ?? 0) / 1000;
  }

  get end() {
    return (this.entry.range?.[1] ?? this.entry.ms ?? 0) / 1000;
  }

  get alt() {
    if (this.failure) return "";
    const stem = this.entry.title || this.name.replace(/(?<=.)\.[^.]*$/s, "");
    return this.entry.alt ?? `Waveform of ${stem}, ${spokenLength(this.seconds)}`;
  }

  get format() {
    return Recording.page.formats[this.entry.format] ?? "";
  }

  get failure() {
    return this.entry.code ? this.entry : undefined;
  }

  get chapters() {
    return (this.knownChapters ??= (this.entry.chapters ?? []).map(([start, label]) => ({ start: start / 1000, label })));
  }

  get sound() {
    return this.entry.sound;
  }

  /** LUFS if it was analyzed, otherwise the level in dBFS; undefined for silence. */
  get loudness() {
    return this.sound?.loudness ?? this.entry.db;
  }

  get findings() {
    return findingsOf(this);
  }

  /** The recordings with the same content. */
  get copies() {
    return (this.same ?? []).filter((other) => other !== this);
  }

  /** The recordings with another content and the same sound. */
  get alike() {
    return (this.group ?? []).filter((other) => other.same !== this.same);
  }

  get rateWords() {
    const { hz } = this.entry;
    return hz ? `${short(hz / 1000)} kHz` : "";
  }

  get sizeWords() {
    return this.entry.bytes === undefined ? "" : spokenSize(this.entry.bytes);
  }

  get channelWords() {
    const { channels } = this.entry;
    return { 1: "mono", 2: "stereo" }[channels] ?? (channels ? `${channels} channels` : "");
  }

  get loudnessWords() {
    const { loudness } = this.sound ?? {};
    if (Number.isFinite(loudness)) return `${loudness.toFixed(1)} LUFS`;
    return Number.isFinite(this.entry.db) ? `${this.entry.db.toFixed(1)} dB` : "silent";
  }

  /** The format as most people call it: "MP3", "Opus". */
  get shortFormat() {
    const { format } = this;
    return shortFormats.find(([pattern]) => pattern.test(format))?.[1] ?? format.replace(/[ (,].*/s, "");
  }

  /** The findings that its other facts do not include. */
  get remarkableFindings() {
    const { gaps, flags } = this.entry;
    return this.findings.filter((name) => !flags?.includes(name) && !(name === "gaps" && gaps));
  }

  get isPlayable() {
    return this.entry.code === undefined;
  }

  // Addresses are encoded when a row is shown: ten thousand at once would delay the first row.

  /** A path that is not UTF-8 comes with its exact bytes as well. */
  get encodedPath() {
    return this.entry.url ?? encodedPath(this.path);
  }

  get media() {
    return Recording.page.media + this.encodedPath;
  }

  /** The address of its cover, or undefined. */
  get cover() {
    return Recording.page.covers[this.entry.cover];
  }

  /** Its output files: pictures and data. */
  get files() {
    const { entry } = this;
    return (Recording.page.files[entry.files ?? 0] ?? []).map(([suffix, format, style, scale, width, height], place) => ({
      address: entry.addresses?.[place] ?? this.encodedPath + suffix,
      format, style, scale, width, height,
      bytes: entry.sizes?.[place],
    }));
  }

  /** The heights of its bars, 0 to 255. */
  get levels() {
    return decodedLevels(this.waveform[0]);
  }

  /**
   * What the colors of its bars follow, none if that was not measured: the places of their frequencies on the ramp, 1 to 255,
   * or 0 in silence; or the heights of their low, then mid, then high frequencies, 0 to 255.
   */
  get tones() {
    return decodedLevels(this.waveform[1] ?? "");
  }

  get waveform() {
    return Recording.page.text.slice(this.levelsStart, this.levelsEnd).split(".");
  }

  get by() {
    // If the folder is the album, its name is shown already.
    const album = this.folder.split("/").includes(this.album) ? "" : this.album;
    return [this.artist, album].filter(Boolean).join(" · ");
  }

  /** Artist and album, without those in the heading above it. */
  get byUnderHeading() {
    const { heading } = this;
    if (!heading) return this.by;
    return [this.artist === heading.artist ? "" : this.artist, this.album === heading.album ? "" : this.album].filter(Boolean).join(" · ");
  }

  /** The text that the filter searches, without case and accents. */
  get haystack() {
    return (this.folded ??= foldedText(`${this.path}\n${this.title}\n${this.artist}\n${this.album}`));
  }

  /** Returns the place of a time in the waveform, from 0 to 1. */
  fraction(seconds) {
    return Math.min(1, Math.max(0, (seconds - this.start) / (this.end - this.start || 1)));
  }

  /** Returns the time at a place of the waveform. */
  time(fraction) {
    return this.start + Math.min(1, Math.max(0, fraction)) * (this.end - this.start);
  }

  chapter(seconds) {
    return this.chapters.findLast((chapter) => chapter.start <= seconds + 0.05);
  }

  /** "0:42 of 3:14" */
  spokenPosition(seconds) {
    return `${spokenTime(seconds)} of ${spokenLength(this.seconds)}`;
  }

  /** Its damage in short: "ends 12:40 early", "2 gaps, 0.4 s lost". */
  get damage() {
    const { flags, missingMs, gaps } = this.entry;
    const words = [];
    if (gaps?.lostMs > 0) words.push(`${counted(gaps.count, "gap")}, ${spokenStretch(gaps.lostMs / 1000)} lost`);
    else if (gaps) words.push(counted(gaps.count, "damaged place"));
    if (missingMs > 0) words.push(`ends ${spokenStretch(missingMs / 1000)} early`);
    else if (flags?.includes("truncated")) words.push("ends early");
    return words;
  }
}

const shortFormats = [
  [/layer III/, "MP3"],
  [/layer II/, "MP2"],
  [/Vorbis/, "Vorbis"],
  [/Opus/, "Opus"],
  [/AAC|M4A/i, "M4A"],
];

function encodedPath(path) {
  return path.split("/").map((name) => encodeURIComponent(name)).join("/");
}

function foldedText(text) {
  // Pure ASCII, as in most names, folds faster.
  return /^[\0-\x7f]*$/.test(text) ? text.toLowerCase() : text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
