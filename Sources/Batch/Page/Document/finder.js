// Filter, folder, kind and order: which recordings the list shows, and how sorted.

class Finder {
  static orders = {
    path: undefined,
    title: (a, b) => Finder.words.compare(a.title, b.title),
    duration: (a, b) => a.seconds - b.seconds,
    loudness: (a, b) => (a.decibels ?? -Infinity) - (b.decibels ?? -Infinity),
  };
  static words = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

  constructor(recordings, changed) {
    this.recordings = recordings;
    this.changed = changed;
    const find = (id) => document.getElementById(id);
    [this.filter, this.folder, this.shown] = [find("filter"), find("folder"), find("shown")];
    [this.order, this.direction] = [find("order"), find("direction")];
    find("finder").hidden = false;
    find("finder").addEventListener("submit", (event) => event.preventDefault());
    find("clear").addEventListener("click", () => this.clear());
    this.filter.addEventListener("input", changed);
    for (const select of [this.folder, this.shown, this.order]) select.addEventListener("change", changed);
    this.direction.addEventListener("click", () => {
      this.direction.setAttribute("aria-pressed", this.direction.getAttribute("aria-pressed") !== "true");
      changed();
    });
    this.offerKinds();
    // A library of ten thousand folders would hold up the first waveforms.
    setTimeout(() => this.offerFolders());
  }

  /** Every folder with recordings somewhere below it, indented by its depth. */
  offerFolders() {
    const counts = new Map();
    for (const { folder } of this.recordings) {
      for (let end = folder.length; end > 0; end = folder.lastIndexOf("/", end - 1)) {
        const name = folder.slice(0, end);
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
    const names = [...counts.keys()].sort((a, b) => Finder.words.compare(a.replaceAll("/", "\0"), b.replaceAll("/", "\0")));
    this.folder.replaceChildren(
      option("", "All folders"),
      ...names.map((name) => option(name, folderLabel(name, counts.get(name)))));
    this.folder.parentElement.hidden = names.length === 0;
  }

  offerKinds() {
    const counts = new Map();
    const count = (kind) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
    for (const recording of this.recordings) {
      count(recording.failure ? recording.failure.status : "ok");
      if (recording.failure && recording.failure.code !== recording.failure.status) count(`code:${recording.failure.code}`);
      for (const flag of recording.flags) count(`flag:${flag}`);
      if (recording.chapters.length > 0) count("chapters");
    }
    const names = {
      ok: "With a waveform",
      chapters: "With chapters",
      ...Object.fromEntries(Object.entries(flagNames).map(([flag, name]) => [`flag:${flag}`, sentenceCase(name)])),
      ...Object.fromEntries(Object.entries(failureNames).map(([status, name]) => [status, sentenceCase(name)])),
    };
    const codes = [...counts.keys()].filter((kind) => kind.startsWith("code:")).sort();
    for (const kind of codes) names[kind] = `Failed: ${kind.slice(5).replaceAll("-", " ")}`;
    const kinds = Object.keys(names).filter((kind) => counts.has(kind));
    this.shown.replaceChildren(
      option("", "All recordings"),
      ...kinds.map((kind) => option(kind, `${names[kind]} (${counts.get(kind)})`)));
    this.shown.parentElement.hidden = kinds.length < 2;
  }

  /** The recordings that are asked for, in the order asked for. */
  found() {
    const terms = foldedText(this.filter.value).split(/\s+/).filter(Boolean);
    const [folder, kind] = [this.folder.value, this.shown.value];
    const found = this.recordings.filter((recording) =>
      (!folder || recording.folder === folder || recording.folder.startsWith(`${folder}/`)) &&
      (!kind || isOfKind(recording, kind)) &&
      terms.every((term) => recording.haystack.includes(term)));
    return this.sorted(found);
  }

  sorted(recordings) {
    const compare = Finder.orders[this.order.value];
    const isReversed = this.direction.getAttribute("aria-pressed") === "true";
    if (!compare) return isReversed ? recordings.reverse() : recordings;
    const sign = isReversed ? -1 : 1;
    // What could not be drawn has neither length nor loudness, and stands last either way.
    return recordings.sort((a, b) => b.isPlayable - a.isPlayable || sign * compare(a, b) || a.index - b.index);
  }

  get isActive() {
    return Boolean(this.filter.value || this.folder.value || this.shown.value);
  }

  enter(folder) {
    this.folder.value = folder;
    this.changed();
    this.folder.focus();
  }

  clearFilter() {
    this.filter.value = "";
    this.changed();
  }

  clear() {
    this.filter.value = "";
    this.folder.value = "";
    this.shown.value = "";
    this.changed();
  }
}

function isOfKind(recording, kind) {
  const [name, value] = kind.split(":");
  if (name === "flag") return recording.flags.includes(value);
  if (name === "code") return recording.failure?.code === value;
  if (name === "chapters") return recording.chapters.length > 0;
  return (recording.failure?.status ?? "ok") === name;
}

function option(value, text) {
  const element = document.createElement("option");
  element.value = value;
  element.textContent = text;
  return element;
}

function folderLabel(name, count) {
  const names = name.split("/");
  return `${"\u2003".repeat(names.length - 1)}${names.at(-1)} (${count})`;
}

function sentenceCase(text) {
  return text[0].toUpperCase() + text.slice(1);
}
