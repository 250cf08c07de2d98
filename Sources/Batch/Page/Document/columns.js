// The columns of facts beside a waveform. Each can be switched, and the one that the list is sorted by is always there.

class Columns {
  /** `words` is what a row shows, `value` what the list is sorted by: undefined comes last in both directions. */
  static all = {
    format: { label: "Format", words: (recording) => recording.shortFormat, value: (recording) => recording.shortFormat || undefined },
    rate: { label: "Sample rate", words: (recording) => recording.rateWords, value: ({ entry }) => entry.hz || undefined },
    size: { label: "Size", words: (recording) => recording.sizeWords, value: ({ entry }) => entry.bytes },
    loudness: { label: "Loudness", words: (recording) => recording.loudnessWords, value: (recording) => recording.loudness },
    date: { label: "Date", words: (recording) => recording.year, isOnlySorted: true },
  };

  static off = new Set();
  static sorted = "";
  static isList = true;
  /** The names of the columns that rows have: another list if that changes. */
  static shown = [];

  /** Reads which columns are switched off, and builds their switches. */
  static start(menu, recordings, changed) {
    Columns.off = new Set((memory("columns off") ?? "").split(" "));
    for (const [name, { label, words, isOnlySorted }] of Object.entries(Columns.all)) {
      if (isOnlySorted || !recordings.some((recording) => recording.isPlayable && words(recording))) continue;
      const field = document.createElement("label");
      const box = document.createElement("input");
      box.type = "checkbox";
      box.name = name;
      box.checked = !Columns.off.has(name);
      box.addEventListener("change", () => {
        if (box.checked) Columns.off.delete(name);
        else Columns.off.add(name);
        memory("columns off", [...Columns.off].join(" "));
        Columns.show();
        changed();
      });
      field.append(box, label);
      menu.append(field);
    }
    const switches = menu.closest("details");
    switches.hidden = menu.childElementCount === 0;
    // A menu: Escape and a click elsewhere close it.
    document.addEventListener("pointerdown", ({ target }) => {
      if (!switches.contains(target)) switches.open = false;
    });
    switches.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !switches.open) return;
      event.stopPropagation();
      switches.open = false;
      switches.firstElementChild.focus();
    });
    Columns.show();
  }

  static sortBy(order) {
    const sorted = Columns.all[order] ? order : "";
    // Cells of a grid have room for what they are sorted by, and no cells are faster than hidden ones.
    const isList = ["comfortable", "compact"].includes(document.body.dataset.view);
    if (sorted === Columns.sorted && isList === Columns.isList) return;
    [Columns.sorted, Columns.isList] = [sorted, isList];
    Columns.show();
  }

  /** Decides which columns rows have now. */
  static show() {
    Columns.shown = Object.keys(Columns.all).filter((name) => {
      return name === Columns.sorted || (Columns.isList && !Columns.off.has(name) && !Columns.all[name].isOnlySorted);
    });
    document.body.classList.toggle("sorted", Columns.sorted !== "");
    document.body.style.setProperty("--columns", Columns.shown.length);
  }

  /** Shows a recording in the cells of a row, which are made anew only if there are other columns. */
  static fill(facts, recording) {
    const { shown, sorted } = Columns;
    if (facts.shown !== shown) {
      facts.shown = shown;
      facts.replaceChildren(...shown.map((name) => Columns.cell(name, name === sorted)));
    }
    shown.forEach((name, place) => (facts.children[place].firstChild.data = Columns.all[name].words(recording)));
  }

  static cell(name, isSorted) {
    const cell = document.createElement("span");
    cell.className = isSorted ? "fact sorted" : "fact";
    cell.dataset.column = name;
    cell.title = Columns.all[name].label;
    cell.append(document.createTextNode(""));
    return cell;
  }
}
