// What --analyze found, in words of somebody who listens, the worst first: in the order of the scan, but for a little clipping.

const findings = {
  silent: { label: "silent", meaning: "Nothing in it can be heard.", advice: "Record or export it again." },
  truncated: { label: "ends early", meaning: "It stops before its end.", advice: "Copy or download it again." },
  gaps: { label: "gaps", meaning: "Parts of it are damaged and cannot be played.", advice: "Copy it again, or take it from a backup." },
  checksumMismatch: {
    label: "altered",
    meaning: "Its sound is not the one whose checksum the file has: some of it may have rotted.",
    advice: "Take it from a backup, or copy it again.",
  },
  silentChannel: {
    label: "one side silent",
    meaning: "One of its channels has no sound, so that one speaker or ear hears nothing.",
    advice: "Make it mono in an audio editor.",
  },
  inverted: {
    label: "out of phase",
    meaning: "Left and right cancel each other: on a phone or a single speaker it nearly vanishes.",
    advice: "Invert one channel in an audio editor.",
  },
  heavyClipping: {
    label: "distorted",
    meaning: "Its loud parts are cut off so often that it may crackle.",
    advice: "Look for another edition, or record it again with less gain.",
  },
  dropouts: { label: "dropouts", meaning: "The sound stops for an instant.", advice: "Copy the disc or the tape again." },
  longSilence: { label: "long silence", meaning: "There are 10 seconds of silence or more inside.", advice: "It may hide a bonus track; cut it if not." },
  lateStart: { label: "starts late", meaning: "It begins with 5 seconds of silence or more.", advice: "Trim its start." },
  longTail: { label: "silent end", meaning: "It ends with 10 seconds of silence or more.", advice: "Trim its end." },
  lowCutOff: {
    label: "high tones cut off",
    meaning: "Its high tones end like a wall, lower than after an MP3: it was made from a lower sample rate or a very low bit rate.",
    advice: "Look for the original: this file is larger than what it holds.",
  },
  cutOff: {
    label: "likely made from an MP3",
    meaning: "Its high tones end like a wall, as they do after MP3 or a lower sample rate.",
    advice: "Look for the original: this file is larger than what it holds.",
  },
  dcOffset: {
    label: "DC offset",
    meaning: "Its zero line is shifted, which can click at edits and takes loudness away.",
    advice: "Remove the DC offset in an audio editor.",
  },
  paddedBits: {
    label: "fewer bits than it says",
    meaning: "Most of its bits are empty: it was made from a recording of fewer bits.",
    advice: "It sounds the same in a smaller file.",
  },
  clipping: { label: "peaks cut off", meaning: "A few of its loudest peaks are cut off, which is rarely heard.", advice: "Leave it, unless the recording is yours to make again." },
};

const findingOrder = new Map(Object.keys(findings).map((name, place) => [name, place]));

// From these on, clipping is heard.
const heavyRuns = 100;
const heavyShare = 0.001;

// Below this frequency, in Hz, the wall is not that of an MP3 that anybody makes.
const lowestWallOfMP3 = 14500;

/** Returns the findings of a recording, the worst first; clipping is told apart by how much there is. */
function findingsOf({ sound, entry, seconds }) {
  const names = (sound?.findings ?? []).map((name) => {
    const share = (sound.clipped ?? 0) / (entry.hz * (entry.channels || 1) * seconds || Infinity);
    const isHeavy = sound.runs >= heavyRuns || share > heavyShare;
    if (name === "cutOff" && sound.bandwidth < lowestWallOfMP3) return "lowCutOff";
    return name === "clipping" && isHeavy ? "heavyClipping" : name;
  });
  return names.sort((a, b) => (findingOrder.get(a) ?? Infinity) - (findingOrder.get(b) ?? Infinity));
}

/** Returns the time of a finding that has one. */
function momentOf(sound, finding) {
  const moments = {
    clipping: sound?.clipping?.firstAt,
    heavyClipping: sound?.clipping?.firstAt,
    dropouts: sound?.dropouts?.firstAt,
    longSilence: sound?.silence?.longestAt,
  };
  return moments[finding];
}

const eventNames = { silence: "Silence", clipping: "Peaks cut off", dropout: "Dropout", gap: "Damaged" };

/** Returns the events of a recording with their times in seconds; none if the scan listed none. */
function eventsOf({ sound }) {
  return (sound?.events ?? []).map(([kind, start, end, channel]) => {
    const name = eventNames[kind] ?? kind;
    return { start, end, words: channel ? `${name}, channel ${channel}` : name };
  });
}
