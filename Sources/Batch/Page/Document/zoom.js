// A recording at large: its waveform in as much detail as there is, to zoom and to move along.

class Zoom {
  // The shortest stretch that is shown, in seconds.
  static least = 0.5;
  // The widest bar, with its gap, in points: beyond that, zooming would show no more of the sound.
  static widestBar = 12;
  // The widest label of a time, and the distance at which two have room, one of them before its line.
  static labelWidth = 56;
  static leastStep = 120;
  // Points that the pointer may move during a click.
  static leastDrag = 6;

  constructor(player) {
    this.player = player;
    this.dialog = document.getElementById("zoom");
    const find = (selector) => this.dialog.querySelector(selector);
    [this.title, this.time, this.stage] = [find("h2 bdi"), find(".time"), find(".stage")];
    [this.bars, this.canvas, this.marks, this.ruler] = [find(".bars .unplayed"), find(".strip"), find(".marks"), find(".ruler")];
    [this.head, this.needle, this.hint, this.note] = [find(".head"), find(".needle"), find(".hint"), find(".note")];
    find(".closer").addEventListener("click", () => this.dialog.close());
    [this.inner, this.outer] = [find(".in"), find(".out")];
    this.inner.addEventListener("click", () => this.scale(0.5));
    this.outer.addEventListener("click", () => this.scale(2));
    this.stage.addEventListener("wheel", (event) => this.turn(event), { passive: false });
    this.stage.addEventListener("pointerdown", (event) => this.hold(event));
    this.stage.addEventListener("pointermove", (event) => this.point(event));
    this.stage.addEventListener("pointerleave", () => this.stage.classList.remove("pointed"));
    for (const end of ["pointerup", "pointercancel"]) this.stage.addEventListener(end, () => (this.held = undefined));
    // The end of a drag is a click as well.
    this.stage.addEventListener("click", (event) => this.isDragged || player.play(this.recording, this.timeAt(event)));
    new ResizeObserver(() => this.dialog.open && this.draw()).observe(this.stage);
    player.addEventListener("moved", () => this.showPosition(true));
  }

  open(recording) {
    if (!recording?.isPlayable) return;
    this.recording = recording;
    [this.levels, this.tones, this.gaps] = [recording.levels, recording.tones, gapsOf(recording)];
    [this.from, this.to] = [recording.start, recording.end];
    this.title.textContent = recording.title;
    this.stage.setAttribute("aria-label", recording.alt);
    this.strip = undefined;
    this.problem = "";
    if (!this.dialog.open) this.dialog.showModal();
    this.stage.focus();
    this.draw();
    this.loadStrip(recording);
    this.load(recording);
  }

  async loadStrip(recording) {
    const strip = await Strip.of(recording);
    if (recording !== this.recording) return;
    this.strip = strip;
    this.draw();
  }

  /** Takes finer levels from a data file, if there is one and the browser may read it. */
  async load(recording) {
    const file = recording.files.find(({ format }) => format === "dat") ?? recording.files.find(({ format }) => format === "json");
    if (!file || !location.protocol.startsWith("http")) return;
    try {
      const answer = await fetch(file.address);
      if (!answer.ok) return;
      const levels = file.format === "dat" ? levelsOfDat(await answer.arrayBuffer()) : levelsOfJSON(await answer.json());
      if (recording !== this.recording || levels.length <= this.levels.length) return;
      this.levels = this.withoutGaps(levels);
      this.draw();
    } catch {
      this.problem = "The finer data of this recording could not be read.";
      this.draw();
    }
  }

  /** Data files have the level of silence where there are gaps. */
  withoutGaps(levels) {
    const { start, end } = this.recording;
    const place = (seconds) => ((seconds - start) / (end - start || 1)) * levels.length;
    for (const [from, to] of this.gaps) levels.fill(0, Math.ceil(place(from)), Math.floor(place(to)));
    return levels;
  }

  /** The most bars that anything here has for the whole recording. */
  get detail() {
    return Math.max(this.levels.length, this.strip?.count ?? 0);
  }

  /** The shortest stretch whose bars are not wider than they may be. */
  get leastSpan() {
    const { start, end } = this.recording;
    const bars = this.stage.clientWidth / Zoom.widestBar;
    return Math.min(end - start, Math.max(Zoom.least, ((end - start) * bars) / Math.max(1, this.detail)));
  }

