// Waveforms in several colors: along a gradient, or in those of the frequencies that the scan has measured.

class Coloring {
  static bandCount = 3;
  // In points: a lower bar of a weak band would hide the others behind a dot.
  static leastHeight = 4;
  static isOn = true;

  /** `colorBy` is what decides which of the tints a bar has: time, pitch or bands. */
  static start({ colorBy, tints }) {
    Coloring.by = colorBy;
    Coloring.tints = tints ?? [];
    applyTints(Coloring.tints);
  }

  /** Whether a recording with some tones has several colors; those along a gradient need no tones. */
  static isUsed(tones) {
    return Coloring.isOn && Coloring.tints.length > 0 && (Coloring.by === "time" || tones.length > 0);
  }

  /** The color of a tint where nothing was played, for a canvas. */
  static color(tint) {
    const style = tint === undefined ? document.documentElement.style : tintSheet.cssRules[tint].style;
    return style.getPropertyValue("--rest");
  }

  /**
   * The waveform in a box as strokes, each of which is a path with a tint; those in front come last. `from` and `to` are the
   * part of the recording that the levels are of.
   */
  static strokes(levels, tones, size, from = 0, to = 1) {
    const shape = barsOf(levels, size);
    const parts = shape.bars.map((bar) => ({ ...bar, from: from + bar.from * (to - from), to: from + bar.to * (to - from) }));
    const paths = new Map();
    for (const [depth, layer] of Coloring.layers(parts, tones).entries()) {
      for (const { x, level, tint, share } of layer) {
        const height = level * share;
        if (depth > 0 && (height / 255) * size.height <= Math.max(Coloring.leastHeight, shape.thickness)) continue;
        const key = `${depth} ${tint}`;
        const path = paths.get(key);
        const stroke = barPath(x, height, shape);
        if (path) path.text += stroke;
        else paths.set(key, { tint, text: stroke });
      }
    }
    return { strokes: [...paths.values()], thickness: shape.thickness };
  }

  /** Draws strokes as the paths of a group, which keeps those that it has. */
  static fill(group, strokes) {
    while (group.childElementCount > strokes.length) group.lastChild.remove();
    strokes.forEach(({ tint, text }, place) => {
      const path = group.children[place] ?? group.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "path"));
      path.setAttribute("d", text);
      if (tint === undefined) path.removeAttribute("class");
      else path.setAttribute("class", `tint-${tint}`);
    });
  }

  /** Gives each part of the time its tint, and the share of its height; of bands the strongest is in the first layer. */
  static layers(parts, tones) {
    if (!Coloring.isUsed(tones)) return [parts.map((part) => ({ ...part, share: 1 }))];
    if (Coloring.by === "bands") return Coloring.bandLayers(parts, tones);
    // Silence has the color of its neighbor.
    let last = tones.find((place) => place > 0) ?? 1;
    const place = ({ from, to }) => {
      if (Coloring.by === "time") return (from + to) / 2;
      last = tones[Math.min(tones.length - 1, Math.floor(((from + to) / 2) * tones.length))] || last;
      return (last - 1) / 254;
    };
    return [parts.map((part) => ({ ...part, share: 1, tint: Math.round(place(part) * (Coloring.tints.length - 1)) }))];
  }

  static bandLayers(parts, tones) {
    const layers = [[], [], []];
    const count = tones.length / Coloring.bandCount;
    let order = [0, 1, 2];
    for (const part of parts) {
      const heights = [0, 1, 2].map((band) => highest(tones, (band + part.from) * count, (band + part.to) * count));
      const most = Math.max(...heights);
      // In silence the bands keep their order.
      if (most > 0) order = [0, 1, 2].sort((a, b) => heights[b] - heights[a]);
      order.forEach((band, depth) => {
        const share = depth === 0 ? 1 : heights[band] / (most || 1);
        if (share > 0) layers[depth].push({ ...part, share, tint: band });
      });
    }
    return layers;
  }
}

/** Which end of the colors is high, beside the title of the page. */
class Legend {
  static bands = ["low", "mid", "high"];
  static bandTitles = ["Below 200 Hz", "200 Hz to 2 kHz", "Above 2 kHz"];
  // Swatches of a ramp.
  static count = 8;

  static show(element) {
    const isShown = Coloring.isOn && ["pitch", "bands"].includes(Coloring.by);
    element.hidden = !isShown;
    if (!isShown || element.childElementCount > 0) return;
    if (Coloring.by === "bands") {
      element.append(...Legend.bands.flatMap((name, tint) => [Legend.swatch(tint), Legend.words(name, Legend.bandTitles[tint])]));
    } else {
      const last = Coloring.tints.length - 1;
      const tints = Array.from({ length: Legend.count }, (_, step) => Math.round((step * last) / (Legend.count - 1)));
      element.append(Legend.words("low", "150 Hz and below"), ...tints.map(Legend.swatch), Legend.words("high", "4.8 kHz and above"));
    }
  }

  static swatch(tint) {
    const swatch = document.createElement("i");
    swatch.className = `tint-${tint}`;
    return swatch;
  }

  static words(text, title) {
    const words = document.createElement("span");
    words.textContent = text;
    words.title = title;
    return words;
  }
}
