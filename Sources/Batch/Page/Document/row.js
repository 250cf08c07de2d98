// A row of the list. Rows are used again for other recordings, so `show` sets everything.

class Row {
  static template = document.getElementById("row");
  static audio = document.getElementById("audio");
  static mostBadges = 2;

  constructor(actions) {
    this.element = Row.template.content.firstElementChild.cloneNode(true);
    const find = (selector) => this.element.querySelector(selector);
    [this.button, this.link, this.badges] = [find(".play"), find(".title"), find(".badges")];
    [this.by, this.folder, this.more] = [find(".by"), find(".folder"), find(".more")];
    [this.place, this.problem, this.time] = [find(".place"), find(".problem"), find(".time")];
    [this.facts, this.warning] = [find(".facts"), find(".warning")];
    this.cover = new Cover(find(".cover"));
    this.wave = new Wave(actions);
    this.place.append(this.wave.element);
    this.button.addEventListener("click", () => actions.toggle(this.recording));
    this.more.addEventListener("click", () => actions.open(this.recording));
    this.cure = find(".cure");
    this.cure.addEventListener("click", () => {
      // A page from a server has to ask for the folders first.
      if (ScanCommand.places()) copy(this.cure, ScanCommand.for(this.recording.failure));
      else actions.open(this.recording);
    });
    this.folder.addEventListener("click", () => actions.enter(this.recording.folder));
    this.link.addEventListener("click", (event) => {
      // With Ctrl or the middle button it is a link like any other.
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      actions.select(this.recording);
      if (this.recording.isPlayable) actions.toggle(this.recording);
      else actions.open(this.recording);
    });
    this.element.addEventListener("focusin", () => actions.select(this.recording));
    this.element.addEventListener("pointerdown", () => actions.select(this.recording));
  }

  show(recording, index, count, size) {
    this.recording = recording;
    const { isPlayable, failure } = recording;
    this.element.setAttribute("aria-posinset", index + 1);
    this.element.setAttribute("aria-setsize", count);
    this.link.firstElementChild.textContent = recording.title;
    this.link.title = recording.path;
    this.link.href = `#${recording.encodedPath}`;
    this.by.textContent = recording.byUnderHeading;
    this.folder.hidden = !recording.folder;
    this.folder.firstElementChild.textContent = recording.folder;
    this.folder.setAttribute("aria-label", `Only the folder ${recording.folder}`);
    this.more.setAttribute("aria-label", `Details of ${recording.title}`);
    this.time.textContent = isPlayable ? spokenLength(recording.seconds) : "";
    this.button.hidden = this.place.hidden = !isPlayable;
    this.warning.toggleAttribute("hidden", isPlayable);
    this.element.classList.toggle("failed", !isPlayable);
    const command = failure && ScanCommand.for(failure);
    this.cure.hidden = !command;
    this.element.classList.toggle("curable", Boolean(command));
    this.cure.textContent = "Copy command";
    this.cure.title = command ?? "";
    if (isPlayable) Columns.fill(this.facts, recording);
    this.problem.textContent = this.problem.title = failure?.message ?? "";
    this.cover.show(recording.cover, isPlayable && document.body.dataset.view === "grid" ? recording : undefined);
    if (isPlayable) this.wave.show(recording, size);
    this.showObstacle();
  }

  /** Shows why it could not be drawn or played, or remarks about it. */
  showObstacle() {
    const { failure, isPlayable } = this.recording;
    // Most formats that a browser lacks are known before the click.
    const isUnknown = isPlayable && !isSupported(this.recording, Row.audio);
    const obstacle = this.recording.obstacle || (isUnknown ? `This browser cannot play ${this.recording.format}.` : "");
    this.element.classList.toggle("unplayable", Boolean(obstacle));
    const words = failure ? [failureNames[failure.status] ?? failure.status] : remarks(this.recording);
    if (obstacle) words.unshift("cannot be played here");
    const more = words.splice(Row.mostBadges);
    this.badges.replaceChildren(...words.map(badge), ...(more.length > 0 ? [badge(`+${more.length}`)] : []));
    this.badges.title = [obstacle, ...more].filter(Boolean).join(", ");
  }

  showState({ current, playing, selected }) {
    this.element.classList.toggle("current", current);
    this.element.classList.toggle("playing", playing);
    this.element.classList.toggle("selected", selected);
    if (current) this.element.setAttribute("aria-current", "true");
    else this.element.removeAttribute("aria-current");
    this.button.setAttribute("aria-label", `${playing ? "Pause" : "Play"} ${this.recording.title}`);
    // The Tab key stops at one row only: j, k and the arrows lead from row to row.
    for (const stop of [this.button, this.link, this.folder, this.cure, this.more, this.wave.element]) stop.tabIndex = selected ? 0 : -1;
  }

  resize(size) {
    if (this.recording.isPlayable) this.wave.draw(size);
  }

  paint() {
    if (this.recording.isPlayable) this.wave.paint();
  }

  focus() {
    const target = this.recording.isPlayable ? this.wave.element : this.link;
    target.focus({ preventScroll: true });
  }
}

const failureNames = { failed: "failed", unsupported: "not supported", pending: "not scanned yet" };
const flagNames = { truncated: "ends early", silent: "silent", stale: "picture is of an older scan" };
/** Returns remarks about a recording, a word or two each. */
function remarks(recording) {
  const flags = (recording.entry.flags ?? []).filter((flag) => flag !== "truncated");
  const found = recording.remarkableFindings.map((name) => findings[name]?.label ?? name);
  return [...recording.damage, ...flags.map((flag) => flagNames[flag] ?? flag), ...found];
}

function badge(words) {
  const element = document.createElement("span");
  element.className = "badge";
  element.textContent = words;
  return element;
}