  draw() {
    const svg = this.bars.ownerSVGElement;
    const [width, height] = [this.stage.clientWidth, this.stage.clientHeight - parseFloat(getComputedStyle(this.stage).paddingTop)];
    const { start, end } = this.recording;
    const span = end - start || 1;
    // The bars of `count` in the window; those at its edges may be partly outside.
    const within = (count) => [this.from, this.to].map((time) => ((time - start) / span) * count);
    const isStrip = this.strip && this.isEnough(this.strip.count, width);
    this.canvas.hidden = !isStrip;
    svg.toggleAttribute("hidden", Boolean(isStrip));
    if (isStrip) this.strip.draw(this.canvas, ...within(this.strip.count), this.stripLayers(within(1)));
    else this.drawLevels(within(this.levels.length), { width, height });
    this.marks.replaceChildren(...this.gapMarks(), ...this.eventMarks(), ...this.chapterMarks(width));
    this.ruler.replaceChildren(...this.timeMarks(width));
    this.time.textContent = `${spokenTime(this.from)} to ${spokenTime(this.to)}`;
    this.inner.disabled = this.isAtEnd;
    this.outer.disabled = this.to - this.from >= span - 1e-9;
    this.note.textContent = this.problem || (this.isAtEnd && span > Zoom.least ? this.endWords : "");
    this.showPosition(false);
  }

  /** Whether bars of that number are narrow enough, or nothing finer is here. */
  isEnough(count, width) {
    const { start, end } = this.recording;
    const bars = (count * (this.to - this.from)) / (end - start || 1);
    return count >= this.levels.length || width / bars <= Zoom.widestBar;
  }

  get isAtEnd() {
    return this.to - this.from <= this.leastSpan + 1e-9;
  }

  get endWords() {
    const more = this.recording.files.some(({ format }) => format === "dat")
      ? "opened from a web server, this shows more."
      : "a scan with --data dat has more, for a page on a web server.";
    return this.levels.length > (this.strip?.count ?? 0) ? "This is all the detail there is." : `This is all the detail there is here; ${more}`;
  }

  /** The colors of the strip in a part of the recording, of which the first layer is behind the others. */
  stripLayers([from, to]) {
    if (!Coloring.isUsed(this.tones)) return [[{ left: 0, right: 1, share: 1 }]];
    // As many as the manifest has bars; those at the edges may be partly outside.
    const count = 160;
    const first = Math.floor(from * count);
    const last = Math.max(first + 1, Math.ceil(to * count));
    const parts = Array.from({ length: last - first }, (_, place) => ({ from: (first + place) / count, to: (first + place + 1) / count }));
    const within = (place) => (place - from) / Math.max(to - from, 1e-9);
    return Coloring.layers(parts, this.tones).map((layer) =>
      layer.map((part) => ({ left: within(part.from), right: within(part.to), share: part.share, tint: part.tint })));
  }

  drawLevels([first, last], { width, height }) {
    const { length } = this.levels;
    const from = Math.floor(first);
    const shown = this.levels.subarray(from, Math.max(from + 1, Math.ceil(last)));
    const step = width / Math.max(last - first, 1e-9);
    const size = { width: shown.length * step, height, density: devicePixelRatio };
    const { strokes, thickness } = Coloring.strokes(shown, this.tones, size, from / length, (from + shown.length) / length);
    Coloring.fill(this.bars, strokes);
    this.bars.setAttribute("stroke-width", thickness);
    this.bars.setAttribute("transform", `translate(${short((from - first) * step)} 0)`);
  }

  place(seconds) {
    return ((seconds - this.from) / (this.to - this.from)) * 100;
  }

  gapMarks() {
    return this.gaps.map(([from, to]) => {
      const mark = made("i", "");
      mark.className = "gap";
      mark.style.left = `${this.place(from)}%`;
      mark.style.width = `max(4px, ${this.place(to) - this.place(from)}%)`;
      mark.title = `damaged at ${spokenTime(from)}`;
      return mark;
    });
  }

  /** Marks the events of the sound that are in the window. */
  eventMarks() {
    return eventsOf(this.recording).filter(({ start, end }) => end >= this.from && start <= this.to).map(({ start, end, words }) => {
      const mark = made("i", "");
      mark.className = "event";
      mark.style.left = `${this.place(start)}%`;
      mark.style.width = `max(3px, ${this.place(end) - this.place(start)}%)`;
      mark.title = `${words} at ${spokenTime(start)}`;
      return mark;
    });
  }

  /** Each chapter has a line, and a label as long as there is room before the next one. */
  chapterMarks(width) {
    const { chapters, end } = this.recording;
    return chapters.flatMap(({ start, label }, index) => {
      const next = chapters[index + 1]?.start ?? end;
      if (next <= this.from || start > this.to) return [];
      const mark = made("b", "");
      // A chapter that began before the window is named at its edge.
      const left = Math.max(0, this.place(start));
      mark.className = start < this.from ? "begun" : "";
      mark.style.left = `${left}%`;
      const room = ((Math.min(100, this.place(next)) - left) / 100) * width;
      if (room >= 32) {
        const words = made("bdi", label || spokenTime(start));
        words.style.maxWidth = `${room}px`;
        mark.append(words);
      }
      return [mark];
    });
  }

