// The strip of a recording: a picture of half its waveform, a column for each of 4,800 stretches of time. Pages that are
// opened as files may draw pictures and not read data, so the strip is drawn, and colored where it is opaque.

class Strip {
  /** Points of the narrowest bar, with its gap. */
  static leastPitch = 3;

  /** Returns the strip of a recording once it is loaded; undefined if it has none or it cannot be loaded. */
  static async of(recording) {
    const file = recording.files.find(({ format }) => format === "strip");
    if (!file) return undefined;
    const image = new Image();
    image.src = file.address;
    try {
      await image.decode();
    } catch {
      return undefined;
    }
    return new Strip(image);
  }

  constructor(image) {
    this.image = image;
    this.count = image.naturalWidth;
  }

  /**
   * Draws the columns from `first` to `last`, which may lie within columns, over the whole canvas. A bar is one column,
   * or as many as make it wide enough; bars keep their columns while the window moves along them. `layers` have the colors of
   * parts of the window, and their shares of the height; later ones are in front.
   */
  draw(canvas, first, last, layers) {
    const density = devicePixelRatio;
    const width = Math.max(1, Math.round(canvas.clientWidth * density));
    const half = Math.max(1, Math.round((canvas.clientHeight * density) / 2));
    [canvas.width, canvas.height] = [width, 2 * half];
    const columns = Math.max(1, Math.ceil((Strip.leastPitch * density * (last - first)) / width));
    const bars = this.pooled(columns);
    const pitch = (columns * width) / Math.max(last - first, 1e-9);
    const left = (-first / columns) * pitch;
    const context = canvas.getContext("2d");
    for (const layer of layers) context.drawImage(this.layer(layer, { bars, left, pitch, width, half }), 0, 0);
    context.globalCompositeOperation = "destination-in";
    context.fill(this.stripes({ left, pitch, width, height: 2 * half }));
  }

  /** Draws the bars with a color, and a share of their height, for each part of the window. */
  layer(parts, { bars, left, pitch, width, half }) {
    const layer = document.createElement("canvas");
    [layer.width, layer.height] = [width, 2 * half];
    const context = layer.getContext("2d");
    context.imageSmoothingEnabled = false;
    for (const part of parts) {
      const [from, to] = [part.left, part.right].map((place) => Math.round(place * width));
      context.save();
      context.beginPath();
      context.rect(from, 0, to - from, 2 * half);
      context.clip();
      // The lower half mirrors the upper one.
      for (const side of [1, -1]) {
        context.setTransform(1, 0, 0, side * part.share, 0, half);
        context.drawImage(bars, left, -half, bars.width * pitch, half);
      }
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.globalCompositeOperation = "source-in";
      context.fillStyle = Coloring.color(part.tint);
      context.fillRect(from, 0, to - from, 2 * half);
      context.restore();
    }
    return layer;
  }

  /** The bars in whole pixels, with the gaps between them. */
  stripes({ left, pitch, width, height }) {
    const path = new Path2D();
    const thickness = Math.max(1, Math.round(pitch * 0.6));
    for (let bar = Math.max(0, Math.floor(-left / pitch)); left + bar * pitch < width; bar += 1) {
      path.rect(Math.round(left + bar * pitch + (pitch - thickness) / 2), 0, thickness, height);
    }
    return path;
  }

  /** Returns the strip with each so many columns laid upon each other, so that the highest shows. */
  pooled(columns) {
    if (columns === 1) return this.image;
    if (this.pool?.columns === columns) return this.pool;
    const pool = document.createElement("canvas");
    pool.columns = columns;
    [pool.width, pool.height] = [Math.ceil(this.count / columns), this.image.naturalHeight];
    const context = pool.getContext("2d");
    context.imageSmoothingEnabled = false;
    const width = this.count / columns;
    for (let column = 0; column < columns; column += 1) {
      // Without smoothing, the center of each pixel takes the color of this one of its columns.
      context.drawImage(this.image, 0.5 - (column + 0.5) / columns, 0, width, pool.height);
    }
    return (this.pool = pool);
  }
}
