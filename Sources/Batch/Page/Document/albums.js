// Albums: runs of recordings in one folder, or of one album, with a heading each.

class Album {
  place = -1;
  isPlayable = false;

  constructor(recordings, name) {
    this.recordings = recordings;
    const [first] = recordings;
    this.album = common(recordings, "album") ?? "";
    this.folder = first.folder;
    this.name = name ?? (this.album || this.folderName || Recording.page.title);
    const named = recordings.filter((recording) => recording.artist);
    this.artist = named.length > 0 ? (common(named, "artist") ?? "Various artists") : "";
    this.year = common(recordings.filter((recording) => recording.year), "year") ?? "";
    this.cover = recordings.find((recording) => recording.cover)?.cover;
    this.first = recordings.find((recording) => recording.isPlayable);
  }

  get folderName() {
    return this.folder.split("/").at(-1);
  }

  /** Distinguishes it from another album of the same name: its folder, or the parent of that. */
  get origin() {
    if (!this.isNamedTwice) return "";
    return this.folderName === this.name ? this.folder.split("/").slice(0, -1).join("/") : this.folderName;
  }

  /** Artist, year, count and length. */
  get details() {
    const seconds = this.recordings.reduce((sum, recording) => sum + recording.seconds, 0);
    return [this.note, this.origin, this.artist, this.year, counted(this.recordings.length, "recording"), seconds > 0 && spokenTotal(seconds)].filter(Boolean);
  }
}

/** Returns the value that all recordings have, or undefined if they differ. */
function common(recordings, name) {
  const value = recordings[0]?.[name];
  return recordings.every((recording) => recording[name] === value) ? value : undefined;
}

/** Returns the runs of recordings with equal keys. */
function runs(recordings, key) {
  const found = [];
  let last;
  for (const recording of recordings) {
    const now = key(recording);
    if (found.length === 0 || now !== last) found.push([]);
    found.at(-1).push(recording);
    last = now;
  }
  return found;
}

const albumKeys = {
  path: (recording) => recording.folder,
  // Albums of one name in two folders are two, unless they are the discs of one.
  album: (recording) => (recording.album ? `${recording.album}\n${recording.folder.split("/").slice(0, -1).join("/")}` : `\n${recording.folder}`),
};

/** Returns the albums of sorted recordings; none if most of them would have a single recording. */
function albumsOf(recordings, order) {
  const key = albumKeys[order];
  if (!key) return [];
  const found = runs(recordings, key);
  if (found.length * 2 > recordings.length || (found.length === 1 && !found[0][0].folder)) return [];
  const albums = found.map((run) => new Album(run, order === "album" && !run[0].album ? "No album" : undefined));
  // The discs of an album, and albums of one name, are distinguished by their folders.
  const names = new Map();
  for (const { name } of albums) names.set(name, (names.get(name) ?? 0) + 1);
  for (const album of albums) album.isNamedTwice = names.get(album.name) > 1;
  return albums;
}

/** Returns the groups of copies among sorted recordings, as albums with what they have in common. */
function groupsOf(recordings) {
  return runs(recordings, (recording) => recording.group).map((run) => {
    const group = new Album(run, run[0].title);
    group.note = common(run, "same") ? "Same file" : "Same sound";
    return group;
  });
}

/** The heading of an album above its recordings; in the view of albums, a card that opens it. */
class Heading {
  static template = document.getElementById("heading");

  constructor(actions) {
    this.element = Heading.template.content.firstElementChild.cloneNode(true);
    const find = (selector) => this.element.querySelector(selector);
    [this.name, this.detail, this.link] = [find(".name"), find(".detail"), find(".enter")];
    this.cover = new Cover(find(".cover"));
    this.link.addEventListener("click", () => actions.openAlbum(this.album));
    this.element.addEventListener("click", (event) => {
      if (document.body.dataset.view === "albums" && !event.target.closest("button")) actions.openAlbum(this.album);
    });
  }

  show(album) {
    this.album = album;
    this.name.textContent = album.name;
    // Lines break between the parts only.
    const parts = album.details.map((part) => made("span", part));
    this.detail.replaceChildren(...parts.flatMap((part, place) => (place > 0 ? [" · ", part] : [part])));
    this.link.title = `Only ${album.name}`;
    this.detail.title = album.details.join(" · ");
    this.cover.show(album.cover, album.first);
  }

  showState() {}

  resize() {}
}
