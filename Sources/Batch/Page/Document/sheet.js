// On paper: a contact sheet of what the list shows, twenty on a page.

class Sheet {
  static mostPrinted = 2000;

  constructor(list) {
    this.list = list;
    this.element = document.getElementById("sheet");
    addEventListener("beforeprint", () => this.fill());
    addEventListener("afterprint", () => this.element.replaceChildren());
  }

  fill() {
    const { recordings } = this.list;
    this.element.replaceChildren(...recordings.slice(0, Sheet.mostPrinted).map((recording) => this.cell(recording)));
    const left = recordings.length - Sheet.mostPrinted;
    if (left > 0) this.element.append(made("li", `${counted(left, "recording")} more`));
  }

  cell(recording) {
    const cell = document.createElement("li");
    const title = made("strong", recording.title);
    const detail = made("span", [recording.by || recording.folder, recording.isPlayable ? spokenLength(recording.seconds) : recording.failure.message].filter(Boolean).join(" · "));
    cell.append(title, detail);
    if (recording.isPlayable) cell.prepend(drawing(recording.levels, { width: 160, height: 90, density: 2 }));
    return cell;
  }
}

/** Returns a waveform as a separate picture that no longer changes. */
function drawing(levels, size) {
  const name = "http://www.w3.org/2000/svg";
  const [svg, line] = [document.createElementNS(name, "svg"), document.createElementNS(name, "path")];
  const shape = barsOf(levels, size);
  svg.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
  line.setAttribute("d", shape.bars.map(({ x, level }) => barPath(x, level, shape)).join(""));
  line.setAttribute("stroke-width", shape.thickness);
  svg.append(line);
  return svg;
}

/** The icon of the page: the waveform of its first recording in a few bars. */
function iconOf(recording, color) {
  const levels = recording.levels;
  const bars = [0, 1, 2, 3, 4].map((bar) => {
    const reach = (highest(levels, (bar * levels.length) / 5, ((bar + 1) * levels.length) / 5) / 255) * 6.5;
    return `M${2 + 3 * bar} ${short(8 - reach)}V${short(8 + reach)}`;
  });
  const picture = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='${color}' stroke-width='2' stroke-linecap='round'><path d='${bars.join("")}'/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(picture)}`;
}
