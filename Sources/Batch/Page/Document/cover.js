// Album art: a square picture. Where there is none, or it cannot be loaded, a waveform takes its place.

class Cover {
  // Few, so that a wall of them is quiet. In points of the drawing.
  static size = { width: 64, height: 40, density: 1 };

  constructor(element) {
    this.element = element;
    [this.image, this.drawing] = [element.querySelector("img"), element.querySelector("svg")];
    this.drawing.setAttribute("viewBox", `0 0 ${Cover.size.width} ${Cover.size.height}`);
    this.image.addEventListener("error", () => this.element.classList.add("absent"));
    this.image.addEventListener("load", () => this.element.classList.remove("absent"));
  }

  /** `recording` is drawn without art; nothing if it is undefined. */
  show(address, recording) {
    this.draw(recording);
    if (address === this.address) return;
    this.address = address;
    this.element.classList.add("absent");
    if (address) this.image.src = address;
    else this.image.removeAttribute("src");
  }

  draw(recording) {
    if (recording === this.recording) return;
    this.recording = recording;
    const { strokes, thickness } = recording ? Coloring.strokes(recording.levels, recording.tones, Cover.size) : { strokes: [] };
    Coloring.fill(this.drawing, strokes);
    this.drawing.setAttribute("stroke-width", thickness ?? 1);
  }
}
