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
    Columns.sorted = Columns.all[order] ? order : "";
    Columns.show();
  }

  /** The names of the columns that rows have now. */
  static get shown() {
    return Object.keys(Columns.all).filter((name) => {
      return name === Columns.sorted || (!Columns.off.has(name) && !Columns.all[name].isOnlySorted);
    });
  }

  static show() {
    document.body.dataset.columns = Columns.shown.join(" ");
    document.body.style.setProperty("--columns", Columns.shown.length);
  }

  static cells(recording) {
    return Columns.shown.map((name) => {
      const { label, words } = Columns.all[name];
      const cell = document.createElement("span");
      cell.className = name === Columns.sorted ? "fact sorted" : "fact";
      cell.dataset.column = name;
      cell.title = label;
      const spoken = made("span", `${label}: `);
      spoken.className = "unseen";
      const value = words(recording);
      if (value) cell.append(spoken, value);
      return cell;
    });
  }
}
