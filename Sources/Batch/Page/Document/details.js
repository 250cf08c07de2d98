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
    [this.lists, this.embed] = [find(".lists"), find(".embed")];
  }

  open(recording) {
    this.recording = recording;
    this.title.textContent = recording.title;
    this.words.replaceChildren(...this.problemOf(recording));
    this.facts.replaceChildren(...factsOf(recording).flatMap(([name, value]) => [made("dt", name), made("dd", value)]));
    this.findings.replaceChildren(...this.findingItems(recording));
    this.lists.replaceChildren(
      ...this.section("Chapters", this.chapterItems(recording)),
      ...this.section("Events", this.eventItems(recording)),
      ...this.section("The same file", this.linkItems(recording.copies)),
      ...this.section("The same sound", this.linkItems(recording.alike)));
    this.embed.replaceChildren(...(recording.isPlayable ? this.embedding(recording) : []));
    const files = recording.isPlayable ? recording.files : [];
    this.pictures.replaceChildren(...files.filter((file) => file.width).map((file) => picture(file, recording)));
    this.links.replaceChildren(...files.filter((file) => !file.width && file.format !== "strip").map((file) => fileLink(file, file.format)));
    this.zoomer.hidden = !recording.isPlayable;
    this.dialog.showModal();
  }

  problemOf({ failure }) {
    if (!failure) return [];
    const message = made("p", failure.message);
    const line = ScanCommand.for(failure) && copyable(ScanCommand.for(failure));
    if (!line) return [message];
    if (ScanCommand.places()) return [message, line];
    return [message, ...this.placeFields(failure, line), line];
  }

  /** Asks for the folders that a page from a server does not know; the command takes them as they are typed. */
  placeFields(failure, line) {
    const places = { library: "", output: "" };
    const labels = { library: "Folder of the recordings", output: "Folder of this page" };
    return Object.entries(labels).map(([place, label]) => {
      const field = made("label", label);
      const input = document.createElement("input");
      field.className = "asked";
      input.type = "text";
      input.spellcheck = false;
      input.placeholder = "/absolute/path";
      input.addEventListener("input", () => {
        places[place] = input.value.trim().replace(/(?<=.)\/$/, "");
        line.firstElementChild.textContent = ScanCommand.for(failure, { library: places.library || "LIBRARY", output: places.output || "OUTPUT" });
        if (places.library && places.output) ScanCommand.remember(places);
      });
      field.append(input);
      return field;
    });
  }

  /** Lists the damage with its extent, then the findings about the sound. */
  findingItems(recording) {
    if (!recording.isPlayable) return [];
    const { gaps } = recording.entry;
    const items = recording.damage.map((words, place) => {
      const isGap = gaps && place === 0;
      return this.findingItem({ ...findings[isGap ? "gaps" : "truncated"], label: words }, isGap ? gaps.firstAt : undefined);
    });
    const named = recording.remarkableFindings.map((name) => {
      return this.findingItem(findings[name] ?? { label: name }, momentOf(recording.sound, name));
    });
    return [...items, ...named];
  }

  /** Describes a finding, and what to do; if it has a time, a button plays from one second before it. */
  findingItem({ label, meaning = "", advice = "" }, moment) {
    const item = made("li", "");
    item.append(made("strong", sentenceCase(label)), made("p", [meaning, advice].filter(Boolean).join(" ")));
    if (moment !== undefined) item.append(this.momentButton(`Play at ${spokenTime(moment)}`, moment - 1));
    return item;
  }

  momentButton(words, seconds) {
    const button = made("button", words);
    button.className = "plain";
    button.type = "button";
    button.addEventListener("click", () => this.play(this.recording, Math.max(0, seconds)));
    return button;
  }

  /** A section of the dialog: a heading and a list; nothing if the list is empty. */
  section(heading, items) {
    if (items.length === 0) return [];
    const list = document.createElement("ul");
    list.role = "list";
    list.append(...items);
    return [made("h3", heading), list];
  }

  /** The chapters, each of which is played from its start. */
  chapterItems({ chapters }) {
    return chapters.map(({ start, label }) => {
      const item = made("li", "");
      item.append(this.momentButton(spokenTime(start), start), made("bdi", label || "Marker"));
      return item;
    });
  }

  /** The events of the sound, each of which is played from a second before. */
  eventItems(recording) {
    const items = eventsOf(recording).map(({ start, end, words }) => {
      const item = made("li", "");
      const length = end > start ? `, ${spokenStretch(end - start)}` : "";
      item.append(this.momentButton(spokenTime(start), start - 1), made("span", words + length));
      return item;
    });
    const omitted = recording.sound?.eventsOmitted;
    if (items.length > 0 && omitted) items.push(made("li", `${counted(omitted, "more event")}; wavethumb list --events prints all`));
    return items;
  }

  /** Links to other recordings. */
  linkItems(recordings) {
    return recordings.map((other) => {
      const item = made("li", "");
      const link = made("a", other.path);
      link.href = `#${other.encodedPath}`;
      link.addEventListener("click", () => this.dialog.close());
      item.append(link);
      return item;
    });
  }

  /** A piece of HTML that shows this recording in another page. */
  embedding(recording) {
    const address = new URL(`?embed#${recording.encodedPath}`, location.protocol === "file:" ? "https://example.org/waves/index.html" : location.href);
    const title = recording.title.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
    const html = `<iframe src="${address.href.replaceAll("&", "&amp;")}" title="${title}" width="100%" height="150" loading="lazy" style="border:0"></iframe>`;
    const note = location.protocol === "file:" ? [made("p", "With the address of this page on your server:")] : [];
    return [made("h3", "Embed"), ...note, copyable(html)];
  }
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
    ["Format", [recording.format, recording.channelWords].filter(Boolean).join(", ")],
    ["Sample rate", recording.rateWords],
    ["Size", recording.sizeWords],
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

/** A line of code with a button that copies it. */
function copyable(command) {
  const line = document.createElement("p");
  const [code, button] = [made("code", command), made("button", "Copy")];
  line.className = "command";
  button.className = "plain";
  button.type = "button";
  button.addEventListener("click", () => copy(button, code.textContent, code));
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
