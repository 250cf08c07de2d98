// The shape of a waveform: bars of whole pixels, as vertical strokes.

/** Returns the bytes of Base64; none if the text is something else. */
function decodedLevels(text) {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/**
 * The bars of levels in a box: their places, levels, and shares of the time. Bars and gaps are whole pixels of the screen, so
 * that they are crisp; there are as many bars as fit, and no more than levels. Only gaps have the level 0, and no bar.
 */
function barsOf(levels, { width, height, density }, leastPitch = 3) {
  const pixels = Math.max(1, Math.round(width * density));
  if (levels.length === 0) return { bars: [], thickness: 1, height };
  const pitch = Math.max(Math.ceil(leastPitch * density), Math.ceil(pixels / levels.length));
  const thickness = Math.max(1, Math.min(Math.round(pitch * 0.6), Math.ceil(10 * density)));
  const count = Math.max(1, Math.min(levels.length, Math.floor(pixels / pitch)));
  const room = Math.floor(Math.max(0, pixels - count * pitch) / 2) + Math.floor((pitch - thickness) / 2);
  const bars = [];
  for (let bar = 0; bar < count; bar += 1) {
    const [from, to] = [bar / count, (bar + 1) / count];
    const level = highest(levels, from * levels.length, to * levels.length);
    if (level > 0) bars.push({ x: (room + bar * pitch + thickness / 2) / density, level, from, to });
  }
  return { bars, thickness: thickness / density, height };
}

/** The stroke of a bar, for a path. */
function barPath(x, level, { thickness, height }) {
  const middle = height / 2;
  // Round ends reach beyond the stroke by half of its width.
  const reach = Math.max(0, ((level / 255) * height - thickness) / 2);
  return `M${short(x)} ${short(middle - reach)}V${short(middle + reach)}`;
}

/** Returns the highest level between two places, each of which may lie within a level. */
function highest(levels, from, to) {
  let most = 0;
  const end = Math.min(levels.length, Math.max(Math.floor(from) + 1, Math.round(to)));
  for (let place = Math.floor(from); place < end; place += 1) most = Math.max(most, levels[place]);
  return most;
}

function short(number) {
  return Math.round(number * 100) / 100;
}

/** Returns the gaps as pairs of seconds: the entry lists the first ones, and the level 0 shows all long ones. */
function gapsOf(recording) {
  const { gaps } = recording.entry;
  if (gaps?.firstAt === undefined) return [];
  const first = [gaps.firstAt, gaps.firstAt + (gaps.count === 1 ? gaps.lostMs / 1000 : 0)];
  if (gaps.count === 1) return [first];
  const { levels, start, end } = recording;
  const step = (end - start) / (levels.length || 1);
  const found = [first];
  levels.forEach((level, place) => {
    if (level > 0) return;
    const from = start + place * step;
    if (from <= found.at(-1)[1] + step) found.at(-1)[1] = from + step;
    else found.push([from, from + step]);
  });
  return found;
}
