// A waveform that shows a position and takes clicks: the picture is the mask of two rectangles.

class Wave {
  static template = document.getElementById("wave");
  static count = 0;

  /** Seek is called with a recording and the seconds where a click or a drag has ended. */
  constructor(page, seek) {
    this.page = page;
    this.element = Wave.template.content.firstElementChild.cloneNode(true);
    this.image = this.element.querySelector("image");
    this.playedPart = this.element.querySelector(".played");
    this.ticks = this.element.querySelector(".ticks");
    this.needle = this.element.querySelector(".needle");
    this.hint = this.element.querySelector(".hint");
    this.draw(page.picture ?? { width: 598, height: 120 });
    this.image.addEventListener("error", () => this.element.classList.add("missing"));
    this.listen(seek);
  }

  draw({ width, height, opaque }) {
    this.width = width;
    const mask = this.element.querySelector("mask");
    mask.id = `wave-${Wave.count++}`;
    this.element.querySelector("svg").setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (const part of [mask, this.image, ...this.element.querySelectorAll("rect")]) {
      part.setAttribute("width", width);
      part.setAttribute("height", height);
    }
    if (opaque) {
      // A picture with a ground of its own is shown as it is; what was played is a line below it.
      this.element.classList.add("opaque");
      mask.replaceWith(this.image);
    } else {
      this.element.querySelector("g").setAttribute("mask", `url(#${mask.id})`);
    }
  }

  show(recording) {
    this.recording = recording;
    this.element.classList.remove("missing", "pointed");
    this.element.setAttribute("aria-label", recording.alt);
    this.element.setAttribute("aria-valuemax", Math.floor(recording.seconds));
    const sharp = window.devicePixelRatio > 1 ? recording.pictures.at(-1) : recording.pictures[0];
    this.image.setAttribute("href", sharp ?? "");
    this.ticks.replaceChildren(...recording.chapters.map((chapter) => this.tick(chapter)));
    this.shownSecond = undefined;
    this.showPosition(recording.position);
  }

  tick(chapter) {
    const mark = document.createElement("i");
    mark.style.left = `${this.recording.fraction(chapter.start) * 100}%`;
    return mark;
  }

  /** Colours what lies before these seconds, and says them once a second. */
  showPosition(seconds) {
    const fraction = this.dragged ?? this.recording.fraction(seconds);
    this.playedPart.setAttribute("width", (fraction * this.width).toFixed(2));
    const second = Math.floor(seconds);
    if (second === this.shownSecond) return;
    this.shownSecond = second;
    this.element.setAttribute("aria-valuenow", second);
    this.element.setAttribute("aria-valuetext", this.recording.spokenPosition(seconds));
  }

  listen(seek) {
    const element = this.element;
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      this.dragged = this.fraction(event);
      this.point(event);
      this.showPosition(this.recording.position);
    });
    element.addEventListener("pointermove", (event) => {
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
    element.addEventListener("pointercancel", () => this.release());
    element.addEventListener("pointerleave", () => element.classList.remove("pointed"));
  }

  release() {
    this.dragged = undefined;
    this.element.classList.remove("pointed");
    this.showPosition(this.recording.position);
  }

  fraction(event) {
    const box = this.element.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  }

  /** Shows the time, and the chapter, beneath the pointer. */
  point(event) {
    const fraction = this.fraction(event);
    const seconds = this.recording.time(fraction);
    const chapter = this.recording.chapter(seconds);
    this.hint.textContent = spokenTime(seconds) + (chapter?.label ? ` ${chapter.label}` : "");
    this.element.classList.add("pointed");
    this.needle.style.left = `${fraction * 100}%`;
    const room = this.element.clientWidth - this.hint.offsetWidth;
    const left = fraction * this.element.clientWidth - this.hint.offsetWidth / 2;
    this.hint.style.left = `${Math.max(0, Math.min(room, left))}px`;
  }
}
