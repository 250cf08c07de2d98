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
   * or as many as make it wide enough; bars keep their columns while the window moves along them.
   */
  draw(canvas, first, last, paint) {
    const density = devicePixelRatio;
    const width = Math.max(1, Math.round(canvas.clientWidth * density));
    const half = Math.max(1, Math.round((canvas.clientHeight * density) / 2));
    [canvas.width, canvas.height] = [width, 2 * half];
    const context = canvas.getContext("2d");
    const columns = Math.max(1, Math.ceil((Strip.leastPitch * density * (last - first)) / width));
    const bars = this.pooled(columns);
    const pitch = (columns * width) / Math.max(last - first, 1e-9);
    const left = (-first / columns) * pitch;
    context.imageSmoothingEnabled = false;
    context.drawImage(bars, left, 0, bars.width * pitch, half);
    // The lower half mirrors the upper one.
    context.setTransform(1, 0, 0, -1, 0, 2 * half);
    context.drawImage(bars, left, 0, bars.width * pitch, half);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalCompositeOperation = "destination-in";
    context.fill(this.stripes({ left, pitch, width, height: 2 * half }));
    context.globalCompositeOperation = "source-in";
    context.fillStyle = paint(context, width);
    context.fillRect(0, 0, width, 2 * half);
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
