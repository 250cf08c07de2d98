// Filter, folder, kind and order: which recordings the list shows, and how sorted.

class Finder {
  static mostFolders = 500;
  static words = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  static orders = {
    path: undefined,
    title: (a, b) => Finder.compare(a.title, b.title),
    artist: (a, b) => Finder.compare(a.artist, b.artist) || Finder.compare(a.album, b.album) || Finder.byTrack(a, b),
    album: (a, b) => Finder.compare(a.album, b.album) || Finder.byFolder(a, b) || Finder.byTrack(a, b),
    duration: (a, b) => a.seconds - b.seconds,
    date: (a, b) => Finder.compare(a.year, b.year),
    format: (a, b) => Finder.compare(Columns.all.format.value(a), Columns.all.format.value(b)),
    rate: (a, b) => Columns.all.rate.value(a) - Columns.all.rate.value(b),
    size: (a, b) => a.entry.bytes - b.entry.bytes,
    loudness: (a, b) => a.loudness - b.loudness,
    problems: (a, b) =>
      worst(a) - worst(b) || (b.entry.missingMs ?? 0) - (a.entry.missingMs ?? 0) || (b.sound?.runs ?? 0) - (a.sound?.runs ?? 0),
  };

  /** Recordings without the fact come last in both directions. */
  static facts = {
    artist: (recording) => recording.artist,
    album: (recording) => recording.album,
    date: (recording) => recording.year,
    format: (recording) => recording.format,
    rate: ({ entry }) => entry.hz,
    size: ({ entry }) => entry.bytes !== undefined,
    loudness: (recording) => Number.isFinite(recording.loudness),
    problems: (recording) => worst(recording) < Infinity,
  };

  /** Compares two words; missing ones come last. */
  static compare(a, b) {
    if (!a || !b) return Boolean(b) - Boolean(a);
    return a === b ? 0 : Finder.words.compare(a, b);
  }

  static byFolder(a, b) {
    return a.folder === b.folder ? 0 : Finder.compare(albumKeys.album(a), albumKeys.album(b));
  }

  static byTrack(a, b) {
    return Finder.words.compare(a.folder, b.folder) || parseInt(a.entry.track, 10) - parseInt(b.entry.track, 10) || 0;
  }

  constructor(recordings, changed) {
    this.recordings = recordings;
    this.changed = changed;
    const find = (id) => document.getElementById(id);
    [this.filter, this.folder, this.shown] = [find("filter"), find("folder"), find("shown")];
    [this.order, this.direction, this.view] = [find("order"), find("direction"), find("view")];
    find("finder").hidden = false;
    find("finder").addEventListener("submit", (event) => event.preventDefault());
    find("clear").addEventListener("click", () => this.clear());
    this.filter.addEventListener("input", changed);
    for (const select of [this.folder, this.shown, this.order]) select.addEventListener("change", changed);
    // On a phone the menus are shown on request only.
    const more = find("more-options");
    more.addEventListener("click", () => {
      more.setAttribute("aria-expanded", find("finder").classList.toggle("open"));
    });
    this.direction.addEventListener("click", () => {
      this.direction.setAttribute("aria-pressed", this.direction.getAttribute("aria-pressed") !== "true");
      changed();
    });
    this.offerViews();
    this.offerOrders();
    this.offerKinds();
    // A library of ten thousand folders would delay the first waveforms.
    setTimeout(() => this.offerFolders());
  }

  /** The view is remembered if the browser allows the page to store it. */
  offerViews() {
    const remembered = memory("view");
    if ([...this.view.options].some(({ value }) => value === remembered)) this.view.value = remembered;
    document.body.dataset.view = this.view.value;
    this.view.addEventListener("change", () => this.enterView(this.view.value));
  }

  enterView(view) {
    this.only = undefined;
    if (view !== "albums") this.lastView = view;
    this.view.value = document.body.dataset.view = view;
    memory("view", view);
    this.changed();
  }

  nextView() {
    const views = [...this.view.options].filter(({ disabled }) => !disabled).map(({ value }) => value);
    this.enterView(views[(views.indexOf(this.view.value) + 1) % views.length]);
  }

  /** The view of albums can be chosen if the sorted list has any. */
  offerAlbums(hasAlbums) {
    this.view.querySelector("[value=albums]").disabled = !hasAlbums && this.view.value !== "albums";
  }

  /** Orders are not offered if no recording has the facts for them. */
  offerOrders() {
    const some = (holds) => this.recordings.some(holds);
    const isOffered = {
      artist: some(({ entry }) => entry.artist),
      album: some(({ entry }) => entry.album),
      date: some(({ entry }) => entry.year),
      problems: some(({ entry, sound }) => sound?.findings || entry.gaps || entry.flags),
    };
    for (const entry of [...this.order.options]) if (isOffered[entry.value] === false) entry.remove();
  }

