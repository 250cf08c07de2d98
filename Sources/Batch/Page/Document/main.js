// The page: reads what was scanned, and brings list, player, finder, address and keys together.

const page = readPage(document.getElementById("data"));
const { recordings } = page;
const announcement = document.getElementById("announcement");
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
let selected;
let isGliding = false;
// In a frame of another page: one recording, without the list.
const isEmbedded = new URLSearchParams(location.search).has("embed");

document.body.classList.toggle("embedded", isEmbedded);
document.body.classList.toggle("covers", page.covers.length > 0);
applyAccent(page.color);
Coloring.start(page);
Legend.show(document.getElementById("legend"));
darkness.addEventListener("change", () => {
  applyAccent(page.color);
  applyTints(Coloring.tints);
  if (zoom.dialog.open) zoom.draw();
});

const player = new Player(document.getElementById("audio"), neighbour);
const zoom = new Zoom(player);
const details = new Details({ play: (recording, seconds) => player.play(recording, seconds), zoom: (recording) => zoom.open(recording) });
const actions = {
  seek: (recording, seconds) => player.play(recording, seconds),
  zoom: (recording) => zoom.open(recording),
  open: (recording) => details.open(recording),
  enter: (folder) => finder.enter(folder),
  openAlbum: (album) => finder.enterAlbum(album),
  toggle,
  select,
};
const list = new List(document.getElementById("recordings"), {
  makeRow: () => new Row(actions),
  makeHeading: () => new Heading(actions),
  stateOf: (recording) => ({
    current: recording === player.current,
    playing: recording === player.current && player.isPlaying,
    selected: recording === selected,
  }),
});
const playerBar = new PlayerBar(page, player, { reveal: isEmbedded ? undefined : show, zoom: actions.zoom, repaint });
const sheet = new Sheet(list);
const finder = new Finder(recordings, find);
Columns.start(document.querySelector("#columns .menu"), recordings, find);
const address = new Address(recordings, open);

/** Draws all shown waveforms in the colors that are chosen now. */
function repaint() {
  Legend.show(document.getElementById("legend"));
  for (const row of list.rows.values()) row.paint?.();
  if (zoom.dialog.open) zoom.draw();
}

/** Returns the next playable recording after another in the current order, or before it if `places` is negative. */
function neighbour(recording, places) {
  const sign = Math.sign(places);
  const start = list.recordings[recording.number] === recording ? recording.number : sign > 0 ? -1 : list.recordings.length;
  for (let index = start + sign; list.recordings[index]; index += sign) {
    if (list.recordings[index].isPlayable) return list.recordings[index];
  }
  return undefined;
}

function toggle(recording) {
  if (recording === player.current) player.toggle();
  else player.play(recording);
}

/** Opens what an address names; it plays only if something played before, as browsers require a click first. */
function open(recording, seconds) {
  const missing = document.getElementById("missing");
  missing.hidden = Boolean(recording && (recording.isPlayable || !isEmbedded));
  if (!recording) {
    missing.textContent = `This page has no recording “${addressedPath()}”. It may have been moved, renamed or removed.`;
    return;
  }
  if (!missing.hidden) missing.textContent = `${recording.title}: ${recording.failure.message}`;
  if (recording.isPlayable) {
    if (player.isPlaying) player.start(recording, seconds);
    else player.open(recording, seconds);
  }
  if (!isEmbedded) show(recording);
}

/** Selects a recording and scrolls to it, past a filter that hides it. */
function show(recording) {
  if (!list.holds(recording)) finder.showEverything();
  select(recording);
  list.reveal(recording);
}

function select(recording) {
  if (recording === selected) return;
  selected = recording;
  list.showStates();
}

function find() {
  const found = finder.found();
  const albums = finder.showsGroups ? groupsOf(found) : albumsOf(found, finder.order.value);
  finder.offerAlbums(albums.length > 0);
  // Without albums their view has nothing to show.
  document.body.dataset.view = finder.view.value === "albums" && albums.length === 0 ? "comfortable" : finder.view.value;
  Columns.sortBy(finder.order.value);
  document.getElementById("missing").hidden = true;
  list.show(found, albums, document.body.dataset.view === "albums");
  if (found[selected?.number] !== selected) selected = found[0];
  list.showStates();
  document.getElementById("nothing").hidden = found.length > 0 || recordings.length === 0;
  document.getElementById("empty").hidden = recordings.length > 0;
  const all = counted(recordings.length, "recording");
  document.getElementById("count").textContent = finder.isActive ? `${grouped(found.length)} of ${all}` : all;
  document.getElementById("everything").hidden = !finder.isActive;
  scrollTo(0, 0);
}

