// The accent: the colour of the library's pictures, made dark or light enough for reading.

const darkness = matchMedia("(prefers-color-scheme: dark)");

/** Takes the accent from a colour such as "#1e90ffff"; its opacity does not matter here. */
function applyAccent(color) {
  const style = document.documentElement.style;
  style.removeProperty("--played");
  const computed = getComputedStyle(document.documentElement);
  const [paper, unplayed] = ["--raised", "--unplayed"].map((name) => luminance(channels(computed.getPropertyValue(name).trim())));
  // White in dark colors and black in light ones, until the three can be distinguished without their hue.
  const end = darkness.matches ? 255 : 0;
  for (let share = 0; share <= 1; share += 0.02) {
    const mixed = channels(color).map((channel) => Math.round(channel + (end - channel) * share));
    const light = luminance(mixed);
    if (contrast(light, unplayed) < 3 || contrast(light, paper) < 4.5) continue;
    style.setProperty("--played", `rgb(${mixed.join(" ")})`);
    return;
  }
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

function contrast(one, other) {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
