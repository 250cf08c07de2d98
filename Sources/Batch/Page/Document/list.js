// The list: as many rows as a window shows and some beyond, however many recordings there are.

class List {
  // A fling of the finger or the wheel stays within these before the next frame.
  static rowsBeyond = 40;
  static mostRows = 280;

  beyond = 0;
  recordings = [];
  rows = new Map();
  spare = [];

  constructor(element, makeRow, stateOf) {
    this.element = element;
    this.makeRow = makeRow;
    this.stateOf = stateOf;
    this.header = document.getElementById("top");
    this.footer = document.getElementById("player");
    const again = () => this.render();
    addEventListener("scroll", again, { passive: true });
    addEventListener("resize", () => this.measure());
    // Fonts and zoom change the height of a row without a resize.
    new ResizeObserver(() => this.measure()).observe(document.documentElement);
  }

  show(recordings) {
    this.recordings = recordings;
    this.places = new Map(recordings.map((recording, index) => [recording, index]));
    for (const row of this.rows.values()) this.release(row);
    this.rows.clear();
    // What is seen comes first, and what could be scrolled to after it.
    this.beyond = 0;
    this.measure();
    requestAnimationFrame(() => {
      this.beyond = List.rowsBeyond;
      this.render();
    });
  }

  /** Takes the height of a row from the style sheet, which knows the window's width. */
  measure() {
    const probe = this.spare.at(-1) ?? this.rows.values().next().value ?? this.makeRow();
    const isShown = probe.element.isConnected;
    if (!isShown) this.element.append(probe.element);
    const height = probe.element.getBoundingClientRect().height;
    if (!isShown) {
      probe.element.remove();
      if (!this.spare.includes(probe)) this.spare.push(probe);
    }
    if (height !== this.rowHeight) {
      this.rowHeight = height;
      for (const [recording, row] of this.rows) this.put(row, this.places.get(recording));
    }
    this.element.style.height = `${this.recordings.length * height}px`;
    this.render();
  }

  /** Which rows should be there now: those in the window, some before and some behind. */
  wanted() {
    const top = -this.element.getBoundingClientRect().top;
    const shown = Math.ceil(innerHeight / this.rowHeight) + 1;
    const first = Math.floor(top / this.rowHeight);
    const beyond = Math.min(this.beyond, Math.floor((List.mostRows - shown) / 2));
    const limit = (index) => Math.max(0, Math.min(this.recordings.length, index));
    return [limit(first - beyond), limit(first + shown + beyond)];
  }

  render() {
    if (!this.rowHeight) return;
    const [first, end] = this.wanted();
    for (const [recording, row] of this.rows) {
      const index = this.places.get(recording);
      // A row that has the focus keeps it, wherever it is.
      if ((index >= first && index < end) || row.element.contains(document.activeElement)) continue;
      this.rows.delete(recording);
      this.release(row);
    }
    this.fill(first, end);
  }

  /** Rows stand in the document as they stand in the list, so that a screen reader reads them in order. */
  fill(first, end) {
    let before = this.element.firstElementChild;
    const indexOf = (element) => Number(element.getAttribute("aria-posinset")) - 1;
    for (let index = first; index < end; index += 1) {
      while (before && indexOf(before) < index) before = before.nextElementSibling;
      if (before && indexOf(before) === index) continue;
      const row = this.spare.pop() ?? this.makeRow();
      const recording = this.recordings[index];
      row.show(recording, index, this.recordings.length);
      row.showState(this.stateOf(recording));
      this.put(row, index);
      this.rows.set(recording, row);
      this.element.insertBefore(row.element, before);
    }
  }

  put(row, index) {
    row.element.style.transform = `translateY(${index * this.rowHeight}px)`;
  }

  release(row) {
    row.element.remove();
    this.spare.push(row);
  }

  /** Shows anew who plays and who is selected. */
  showStates() {
    for (const [recording, row] of this.rows) row.showState(this.stateOf(recording));
  }

  /** Scrolls as little as needed for a recording to be seen. */
  reveal(recording) {
    const index = this.places.get(recording);
    if (index === undefined) return;
    const isSticky = getComputedStyle(this.header).position === "sticky";
    const ceiling = isSticky ? this.header.offsetHeight : 0;
    const floor = innerHeight - (this.footer.hidden ? 0 : this.footer.offsetHeight);
    const top = this.element.getBoundingClientRect().top + index * this.rowHeight;
    if (top < ceiling) scrollBy(0, top - ceiling);
    else if (top + this.rowHeight > floor) scrollBy(0, top + this.rowHeight - floor);
    this.render();
  }
}
