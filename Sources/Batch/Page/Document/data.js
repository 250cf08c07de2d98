// The data of the page: JSON with one recording a line. Lines are parsed one at a time, and the waveforms stay in the
// text until a row shows them, so that 100,000 recordings need little memory.

/** Parses the text and returns the page's facts with its recordings. */
function readPage(element) {
  const text = element.textContent;
  // The document's copy is no longer needed.
  element.remove();
  const [first, last] = [text.indexOf("\n"), text.lastIndexOf("\n")];
  const page = JSON.parse(text.slice(0, first) + text.slice(last));
  page.text = text;
  page.recordings = [];
  Recording.page = page;
  for (let start = first + 1; start < last; ) {
    let end = text.indexOf("\n", start);
    const next = end + 1;
    // A line is ["Base64 of the levels.Base64 of the tones",{…}], and the last one has no comma.
    if (text[end - 1] === ",") end -= 1;
    const quote = text.indexOf('"', start + 2);
    const entry = JSON.parse(text.slice(quote + 2, end - 1));
    page.recordings.push(new Recording(entry, start + 2, quote));
    start = next;
  }
  // Of each group of one sound the recordings of each content.
  for (const contents of page.copies ?? []) {
    const copies = contents.map((numbers) => numbers.map((number) => page.recordings[number]).filter(Boolean));
    const group = copies.flat();
    for (const same of copies) for (const recording of same) [recording.group, recording.same] = [group, same];
  }
  page.recordings = byFolder(page.recordings);
  page.recordings.forEach((recording, index) => (recording.index = index));
  return page;
}

/** Groups the recordings of each folder, as sorted paths may have those of its subfolders between them. */
function byFolder(recordings) {
  const folders = new Map();
  for (const recording of recordings) {
    const others = folders.get(recording.folder);
    if (others) others.push(recording);
    else folders.set(recording.folder, [recording]);
  }
  return [...folders.values()].flat();
}
