// The player: one element for sound, one recording at a time.

class Player extends EventTarget {
  // The most recordings skipped in a row: if nothing can be played, the whole library is not tried.
  static mostSkipped = 5;
  // Seconds from the start within which "previous" means the previous recording.
  static beginning = 3;
  // LUFS, the level of European broadcasts.
  static equalLoudness = -23;

  skipped = 0;
  /** Whether all recordings play at the same loudness. */
  isEqual = false;
  /** Whether the server was found not to answer Range requests. */
  isSequential = false;
  /** Whether this recording started because another one ended. */
  isFollowing = false;

  /** `neighbour` returns the next playable recording after or before another. */
  constructor(audio, neighbour) {
    super();
    this.audio = audio;
    this.neighbour = neighbour;
    audio.addEventListener("loadedmetadata", () => this.arrive());
    audio.addEventListener("play", () => this.changed());
    audio.addEventListener("pause", () => this.changed());
    audio.addEventListener("playing", () => this.proceed());
    audio.addEventListener("timeupdate", () => this.moved());
    audio.addEventListener("seeked", () => this.moved());
    audio.addEventListener("ended", () => this.finish());
    audio.addEventListener("error", () => this.fail());
  }

  get isPlaying() {
    return Boolean(this.current) && !this.audio.paused && !this.current.obstacle;
  }

  get position() {
    return this.target ?? this.audio.currentTime;
  }

  /** Makes a recording the current one, at its last position or at the seconds given; plays nothing yet. */
  open(recording, seconds = recording.position) {
    if (recording !== this.current) {
      this.current = recording;
      const { defaultPlaybackRate } = this.audio;
      this.audio.src = recording.media;
      this.audio.playbackRate = defaultPlaybackRate;
      this.audio.volume = this.volume;
      this.loaded = false;
    }
    this.seek(seconds);
    this.changed();
  }

  /** Plays a recording that the user has chosen. */
  play(recording, seconds = recording.position) {
    this.isFollowing = false;
    this.skipped = 0;
    if (recording !== this.current) this.dispatchEvent(new CustomEvent("chosen", { detail: { recording, seconds } }));
    this.start(recording, seconds);
  }

  toggle(recording = this.current) {
    if (!recording?.isPlayable) return;
    if (recording === this.current && this.isPlaying) this.audio.pause();
    else this.play(recording);
  }

  seek(seconds) {
    const { current, audio } = this;
    if (!current) return;
    const end = Math.max(current.seconds, this.loaded && Number.isFinite(audio.duration) ? audio.duration : 0);
    this.target = Math.max(0, Math.min(end, seconds));
    if (this.loaded) this.arrive();
    this.moved();
  }

  step(places) {
    const goesBack = places < 0 && this.position > Player.beginning;
    const next = this.current && !goesBack && this.neighbour(this.current, places);
    if (next) this.play(next, 0);
    else if (places < 0) this.seek(0);
  }

  set speed(factor) {
    this.audio.defaultPlaybackRate = factor;
    this.audio.playbackRate = factor;
  }

  /** Quieter recordings stay as they are: the volume cannot exceed 1. */
  get volume() {
    const { loudness } = this.current?.sound ?? {};
    return this.isEqual && Number.isFinite(loudness) ? Math.min(1, 10 ** ((Player.equalLoudness - loudness) / 20)) : 1;
  }

  set equalLoudness(isEqual) {
    this.isEqual = isEqual;
    this.audio.volume = this.volume;
  }

  start(recording, seconds) {
    this.open(recording, seconds);
    if (recording.obstacle) {
      // Another try: the disk or the network may be back.
      recording.obstacle = "";
      this.loaded = false;
      this.audio.load();
    }
    // Refused by the browser, or superseded by the next click: events report both.
    this.audio.play().catch(() => this.changed());
  }

  /** Performs a pending seek as soon as the browser knows how long the recording is. */
  arrive() {
    this.loaded = true;
    if (this.target === undefined) return;
    const { target, audio } = this;
    const { seekable } = audio;
    this.target = undefined;
    if (target > 1 && (seekable.length === 0 || seekable.end(seekable.length - 1) === 0)) {
      this.staySequential();
      return;
    }
    audio.currentTime = target;
  }

