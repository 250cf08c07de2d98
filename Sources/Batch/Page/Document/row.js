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
    this.cover = new Cover(find(".cover"));
    this.wave = new Wave(actions);
    this.place.append(this.wave.element);
    this.button.addEventListener("click", () => actions.toggle(this.recording));
    this.more.addEventListener("click", () => actions.open(this.recording));
    this.cure = find(".cure");
    this.cure.addEventListener("click", () => copy(this.cure, commandFor(this.recording.failure)));
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
    this.element.classList.toggle("failed", !isPlayable);
    this.cure.hidden = isPlayable || !commandFor(failure);
    this.cure.textContent = "Copy command";
    this.cure.title = (!isPlayable && commandFor(failure)) || "";
    this.problem.textContent = this.problem.title = failure?.message ?? "";
    this.cover.show(recording.cover);
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
const flagNames = { truncated: "cut short", silent: "silent", stale: "picture is of an older scan" };
// The findings of --analyze, and what each means to a listener.
const findingNames = {
  silent: ["silent", "Nothing in it is louder than -60 dBFS."],
  truncated: ["cut short", "It ends before the length that it declares."],
  gaps: ["gaps", "Parts of it are damaged."],
  silentChannel: ["silent channel", "One of its channels is silent."],
  inverted: ["inverted", "One channel is the other one upside down: played as mono it vanishes."],
  clipping: ["clipping", "Its loudest parts are cut off."],
  dropouts: ["dropouts", "It stops for an instant again and again."],
  longSilence: ["long silence", "There are 10 seconds of silence or more inside."],
  lateStart: ["late start", "It begins with 5 seconds of silence or more."],
  longTail: ["long tail", "It ends with 10 seconds of silence or more."],
  dcOffset: ["DC offset", "Its zero line is shifted."],
  cutOff: ["cut off", "Its spectrum ends like a wall: it was made from a lossy file or from a lower sample rate."],
  paddedBits: ["padded bits", "It has fewer bits than its format has room for."],
};

/** Returns remarks about a recording, a word or two each. */
function remarks(recording) {
  const flags = (recording.entry.flags ?? []).filter((flag) => flag !== "truncated");
  const findings = recording.remarkableFindings.map((name) => findingNames[name]?.[0] ?? name);
  return [...recording.damage, ...flags.map((flag) => flagNames[flag] ?? flag), ...findings];
}

function badge(words) {
  const element = document.createElement("span");
  element.className = "badge";
  element.textContent = words;
  return element;
}
