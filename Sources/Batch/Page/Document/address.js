// The address: `#Show/ep1.mp3&t=1:23` names a recording and a moment, and is kept up to date.

class Address {
  // Browsers stop listening to a page that changes its address too often.
  static leastMilliseconds = 1000;

  changedAt = -Infinity;

  /** Calls `open` with a recording and seconds when the address changes to them. */
  constructor(recordings, open) {
    this.recordings = recordings;
    this.open = open;
    addEventListener("popstate", () => this.follow());
  }

  /** Opens the recording that the address names. */
  follow() {
    clearTimeout(this.timer);
    const [, path, time] = /^#?(.*?)(?:&t=([^&]*))?$/s.exec(location.hash);
    if (!path) return;
    const anew = encodedAnew(path);
    const found = (address) => this.recordings.find((recording) => recording.encodedPath === address);
    this.open(found(path) ?? found(anew), parsedTime(time));
  }

  /** Adds a chosen recording to the history, so that "back" leads to the previous one. */
  enter(recording, seconds) {
    clearTimeout(this.timer);
    this.changedAt = performance.now();
    history.pushState(null, "", this.hash(recording, seconds));
  }

  /** Puts the current position into the address, at most once a second. */
  update(recording, seconds) {
    const wait = this.changedAt + Address.leastMilliseconds - performance.now();
    clearTimeout(this.timer);
    if (wait > 0) {
      this.timer = setTimeout(() => this.update(recording, seconds), wait);
      return;
    }
    const hash = this.hash(recording, seconds);
    if (hash === location.hash) return;
    this.changedAt = performance.now();
    history.replaceState(null, "", hash);
  }

  hash(recording, seconds) {
    return `#${recording.encodedPath}&t=${spokenTime(seconds)}`;
  }
}

/** Returns the path that the address names, as people read it. */
function addressedPath() {
  const path = location.hash.replace(/^#/, "").replace(/&t=[^&]*$/, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the encoded path of an address that was typed, or decoded by another program. */
function encodedAnew(path) {
  try {
    return encodedPath(decodeURIComponent(path));
  } catch {
    return path;
  }
}