  timeMarks(width) {
    const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600];
    const span = this.to - this.from;
    const step = steps.find((step) => (width * step) / span >= Zoom.leastStep) ?? 21600;
    const marks = [];
    for (let time = Math.ceil(this.from / step) * step; time <= this.to; time += step) {
      const tenths = step < 1 ? `.${Math.round(time * 10) % 10}` : "";
      const mark = made("span", spokenTime(time) + tenths);
      mark.style.left = `${this.place(time)}%`;
      // Before its line if there is no room behind it.
      mark.classList.toggle("before", width * (1 - this.place(time) / 100) < Zoom.labelWidth);
      marks.push(mark);
    }
    return marks;
  }

  showPosition(follows) {
    if (!this.dialog.open || !this.recording) return;
    const { position } = this.recording;
    const span = this.to - this.from;
    if (follows && this.player.isPlaying && this.player.current === this.recording && position > this.to && position < this.recording.end) {
      this.show(position, position + span);
    }
    this.head.style.left = `${Math.max(0, Math.min(100, this.place(position)))}%`;
    this.head.hidden = position < this.from || position > this.to;
  }

  /** Shows a stretch, moved into the recording where it reaches beyond. */
  show(from, to) {
    const { start, end } = this.recording;
    const span = Math.min(end - start, Math.max(this.leastSpan, to - from));
    this.from = Math.max(start, Math.min(end - span, from));
    this.to = this.from + span;
    this.draw();
  }

  /** Zooms about a time: the position where it is shown, otherwise the middle. */
  scale(factor, about) {
    const { position } = this.recording;
    const isShown = position >= this.from && position <= this.to;
    const time = about ?? (isShown ? position : (this.from + this.to) / 2);
    this.show(time - (time - this.from) * factor, time + (this.to - time) * factor);
  }

  move(share) {
    const step = (this.to - this.from) * share;
    this.show(this.from + step, this.to + step);
  }

  turn(event) {
    event.preventDefault();
    const isAlong = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (isAlong) this.move((event.deltaX || event.deltaY) / 1000);
    else this.scale(2 ** (event.deltaY / 300), this.timeAt(event));
  }

  timeAt(event) {
    const box = this.stage.getBoundingClientRect();
    const fraction = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    return this.from + fraction * (this.to - this.from);
  }

  /** Begins a click, or a drag that moves the stretch. */
  hold(event) {
    this.isDragged = false;
    if (event.button !== 0) return;
    this.stage.setPointerCapture(event.pointerId);
    this.held = { x: event.clientX, from: this.from, to: this.to };
  }

  drag({ clientX }) {
    const { x, from, to } = this.held;
    this.isDragged ||= Math.abs(clientX - x) > Zoom.leastDrag;
    const seconds = ((x - clientX) / this.stage.clientWidth) * (to - from);
    if (this.isDragged) this.show(from + seconds, to + seconds);
  }

  point(event) {
    if (this.held) this.drag(event);
    const time = this.timeAt(event);
    this.stage.classList.add("pointed");
    this.needle.style.left = this.hint.style.left = `${this.place(time)}%`;
    this.hint.textContent = wordsAt(this.recording, time, this.gaps);
  }

  /** Performs the action of a key; returns false if it has none here. */
  press(key) {
    const actions = {
      "+": () => this.scale(0.5), "=": () => this.scale(0.5), "-": () => this.scale(2), ArrowUp: () => this.scale(0.5), ArrowDown: () => this.scale(2),
      PageUp: () => this.move(-0.5), PageDown: () => this.move(0.5), "0": () => this.show(this.recording.start, this.recording.end),
      Home: () => this.move(-Infinity), End: () => this.move(Infinity), z: () => this.dialog.close(),
    };
    if (!Object.hasOwn(actions, key)) return false;
    if (key === "Home") this.show(this.recording.start, this.recording.start + this.to - this.from);
    else if (key === "End") this.show(this.recording.end - this.to + this.from, this.recording.end);
    else actions[key]();
    return true;
  }
}

/** Returns the levels of audiowaveform's binary format: the larger magnitude of each point, of all channels. */
function levelsOfDat(buffer) {
  const view = new DataView(buffer);
  const [version, flags, points] = [view.getInt32(0, true), view.getUint32(4, true), view.getUint32(16, true)];
  const isBytes = (flags & 1) === 1;
  const channels = version === 2 ? view.getInt32(20, true) : 1;
  const start = version === 2 ? 24 : 20;
  const values = isBytes ? new Int8Array(buffer, start) : new Int16Array(buffer, start);
  const each = 2 * channels;
  const magnitudes = new Float32Array(Math.min(points, Math.floor(values.length / each)));
  for (let point = 0; point < magnitudes.length; point += 1) {
    for (let place = point * each; place < (point + 1) * each; place += 1) {
      magnitudes[point] = Math.max(magnitudes[point], Math.abs(values[place]));
    }
  }
  return scaledLevels(magnitudes);
}

function levelsOfJSON({ bars, measured }) {
  return scaledLevels(Float32Array.from(bars ?? measured?.rms ?? []));
}

/** Returns magnitudes as levels, the loudest as 255, silence as 1. */
function scaledLevels(magnitudes) {
  const most = magnitudes.reduce((most, value) => Math.max(most, value), 0);
  return Uint8Array.from(magnitudes, (value) => Math.max(1, most > 0 ? (value / most) * 255 : 1));
}