  /** Explains once why playback cannot start at a click, instead of playing from the start. */
  staySequential() {
    if (this.isSequential) return;
    this.isSequential = true;
    this.audio.pause();
    this.dispatchEvent(new CustomEvent("noticed", {
      detail: "This server does not answer Range requests, so recordings can only be played from their start. Most web servers answer them; Python's http.server does not.",
    }));
    this.moved();
  }

  proceed() {
    this.skipped = 0;
    this.changed();
  }

  finish() {
    this.current.position = 0;
    this.follow();
  }

  follow() {
    const ended = this.current;
    const next = this.neighbour(ended, 1);
    if (next) {
      this.isFollowing = true;
      this.start(next, 0);
      this.dispatchEvent(new CustomEvent("followed", { detail: ended }));
    } else {
      this.seek(0);
      this.changed();
    }
  }

  fail() {
    const { current, audio } = this;
    if (!current) return;
    current.obstacle = obstacle(current, audio);
    this.target = undefined;
    this.changed();
    this.announce(current.obstacle);
    // A queue continues without it; a recording that the user has chosen stays, with its error.
    if (this.isFollowing && this.skipped < Player.mostSkipped) {
      this.skipped += 1;
      this.follow();
    } else {
      audio.pause();
    }
  }

  moved() {
    if (this.current) this.current.position = this.position;
    this.dispatchEvent(new Event("moved"));
  }

  changed() {
    this.dispatchEvent(new Event("changed"));
  }

  announce(words) {
    this.dispatchEvent(new CustomEvent("announced", { detail: words }));
  }
}

/** Returns why a recording does not play: a format the browser lacks, or a file that is not at the expected address. */
function obstacle(recording, audio) {
  const format = recording.format || "this format";
  if (audio.error?.code === MediaError.MEDIA_ERR_NETWORK) return "The connection broke off. Play it again to go on.";
  if (!isSupported(recording, audio)) return `This browser cannot play ${format}.`;
  // Firefox reports so as well where the system has no device for sound.
  if (audio.error?.code === MediaError.MEDIA_ERR_DECODE) {
    const reason = /sink/i.test(audio.error.message) ? "there is no device for sound" : "it is damaged there";
    return `The browser stopped at ${spokenTime(audio.currentTime)}: ${reason}. Play it again to go on.`;
  }
  return `Not found at ${decoded(audio.currentSrc)}, or this browser cannot play ${format}. ` +
    "If the recordings are elsewhere, scan with --page --media-url PREFIX.";
}

/** The formats that some browsers do not play, by the names that the scan uses. */
const mediaTypes = [
  [/layer II?$/, 'audio/mpeg; codecs="mp2"'],
  [/^AIFF/, "audio/aiff"],
  [/^AU/, "audio/basic"],
  [/^CAF/, "audio/x-caf"],
  [/^VOC/, "audio/x-voc"],
  [/^W64/, "audio/x-w64"],
  [/64-bit float/, "audio/x-float64"],
  [/^SDS/, "audio/x-sds"],
  [/^FLAC/, "audio/flac"],
  [/Vorbis/, 'audio/ogg; codecs="vorbis"'],
  [/Opus/, 'audio/ogg; codecs="opus"'],
  [/GSM/, 'audio/wav; codecs="49"'],
  [/ADPCM/, 'audio/wav; codecs="2"'],
  [/ALAC/i, 'audio/mp4; codecs="alac"'],
  [/AAC/i, 'audio/mp4; codecs="mp4a.40.2"'],
  [/WMA|Windows Media/i, "audio/x-ms-wma"],
  [/WavPack/i, "audio/x-wavpack"],
  [/Monkey|APE/, "audio/x-ape"],
  [/Musepack/i, "audio/x-musepack"],
  [/TTA|True Audio/, "audio/x-tta"],
  [/AC-?3/i, "audio/ac3"],
  [/DTS/, "audio/vnd.dts"],
  [/Speex/i, 'audio/ogg; codecs="speex"'],
  [/AMR/, "audio/amr"],
];

/** Whether the browser may be able to play the type; each type is queried once. */
function isSupported({ format }, audio) {
  const known = isSupported.known;
  if (!known.has(format)) {
    const type = mediaTypes.find(([pattern]) => pattern.test(format))?.[1];
    known.set(format, !type || audio.canPlayType(type) !== "");
  }
  return known.get(format);
}
isSupported.known = new Map();

function decoded(url) {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