  /** Lists every folder with recordings somewhere below it, indented by its depth. */
  offerFolders() {
    const counts = new Map();
    for (const { folder } of this.recordings) {
      for (let end = folder.length; end > 0; end = folder.lastIndexOf("/", end - 1)) {
        const name = folder.slice(0, end);
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
    const sortable = new Map([...counts.keys()].map((name) => [name, name.replaceAll("/", "\0")]));
    const names = [...counts.keys()].sort((a, b) => Finder.words.compare(sortable.get(a), sortable.get(b)));
    this.folder.parentElement.hidden = names.length === 0;
    this.folderOption = (name) => option(name, folderLabel(name, counts.get(name)));
    const isLong = names.length > Finder.mostFolders;
    this.fillFolders(isLong ? [] : names);
    if (!isLong) return;
    // With thousands of options browsers take milliseconds for each row that scrolls in: they are there while needed.
    this.folder.addEventListener("focus", () => this.fillFolders(names));
    this.folder.addEventListener("blur", () => this.fillFolders([this.folder.value].filter(Boolean)));
  }

  fillFolders(names) {
    const { value } = this.folder;
    this.folder.replaceChildren(option("", "All folders"), ...names.map(this.folderOption));
    this.folder.value = value;
  }

  offerKinds() {
    const counts = new Map();
    const count = (kind) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
    for (const recording of this.recordings) {
      const { failure, entry } = recording;
      count(failure ? failure.status : "ok");
      if (failure && failure.code !== failure.status) count(`code:${failure.code}`);
      for (const flag of entry.flags ?? []) count(`flag:${flag}`);
      if (entry.gaps) count("gaps");
      for (const finding of recording.remarkableFindings) count(`finding:${finding}`);
      if (entry.chapters) count("chapters");
      if (recording.group) count("copies");
      if (recording.sound?.events) count("events");
    }
    const names = { ok: "With a waveform", chapters: "With chapters", events: "With events", copies: "More than once", gaps: "With gaps" };
    for (const [flag, name] of Object.entries(flagNames)) names[`flag:${flag}`] = sentenceCase(name);
    for (const [finding, { label }] of Object.entries(findings)) names[`finding:${finding}`] = `Finding: ${label}`;
    for (const [status, name] of Object.entries(failureNames)) names[status] = sentenceCase(name);
    const codes = [...counts.keys()].filter((kind) => kind.startsWith("code:")).sort();
    for (const kind of codes) names[kind] = `Failed: ${kind.slice(5).replaceAll("-", " ")}`;
    const kinds = Object.keys(names).filter((kind) => counts.has(kind));
    this.shown.replaceChildren(
      option("", "All recordings"),
      ...kinds.map((kind) => option(kind, `${names[kind]} (${counts.get(kind)})`)));
    this.shown.parentElement.hidden = kinds.length < 2;
  }

  /** Returns the requested recordings in the requested order. */
  found() {
    const terms = foldedText(this.filter.value).split(/\s+/).filter(Boolean);
    const [folder, kind] = [this.folder.value, this.shown.value];
    const found = this.recordings.filter((recording) =>
      (!this.only || this.only.has(recording)) &&
      (!folder || recording.folder === folder || recording.folder.startsWith(`${folder}/`)) &&
      (!kind || isOfKind(recording, kind)) &&
      terms.every((term) => recording.haystack.includes(term)));
    return this.sorted(found);
  }

  sorted(recordings) {
    Columns.sortBy(this.order.value);
    if (this.showsGroups) return byGroup(recordings);
    const compare = Finder.orders[this.order.value];
    const isReversed = this.direction.getAttribute("aria-pressed") === "true";
    if (!compare) return isReversed ? recordings.reverse() : recordings;
    const sign = isReversed ? -1 : 1;
    const fact = Finder.facts[this.order.value] ?? (() => true);
    const has = new Map(recordings.map((recording) => [recording, recording.isPlayable ? 2 * Boolean(fact(recording)) : -1]));
    // Files that failed have no facts at all, and come last either way.
    return recordings.sort((a, b) => has.get(b) - has.get(a) || sign * compare(a, b) || a.index - b.index);
  }

  /** Whether the list has the groups of copies, each under a heading. */
  get showsGroups() {
    return this.shown.value === "copies" && this.order.value === "path";
  }

  get isActive() {
    return Boolean(this.filter.value || this.folder.value || this.shown.value || this.only);
  }

  enter(folder) {
    this.only = undefined;
    this.folder.focus();
    this.folder.value = folder;
    this.changed();
  }

  /** Shows one album, which may have recordings of several folders. */
  enterAlbum(album) {
    this.only = new Set(album.recordings);
    this.view.value = document.body.dataset.view = this.lastView ?? "comfortable";
    this.changed();
  }

  clearFilter() {
    this.filter.value = "";
    this.changed();
  }

  /** Leaves filter and view of albums, so that every recording has a row. */
  showEverything() {
    if (this.view.value === "albums") this.view.value = document.body.dataset.view = this.lastView ?? "comfortable";
    this.clear();
  }

  clear() {
    this.only = undefined;
    this.filter.value = "";
    this.folder.value = "";
    this.shown.value = "";
    this.changed();
  }
}

function isOfKind(recording, kind) {
  const [name, value] = kind.split(":");
  if (name === "flag") return recording.entry.flags?.includes(value);
  if (name === "finding") return recording.findings.includes(value);
  if (name === "code") return recording.failure?.code === value;
  if (name === "copies") return Boolean(recording.group);
  if (name === "events") return Boolean(recording.sound?.events);
  if (name === "chapters" || name === "gaps") return Boolean(recording.entry[name]);
  return (recording.failure?.status ?? "ok") === name;
}

/** The place of the worst problem of a recording, or infinity if it has none. */
function worst(recording) {
  const { gaps, flags } = recording.entry;
  const names = [...recording.findings, ...(gaps ? ["gaps"] : []), ...(flags ?? [])];
  return Math.min(Infinity, ...names.map((name) => findingOrder.get(name) ?? Infinity));
}

/** Puts the recordings of one content next to each other, in the order of the first of each. */
function byGroup(recordings) {
  const found = new Set(recordings);
  return [...new Set(recordings.flatMap(({ group }) => group))].filter((recording) => found.has(recording));
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

/** Reads or writes what the browser remembers for this page; private windows may refuse. */
function memory(name, value) {
  try {
    if (value === undefined) return localStorage.getItem(`wavethumb ${name}`);
    localStorage.setItem(`wavethumb ${name}`, value);
  } catch {
    return undefined;
  }
  return value;
}
