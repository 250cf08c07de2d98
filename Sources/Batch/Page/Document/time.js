// Times as people write them.

/** Minutes and seconds, with hours where there are some: "0:42", "1:02:03". */
function spokenTime(seconds) {
  const whole = Math.max(0, Math.floor(seconds + 1e-6));
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** The seconds of "83", "1:23" or "1:02:03.5", or nothing where it is no time. */
function parsedTime(text) {
  if (!/^\d+(:\d{1,2}){0,2}(\.\d+)?$/.test(text ?? "")) return undefined;
  return text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}
