// Waveforms in the colors of their mean frequencies, if the scan has measured these.

class Coloring {
  // A row is too narrow to show more, and a long list has many rows.
  static mostStops = 80;
  static isOn = true;
  static count = 0;

  /** `ramp` has the colors from low to high. */
  static start(ramp) {
    Coloring.ramp = ramp?.map(channels);
  }

  static isUsed(pitches) {
    return Boolean(Coloring.isOn && Coloring.ramp && pitches.length > 0);
  }

  /** Strokes paths with the colors of some pitches across a width, or as usual if there are none. */
  static paint(svg, paths, pitches, width) {
    const isColored = Coloring.isUsed(pitches);
    let gradient = svg.querySelector("linearGradient");
    if (isColored && !gradient) {
      gradient = document.createElementNS("http://www.w3.org/2000/svg", "linearGradient");
      gradient.id = `colors-${(Coloring.count += 1)}`;
      gradient.setAttribute("gradientUnits", "userSpaceOnUse");
      svg.prepend(gradient);
    }
    if (isColored) {
      gradient.setAttribute("x2", width);
      gradient.replaceChildren(...Coloring.stops(pitches));
    }
    for (const path of paths) path.style.stroke = isColored ? `url(#${gradient.id})` : "";
    svg.classList.toggle("colored", isColored);
  }

  static stops(pitches) {
    return Coloring.colors(pitches).map(([offset, color]) => {
      const stop = document.createElementNS("http://www.w3.org/2000/svg", "stop");
      stop.setAttribute("offset", short(offset));
      stop.setAttribute("stop-color", color);
      return stop;
    });
  }

  /** The colors of pitches, each with its place from 0 to 1. */
  static colors(pitches) {
    const count = Math.min(pitches.length, Coloring.mostStops);
    const colors = [];
    let last = pitches.find((place) => place > 0) ?? 1;
    for (let index = 0; index < count; index += 1) {
      // Silence has the color of its neighbour.
      last = pitches[Math.floor(((index + 0.5) * pitches.length) / count)] || last;
      colors.push([(index + 0.5) / count, Coloring.color((last - 1) / 254)]);
    }
    return colors;
  }

  /** The color at a fraction of the ramp. */
  static color(fraction) {
    const place = fraction * (Coloring.ramp.length - 1);
    const low = Math.min(Math.floor(place), Coloring.ramp.length - 2);
    const mixed = Coloring.ramp[low].map((channel, index) => {
      return Math.round(channel + (Coloring.ramp[low + 1][index] - channel) * (place - low));
    });
    return `rgb(${mixed.join(" ")})`;
  }
}