/** Moves the selection by rows; the arrows up and down move by lines of the grid. */
function move(places, isVertical) {
  const from = selected ? selected.number : 0;
  const columns = isVertical && document.body.dataset.view === "grid" ? list.columns : 1;
  const recording = list.recordings[Math.max(0, Math.min(list.recordings.length - 1, from + places * columns))];
  if (!recording) return;
  select(recording);
  list.reveal(recording);
  list.rows.get(recording)?.focus();
}

function say(words) {
  announcement.textContent = words;
}

player.addEventListener("changed", () => {
  const { current, isPlaying } = player;
  list.showStates();
  list.rows.get(current)?.showObstacle();
  document.title = isPlaying ? `▶ ${current.title}` : page.title;
  if (isPlaying && current !== player.said) say(`Playing ${current.title}`);
  player.said = isPlaying ? current : undefined;
  showToSystem(player);
  if (isPlaying && !isGliding && !stillness.matches) glide();
});
player.addEventListener("moved", () => {
  const { current, position } = player;
  list.rows.get(current)?.wave.showPosition(position);
  if (!current.obstacle) address.update(current, position);
});
player.addEventListener("chosen", ({ detail }) => address.enter(detail.recording, detail.seconds));
player.addEventListener("announced", (event) => say(event.detail));
player.addEventListener("noticed", (event) => {
  say(event.detail);
  document.querySelector("#notice span").textContent = event.detail;
  document.getElementById("notice").hidden = false;
});
player.addEventListener("followed", (event) => {
  // The list follows the playing recording unless the user has moved elsewhere.
  if (!isEmbedded && selected === event.detail && !document.activeElement.matches("input, select")) show(player.current);
});

listenToKeys({
  toggle: () => (player.current ? player.toggle() : selected?.isPlayable && toggle(selected)),
  skip: (seconds) => player.current && player.seek(player.position + seconds),
  move,
  playSelected: () => selected?.isPlayable && toggle(selected),
  enterList: () => move(0),
  clearFilter: () => finder.clearFilter(),
  open: () => selected && details.open(selected),
  zoom: () => zoom.open(selected),
  pressInZoom: (key) => zoom.press(key),
  nextView: () => finder.nextView(),
  close: () => !playerBar.chapters.hidden && (playerBar.openChapters(false), true),
});

/** Keys of keyboards and headphones, and what a phone shows while it is locked. */
function showToSystem({ current, isPlaying }) {
  const session = navigator.mediaSession;
  if (!session || !current) return;
  session.playbackState = isPlaying ? "playing" : "paused";
  if (player.shown === current) return;
  player.shown = current;
  // Browsers take no picture of file:// for this.
  const artwork = current.cover && location.protocol.startsWith("http") ? [{ src: new URL(current.cover, location.href).href }] : [];
  session.metadata = new MediaMetadata({ title: current.title, artist: current.artist, album: current.album, artwork });
}

for (const [action, places] of [["previoustrack", -1], ["nexttrack", 1]]) {
  navigator.mediaSession?.setActionHandler(action, () => player.step(places));
}

/** Moves the played part smoothly between the browser's reports of the position, about four a second. */
function glide() {
  isGliding = player.isPlaying;
  if (!isGliding) return;
  const { current, position } = player;
  list.rows.get(current)?.wave.showPosition(position);
  playerBar.wave.showPosition(position);
  requestAnimationFrame(glide);
}

const first = recordings.find((recording) => recording.levelsEnd > recording.levelsStart);
if (first) document.querySelector("link[rel=icon]").href = iconOf(first, page.color.slice(0, 7));
for (const dialog of document.querySelectorAll("dialog")) closeOnBackdrop(dialog);
const helpButton = document.getElementById("help-button");
helpButton.hidden = false;
helpButton.addEventListener("click", () => document.getElementById("help").showModal());
document.getElementById("everything").addEventListener("click", () => finder.clear());
document.querySelector("#notice button").addEventListener("click", () => (document.getElementById("notice").hidden = true));
// The script sets the length of the list, so the browser cannot restore the scroll position.
history.scrollRestoration = "manual";
if (!isEmbedded) find();
// Bars grow in once, when the page opens; rows added by scrolling appear at once.
setTimeout(() => document.body.classList.remove("opening"), 1000);
if (isEmbedded && !location.hash) open(recordings.find((recording) => recording.isPlayable) ?? recordings[0]);
address.follow();
