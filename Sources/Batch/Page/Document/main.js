// The page: reads what was scanned, and brings list, player, finder, address and keys together.

const page = JSON.parse(document.getElementById("data").textContent);
const recordings = page.recordings.map((entry, index) => new Recording(entry, page, index));
const announcement = document.getElementById("announcement");
let selected;

const player = new Player(document.getElementById("audio"), neighbour);
const list = new List(
  document.getElementById("recordings"),
  () => new Row(page, { seek: (recording, seconds) => player.play(recording, seconds), toggle, select, enter: (folder) => finder.enter(folder) }),
  (recording) => ({
    current: recording === player.current,
    playing: recording === player.current && player.isPlaying,
    selected: recording === selected,
  }));
const playerBar = new PlayerBar(page, player, show);
const finder = new Finder(recordings, find);
const address = new Address(recordings, open);

/** The playable recording so many places behind another, as the list is sorted now. */
function neighbour(recording, places) {
  const sign = Math.sign(places);
  const start = list.places.get(recording) ?? (sign > 0 ? -1 : list.recordings.length);
  for (let index = start + sign; list.recordings[index]; index += sign) {
    if (list.recordings[index].isPlayable) return list.recordings[index];
  }
  return undefined;
}

function toggle(recording) {
  if (recording === player.current) player.toggle();
  else player.play(recording);
}

/** Opens what an address names; it plays on only where something played before, as browsers want a click first. */
function open(recording, seconds) {
  if (!recording) {
    say("The recording of this address is not here");
    return;
  }
  if (recording.isPlayable) {
    if (player.isPlaying) player.start(recording, seconds);
    else player.open(recording, seconds);
  }
  show(recording);
}

/** Selects a recording and scrolls to it, past a filter that hides it. */
function show(recording) {
  if (!list.places.has(recording)) finder.clear();
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
  list.show(found);
  if (!list.places.has(selected)) selected = found[0];
  list.showStates();
  document.getElementById("nothing").hidden = found.length > 0 || recordings.length === 0;
  const all = recordings.length === 1 ? "1 recording" : `${recordings.length.toLocaleString("en")} recordings`;
  document.getElementById("count").textContent = finder.isActive ? `${found.length.toLocaleString("en")} of ${all}` : all;
  scrollTo(0, 0);
}

function move(places) {
  const index = (list.places.get(selected) ?? 0) + places;
  const recording = list.recordings[Math.max(0, Math.min(list.recordings.length - 1, index))];
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
  document.title = isPlaying ? `▶ ${current.title}` : libraryName();
  if (isPlaying && current !== player.said) say(`Playing ${current.title}`);
  player.said = isPlaying ? current : undefined;
  showToSystem(player);
});
player.addEventListener("moved", () => {
  const { current, position } = player;
  list.rows.get(current)?.wave.showPosition(position);
  if (!current.obstacle) address.update(current, position);
});
player.addEventListener("chosen", ({ detail }) => address.enter(detail.recording, detail.seconds));
player.addEventListener("announced", (event) => say(event.detail));
player.addEventListener("followed", (event) => {
  // A list that nobody has moved on from follows what plays.
  if (selected === event.detail && !document.activeElement.matches("input, select")) show(player.current);
});

listenToKeys({
  toggle: () => (player.current ? player.toggle() : selected?.isPlayable && toggle(selected)),
  skip: (seconds) => player.current && player.seek(player.position + seconds),
  move,
  playSelected: () => selected?.isPlayable && toggle(selected),
  enterList: () => move(0),
  clearFilter: () => finder.clearFilter(),
  close: () => !playerBar.chapters.hidden && (playerBar.openChapters(false), true),
});

/** Keys of keyboards and headphones, and what a phone shows while it is locked. */
function showToSystem({ current, isPlaying }) {
  const session = navigator.mediaSession;
  if (!session || !current) return;
  session.playbackState = isPlaying ? "playing" : "paused";
  if (player.shown === current) return;
  player.shown = current;
  session.metadata = new MediaMetadata({ title: current.title, artist: current.artist, album: current.album });
}

for (const [action, places] of [["previoustrack", -1], ["nexttrack", 1]]) {
  navigator.mediaSession?.setActionHandler(action, () => player.step(places));
}

/** Between the browser's reports of the position, some four a second, the played part moves on smoothly. */
function glide() {
  if (player.isPlaying) {
    const { current, position } = player;
    list.rows.get(current)?.wave.showPosition(position);
    playerBar.wave.showPosition(position);
  }
  requestAnimationFrame(glide);
}

/** The name of the folder that was scanned, as far as the address tells: the page itself is the same wherever it lies. */
function libraryName() {
  const folders = location.pathname.split("/").slice(0, -1).filter((name) => name && name !== ".wavethumb");
  return decoded(folders.at(-1) ?? "") || "Recordings";
}

document.title = document.getElementById("library").textContent = libraryName();
const helpButton = document.getElementById("help-button");
helpButton.hidden = false;
helpButton.addEventListener("click", () => document.getElementById("help").showModal());
// The list is as long as the script makes it, so the browser cannot know where it was.
history.scrollRestoration = "manual";
find();
address.follow();
if (!matchMedia("(prefers-reduced-motion: reduce)").matches) requestAnimationFrame(glide);
