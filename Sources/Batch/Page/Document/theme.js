// The colors of the library's pictures, made dark or light enough to be seen on this page, in both schemes.

const darkness = matchMedia("(prefers-color-scheme: dark)");

// Of graphics to what is around them, and of what was played to what was not.
const leastContrast = 3;

/**
 * Returns a picture's color for three kinds of bars: `rest` where nothing was played yet, then `played` and `unplayed`. All have
 * the least contrast to the ground, and the last two to each other; none changes more than this needs.
 */
function barColors(color, ground) {
  const rest = withContrast(color, ground, Math.max(leastContrast, contrastTo(ground, color)));
  const unplayed = withContrast(rest, ground, Math.max(leastContrast, contrastTo(ground, rest) / leastContrast));
  const played = withContrast(rest, ground, Math.max(leastContrast * contrastTo(ground, unplayed), contrastTo(ground, rest)));
  return { rest, unplayed, played };
}

/** Mixes a color with white or black, as little as needed, until it has that contrast to a ground. */
function withContrast(color, ground, least) {
  const isEnough = (mixed) => contrastTo(ground, mixed) >= least;
  const far = isDark(ground) ? 255 : 0;
  const end = isEnough(color) ? 255 - far : far;
  const mixed = (step) => color.map((channel) => Math.round(channel + ((end - channel) * step) / 256));
  let [low, high] = [0, 256];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isEnough(mixed(middle)) === isEnough(color)) low = middle;
    else high = middle;
  }
  // The last step that still is enough, or the first that is.
  return mixed(isEnough(color) ? low : high);
}

/** The contrast of a color to a ground, below 1 if it lies beyond it: darker than a dark ground. */
function contrastTo(ground, color) {
  const ratio = (luminance(color) + 0.05) / (luminance(ground) + 0.05);
  return isDark(ground) ? ratio : 1 / ratio;
}

function isDark(ground) {
  return luminance(ground) < 0.18;
}

/** The ground of rows with the least contrast: that of the selected one. */
function rowGround() {
  return channels(getComputedStyle(document.documentElement).getPropertyValue("--raised").trim());
}

/** Takes the accent from a colour such as "#1e90ffff"; its opacity does not matter here. */
function applyAccent(color) {
  setBarColors(document.documentElement.style, color);
}

const tintSheet = new CSSStyleSheet();
document.adoptedStyleSheets = [tintSheet];

/** Gives each of several colors a class, `tint-0` and so on. */
function applyTints(tints) {
  tintSheet.replaceSync(tints.map((_, place) => `.tint-${place} {}`).join("\n"));
  tints.forEach((tint, place) => setBarColors(tintSheet.cssRules[place].style, tint));
}

function setBarColors(style, color) {
  for (const [name, mixed] of Object.entries(barColors(channels(color), rowGround()))) style.setProperty(`--${name}`, hexText(mixed));
}

function hexText(color) {
  return `#${color.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function channels(hex) {
  const long = hex.length === 4 ? hex.replace(/[0-9a-f]/g, "$&$&") : hex;
  return [1, 3, 5].map((place) => parseInt(long.slice(place, place + 2), 16));
}

/** As WCAG 2.2 defines it. */
function luminance([red, green, blue]) {
  const linear = (channel) => (channel <= 10 ? channel / 3294 : ((channel / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
