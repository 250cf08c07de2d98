// A row of the list. Rows are used again for other recordings, so `show` sets everything.

class Row {
  static template = document.getElementById("row");

  constructor(page, actions) {
    this.element = Row.template.content.firstElementChild.cloneNode(true);
    const find = (selector) => this.element.querySelector(selector);
    [this.button, this.link, this.badge] = [find(".play"), find(".title"), find(".badge")];
    [this.by, this.folder] = [find(".by"), find(".folder")];
    [this.place, this.problem, this.time] = [find(".place"), find(".problem"), find(".time")];
    this.wave = new Wave(page, actions.seek);
    this.place.append(this.wave.element);
    this.button.addEventListener("click", () => actions.toggle(this.recording));
    this.folder.addEventListener("click", () => actions.enter(this.recording.folder));
    this.link.addEventListener("click", (event) => {
      // With Ctrl or the middle button it is a link like any other.
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      actions.select(this.recording);
      if (this.recording.isPlayable) actions.toggle(this.recording);
    });
    this.element.addEventListener("focusin", () => actions.select(this.recording));
    this.element.addEventListener("pointerdown", () => actions.select(this.recording));
  }

  show(recording, index, count) {
    this.recording = recording;
    this.element.setAttribute("aria-posinset", index + 1);
    this.element.setAttribute("aria-setsize", count);
    this.link.firstElementChild.textContent = recording.title;
    this.link.title = recording.path;
    this.link.href = `#${recording.encodedPath}`;
    this.by.textContent = recording.by;
    this.folder.hidden = !recording.folder;
    this.folder.firstElementChild.textContent = recording.folder;
    this.folder.setAttribute("aria-label", `Only the folder ${recording.folder}`);
    this.time.textContent = recording.isPlayable ? spokenTime(recording.seconds) : "";
    this.button.hidden = this.place.hidden = !recording.isPlayable;
    this.element.classList.toggle("failed", !recording.isPlayable);
    this.problem.textContent = recording.failure?.message ?? "";
    if (recording.isPlayable) this.wave.show(recording);
    this.showObstacle();
  }

  /** What keeps it from being drawn or played, or what is odd about it. */
  showObstacle() {
    const { failure, obstacle, flags } = this.recording;
    this.element.classList.toggle("unplayable", Boolean(obstacle));
    this.badge.textContent = failure
      ? failureNames[failure.status]
      : obstacle ? "cannot be played here" : flags.map((flag) => flagNames[flag]).join(", ");
    this.badge.title = obstacle;
  }

  showState({ current, playing, selected }) {
    this.element.classList.toggle("current", current);
    this.element.classList.toggle("playing", playing);
    this.element.classList.toggle("selected", selected);
    if (current) this.element.setAttribute("aria-current", "true");
    else this.element.removeAttribute("aria-current");
    this.button.setAttribute("aria-label", `${playing ? "Pause" : "Play"} ${this.recording.title}`);
    // The Tab key stops at one row only: j, k and the arrows go from row to row.
    for (const stop of [this.button, this.link, this.folder, this.wave.element]) stop.tabIndex = selected ? 0 : -1;
  }

  focus() {
    const target = this.recording.isPlayable ? this.wave.element : this.link;
    target.focus({ preventScroll: true });
  }
}

const failureNames = { failed: "failed", unsupported: "not supported", pending: "not scanned yet" };
const flagNames = { truncated: "cut short", silent: "silent", stale: "picture is of an older scan" };
