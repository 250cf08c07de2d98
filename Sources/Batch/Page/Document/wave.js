// A waveform that shows a position and takes clicks.

class Wave {
  static template = document.getElementById("wave");

  /** `seek` gets a recording and the seconds where a click or a drag has ended, `zoom` a recording. */
  constructor({ seek, zoom }) {
    this.element = Wave.template.content.firstElementChild.cloneNode(true);
    const find = (selector) => this.element.querySelector(selector);
    [this.svg, this.unplayed, this.played] = [find("svg"), find(".unplayed"), find(".played")];
    [this.marks, this.head, this.needle, this.hint] = [find(".marks"), find(".head"), find(".needle"), find(".hint")];
    this.listen(seek);
    this.element.addEventListener("dblclick", () => zoom(this.recording));
  }

  /** `size` is the box in points, and the pixels of the screen for each. */
  show(recording, size) {
    this.recording = recording;
    [this.levels, this.tones] = [recording.levels, recording.tones];
    this.release();
    this.gaps = gapsOf(recording);
    this.element.setAttribute("aria-label", [recording.alt, ...recording.damage].join(", "));
    this.element.setAttribute("aria-valuemax", Math.floor(recording.seconds));
    this.element.classList.toggle("missing", this.levels.length === 0);
    this.marks.replaceChildren(
      ...this.gaps.map(([from, to]) => this.mark("gap", from, to)),
      ...recording.chapters.map((chapter) => this.mark("tick", chapter.start)));
    this.shownSecond = undefined;
    this.draw(size);
  }

  /** Draws the bars for a box of another size. */
  draw(size) {
    this.size = size;
    const { strokes, thickness } = Coloring.strokes(this.levels, this.tones, size);
    this.strokes = strokes;
    Coloring.fill(this.unplayed, strokes);
    this.svg.setAttribute("stroke-width", thickness);
    this.svg.classList.toggle("colored", Coloring.isUsed(this.tones));
    // Most rows have not been played: their second drawing stays empty.
    this.played.replaceChildren();
    this.showPosition(this.recording.position);
  }

  /** Draws it again in the colors that are chosen now. */
  paint() {
    this.draw(this.size);
  }

  mark(kind, from, to = from) {
    const mark = document.createElement("i");
    const [left, right] = [this.recording.fraction(from), this.recording.fraction(to)];
    mark.className = kind;
    mark.style.left = `${left * 100}%`;
    if (kind === "gap") mark.style.width = `max(3px, ${(right - left) * 100}%)`;
    return mark;
  }

  /** Colours the part before these seconds, and updates the spoken value once a second. */
  showPosition(seconds) {
    const fraction = this.dragged ?? this.recording.fraction(seconds);
    if (fraction > 0 && this.played.childElementCount === 0) Coloring.fill(this.played, this.strokes);
    this.element.classList.toggle("begun", fraction > 0);
    this.played.setAttribute("width", short(fraction * this.size.width));
    this.head.style.left = `${fraction * 100}%`;
    const second = Math.floor(seconds);
    if (second === this.shownSecond) return;
    this.shownSecond = second;
    this.element.setAttribute("aria-valuenow", second);
    const label = this.recording.chapter(seconds)?.label;
    this.element.setAttribute("aria-valuetext", this.recording.spokenPosition(seconds) + (label ? `, ${label}` : ""));
    if (this.element.matches(":focus-visible")) this.pointAt(this.recording.fraction(seconds));
  }

  listen(seek) {
    const element = this.element;
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !this.recording) return;
      element.setPointerCapture(event.pointerId);
      this.dragged = this.fraction(event);
      this.point(event);
      this.showPosition(this.recording.position);
    });
    element.addEventListener("pointermove", (event) => {
      // A row of a file that failed has no recording to point at.
      if (!this.recording) return;
      if (this.dragged !== undefined) this.dragged = this.fraction(event);
      this.point(event);
      if (this.dragged !== undefined) this.showPosition(this.recording.position);
    });
    element.addEventListener("pointerup", (event) => {
      if (this.dragged === undefined) return;
      this.dragged = undefined;
      if (event.pointerType !== "mouse") element.classList.remove("pointed");
      seek(this.recording, this.recording.time(this.fraction(event)));
    });
    // A drag that became scrolling plays nothing.
    element.addEventListener("pointercancel", () => {
      this.release();
      if (this.recording) this.showPosition(this.recording.position);
    });
    element.addEventListener("pointerleave", () => element.classList.remove("pointed"));
    // With the keyboard, the time and the chapter of the position are shown.
    element.addEventListener("focus", () => {
      if (this.recording && element.matches(":focus-visible")) this.pointAt(this.recording.fraction(this.recording.position));
    });
    element.addEventListener("blur", () => element.classList.remove("pointed"));
  }

  release() {
    this.dragged = undefined;
    this.element.classList.remove("pointed");
  }

  fraction(event) {
    const box = this.element.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - box.left) / (box.width || 1)));
  }

  /** Shows the time, and the chapter, under the pointer. */
  point(event) {
    this.pointAt(this.fraction(event));
  }

  pointAt(fraction) {
    const seconds = this.recording.time(fraction);
    this.hint.textContent = wordsAt(this.recording, seconds, this.gaps);
    this.element.classList.add("pointed");
    this.needle.style.left = `${fraction * 100}%`;
    const room = this.element.clientWidth - this.hint.offsetWidth;
    const left = fraction * this.element.clientWidth - this.hint.offsetWidth / 2;
    this.hint.style.left = `${Math.max(0, Math.min(room, left))}px`;
  }
}

/** Returns the time, and the chapter or the damage at that time. */
function wordsAt(recording, seconds, gaps) {
  const isLost = gaps.some(([from, to]) => from <= seconds && seconds <= to);
  return [spokenTime(seconds), isLost ? "damaged" : recording.chapter(seconds)?.label].filter(Boolean).join(" ");
}
