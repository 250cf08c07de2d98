// The command of the scan, to be run again: its options are in the page, its places are not, so that pages that are
// published tell nothing of the machine. A page that is opened as a file is where its output is.

class ScanCommand {
  static kept = { library: "scanned library", output: "scanned output" };

  /** Returns the folders of recordings and output; undefined if neither the address nor the user has named them. */
  static places() {
    const found = location.protocol === "file:" ? ScanCommand.placesHere() : undefined;
    if (found) return found;
    const [library, output] = Object.values(ScanCommand.kept).map((name) => memory(name));
    return library && output ? { library, output } : undefined;
  }

  static placesHere() {
    const { media, manifest } = Recording.page;
    // The recordings may be elsewhere than they were.
    if (/^[a-z]+:|^\/\//i.test(media)) return undefined;
    try {
      const folder = (way) => decodeURIComponent(new URL(way, location.href).pathname).replace(/(?<=.)\/$/, "");
      return { library: folder(media), output: folder("."), manifest: manifest && folder(manifest) };
    } catch {
      // A name that is not UTF-8 cannot be spelled here.
      return undefined;
    }
  }

  /** Returns the command with the options that a failure lacks, or undefined if no command helps. */
  static for(failure, places = ScanCommand.places() ?? { library: "LIBRARY", output: "OUTPUT" }) {
    if (failure.code === "git-lfs-pointer") return `git -C ${quoted(places.library)} lfs pull`;
    if (!failure.add && !/ffmpeg/.test(failure.message)) return undefined;
    const { library, output, manifest } = places;
    const isStandard = output === `${library}/.wavethumb`;
    const words = [
      "wavethumb", "scan", library, ...(isStandard ? [] : ["--output", output]), ...(manifest ? ["--manifest", manifest] : []),
      ...withOptions(Recording.page.command, failure.add ?? []),
    ];
    return words.map(quoted).join(" ");
  }

  static remember(places) {
    for (const [place, name] of Object.entries(ScanCommand.kept)) memory(name, places[place]);
  }
}

/** Returns options with some added; an option that was given with another value is replaced. */
function withOptions(words, added) {
  const name = (word) => word.split("=")[0];
  const option = added.find((word) => word.startsWith("--"));
  const kept = [];
  for (let place = 0; place < words.length; place += 1) {
    if (option && name(words[place]) === name(option)) {
      // A value of its own follows, unless it is part of the word.
      if (added.length > 1 && !words[place].includes("=")) place += 1;
    } else {
      kept.push(words[place]);
    }
  }
  return [...kept, ...added];
}

/** Returns a word as a POSIX shell reads it. */
function quoted(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
