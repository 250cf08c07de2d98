// Times and sizes as people write them.

/** A moment, rounded down to a second, with hours where there are some: "0:42", "1:02:03". */
function spokenTime(seconds) {
  const whole = Math.max(0, Math.floor(seconds + 1e-6));
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** The length of a recording, to its nearest second, or tenth where it is short: "0:42", "0:03.7". */
function spokenLength(seconds) {
  const tenths = Math.round(seconds * 10);
  return tenths < 100 ? `0:0${(tenths / 10).toFixed(1)}` : spokenTime(Math.round(seconds));
}

/** The length of many recordings, roughly: "42 min", "3 h 12 min". */
function spokenTotal(seconds) {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return `${Math.round(seconds)} s`;
  return minutes < 60 ? `${minutes} min` : `${grouped(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** The seconds of "83", "1:23" or "1:02:03.5", or undefined if the text is not a time. */
function parsedTime(text) {
  if (!/^\d+(:\d{1,2}){0,2}(\.\d+)?$/.test(text ?? "")) return undefined;
  return text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** A short length, as the terminal has it: "40 ms", "0.8 s", "1:12". */
function spokenStretch(seconds) {
  const milliseconds = Math.max(1, Math.round(seconds * 1000));
  if (milliseconds < 100) return `${milliseconds} ms`;
  return milliseconds < 59_950 ? `${(Math.round(milliseconds / 100) / 10).toFixed(1)} s` : spokenTime(Math.round(milliseconds / 1000));
}

function spokenSize(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function grouped(number) {
  return number.toLocaleString("en");
}

function counted(number, noun) {
  return `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;
}
