// The details of a recording: its files, with links, and its findings.

class Details {
  constructor({ play, zoom }) {
    this.dialog = document.getElementById("details");
    this.play = play;
    const find = (selector) => this.dialog.querySelector(selector);
    [this.title, this.words, this.facts] = [find("h2 bdi"), find(".words"), find("dl")];
    this.zoomer = find(".zoomer");
    this.zoomer.addEventListener("click", () => {
      this.dialog.close();
      zoom(this.recording);
    });
    [this.findings, this.pictures, this.links] = [find(".findings"), find(".pictures"), find(".links")];
  }

  open(recording) {
    this.recording = recording;
    this.title.textContent = recording.title;
    this.words.replaceChildren(...this.problemOf(recording));
    this.facts.replaceChildren(...factsOf(recording).flatMap(([name, value]) => [made("dt", name), made("dd", value)]));
    this.findings.replaceChildren(...this.findingItems(recording));
    const files = recording.isPlayable ? recording.files : [];
    this.pictures.replaceChildren(...files.filter((file) => file.width).map((file) => picture(file, recording)));
    this.links.replaceChildren(...files.filter((file) => !file.width).map((file) => fileLink(file, file.format)));
    this.zoomer.hidden = !recording.isPlayable;
    this.dialog.showModal();
  }

  problemOf({ failure }) {
    if (!failure) return [];
    const command = commandFor(failure);
    return [made("p", failure.message), ...(command ? [copyable(command)] : [])];
  }

  /** Lists the damage with its extent, then the findings about the sound. */
  findingItems(recording) {
    if (!recording.isPlayable) return [];
    const { gaps } = recording.entry;
    const items = recording.damage.map((words, place) => {
      const isGap = gaps && place === 0;
      return this.findingItem(words, findingNames[isGap ? "gaps" : "truncated"][1], isGap ? gaps.firstAt : undefined);
    });
    return [...items, ...recording.remarkableFindings.map((name) => this.findingItem(...(findingNames[name] ?? [name, ""]), momentOf(recording.sound, name)))];
  }

  /** Describes a finding; if it has a time, a button plays from one second before it. */
  findingItem(label, meaning, moment) {
    const item = made("li", `${sentenceCase(label)}. ${meaning} `);
    if (moment !== undefined) {
      const button = made("button", `Play at ${spokenTime(moment)}`);
      button.className = "plain";
      button.type = "button";
      button.addEventListener("click", () => this.play(this.recording, Math.max(0, moment - 1)));
      item.append(button);
    }
    return item;
  }
}

function momentOf(sound, finding) {
  const moments = {
    clipping: sound?.clipping?.firstAt,
    dropouts: sound?.dropouts?.firstAt,
    longSilence: sound?.silence?.longestAt,
  };
  return moments[finding];
}

function factsOf(recording) {
  if (!recording.isPlayable) return [["Path", recording.path]];
  const { sound, entry } = recording;
  const number = (value, unit, digits = 1) => (Number.isFinite(value) ? `${value.toFixed(digits)} ${unit}` : "");
  return [
    ["Path", recording.path],
    ["Artist", recording.artist],
    ["Album", [recording.album, recording.year].filter(Boolean).join(", ")],
    ["Track", entry.track],
    ["Length", spokenLength(recording.seconds)],
    ["Format", recording.format],
    ["Level", number(entry.db, "dBFS RMS")],
    ["Loudness", number(sound?.loudness, "LUFS")],
    ["Loudness range", number(sound?.loudnessRange, "LU")],
    ["True peak", number(sound?.truePeak, "dBTP")],
  ].filter(([, value]) => value);
}

function picture(file, recording) {
  const figure = document.createElement("figure");
  const image = document.createElement("img");
  image.loading = "lazy";
  [image.width, image.height] = [file.width, file.height];
  image.alt = recording.alt;
  image.src = file.address;
  const label = [file.style, file.scale > 1 ? `@${file.scale}x` : "", file.format].filter(Boolean).join(" ");
  const caption = document.createElement("figcaption");
  caption.append(fileLink(file, `${label}, ${file.width} × ${file.height}`));
  figure.append(image, caption);
  return figure;
}

function fileLink(file, label) {
  const link = made("a", label + (file.bytes ? `, ${spokenSize(file.bytes)}` : ""));
  link.href = file.address;
  link.download = "";
  return link;
}

function made(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

/** Returns the command that fixes a failure, if its cure names one; it runs in the parent folder of the library. */
function commandFor({ message }) {
  const option = /--(?!exclude|output)[a-z-]+/.exec(message)?.[0];
  if (!option) return /git lfs pull/.exec(message)?.[0];
  const { library, media } = Recording.page;
  const output = outputOf(location.pathname, media);
  const words = ["wavethumb scan", quoted(library), ...(output ? ["--output", quoted(output)] : []), "--page", option];
  return words.join(" ") + (option === "--ffmpeg" ? "" : " …");
}

/**
 * Returns the folder of the page for --output, as seen from the parent folder of the library; nothing for the default.
 * The page itself does not name it, so that outputs in other folders have the same bytes.
 */
function outputOf(pathname, media) {
  const folders = pathname.split("/").filter(Boolean).slice(0, -1).map(decodeURIComponent);
  // A page that is published elsewhere says nothing of the folders around it.
  if (/^[a-z]+:|^\//.test(media)) return folders.at(-1) ?? ".";
  const steps = media.split("/").filter(Boolean).map(decodeURIComponent);
  const down = steps.filter((step) => step !== "..");
  const up = steps.length - down.length + (down.length ? 0 : 1);
  if (!down.length && up === 2 && folders.at(-1) === ".wavethumb") return undefined;
  const back = Array(Math.max(0, down.length - 1)).fill("..");
  return [...back, ...(up ? folders.slice(-up) : [])].join("/") || ".";
}

function quoted(word) {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** A line of code with a button that copies it. */
function copyable(command) {
  const line = document.createElement("p");
  const [code, button] = [made("code", command), made("button", "Copy")];
  line.className = "command";
  button.className = "plain";
  button.type = "button";
  button.addEventListener("click", () => copy(button, command, code));
  line.append(code, button);
  return line;
}

/** Copies a text; without permission to write the clipboard, the line is selected and Ctrl+C copies it. */
async function copy(button, text, code) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    if (code) getSelection().selectAllChildren(code);
    else button.textContent = text;
  }
}

/** A click beside a dialog closes it. */
function closeOnBackdrop(dialog) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}
