// The list: as many rows as a window shows and some beyond, however many recordings there are.

class List {
  // A fast scroll stays within these rows until the next frame.
  static screensBeyond = 1.5;
  static mostItems = 280;
  // The most rows out of sight that are filled in a frame, so that no frame takes long.
  static mostAhead = 2;

  beyond = 0;
  /** Recordings, and the albums above them. */
  items = [];
  recordings = [];
  rows = new Map();
  spares = { row: [], heading: [] };

  constructor(element, { makeRow, makeHeading, stateOf }) {
    this.element = element;
    this.make = { row: makeRow, heading: makeHeading };
    this.stateOf = stateOf;
    this.header = document.getElementById("top");
    this.footer = document.getElementById("player");
    this.ruler = document.getElementById("ruler");
    addEventListener("scroll", () => this.render(), { passive: true });
    addEventListener("resize", () => this.measure());
    // Fonts and zoom change the height of a row without a resize.
    new ResizeObserver(() => this.measure()).observe(document.documentElement);
  }

  /** Albums come before their first recording; without recordings they are shown as cards. */
  show(recordings, albums, showsAlbumsOnly) {
    for (const item of this.items) item.place = -1;
    const heads = new Map(albums.map((album) => [album.recordings[0], album]));
    const items = [];
    if (showsAlbumsOnly) items.push(...albums);
    let heading;
    for (const recording of showsAlbumsOnly ? [] : recordings) {
      const album = heads.get(recording);
      if (album) items.push(album);
      recording.heading = heading = album ?? heading;
      items.push(recording);
    }
    this.items = items;
    // The recordings of a group of copies are told apart by their folders.
    this.element.classList.toggle("headed", albums.some(({ note }) => !note));
    this.recordings = recordings;
    items.forEach((item, place) => (item.place = place));
    recordings.forEach((recording, number) => (recording.number = number));
    for (const row of this.rows.values()) this.release(row);
    this.rows.clear();
    // Visible rows come first, then those that could be scrolled to.
    this.beyond = 0;
    this.measure(true);
    requestAnimationFrame(() => {
      this.beyond = List.screensBeyond;
      this.render();
    });
  }

  holds(item) {
    return item !== undefined && this.items[item.place] === item;
  }

  /** Takes the sizes of rows from the style sheet, which knows the window's width and the view. */
  measure(isAnew = false) {
    const style = getComputedStyle(this.ruler);
    const [width, density] = [this.element.clientWidth, devicePixelRatio];
    const cell = parseFloat(style.width);
    const columns = cell > 0 ? Math.max(1, Math.floor(width / cell)) : 1;
    // Cells begin at whole pixels of the screen, or bars would be blurred.
    this.side = Math.floor((width / columns) * density) / density;
    // Covers are square, so the height of a line depends on the width of a cell.
    document.body.style.setProperty("--side", `${this.side}px`);
    const sizes = [style.height, style.paddingTop, style.paddingBottom].map((size) => Math.ceil(parseFloat(size) * density) / density);
    const shape = [width, density, columns, ...sizes, document.body.dataset.view].join();
    if (!isAnew && shape === this.shape) return;
    this.shape = shape;
    this.columns = columns;
    this.layOut(sizes);
    for (const [item, row] of this.rows) this.put(row, item.place);
    this.measureWaves();
    for (const row of this.rows.values()) row.resize(this.waveSize);
    this.render();
  }

  /** Computes the top of each item; items of one line have the same. */
  layOut([row, failed, heading]) {
    this.tops = new Float64Array(this.items.length + 1);
    const isCards = document.body.dataset.view === "albums";
    let [top, column, height] = [0, 0, 0];
    this.items.forEach((item, place) => {
      const isAcross = item instanceof Album ? !isCards : !item.isPlayable;
      if (isAcross || column >= this.columns) {
        top += height;
        [column, height] = [0, 0];
      }
      this.tops[place] = top;
      item.column = column;
      height = Math.max(height, item instanceof Album && !isCards ? heading : isAcross ? failed : row);
      column += isAcross ? this.columns : 1;
    });
    this.tops[this.items.length] = top + height;
    this.rowHeight = row;
    this.element.style.height = `${top + height}px`;
  }

  /** Returns the index of the first item whose line ends below a place. */
  itemAt(y) {
    let [low, high] = [0, this.items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.tops[middle] <= y) low = middle + 1;
      else high = middle;
    }
    // All items of that line.
    let first = Math.max(0, low - 1);
    while (first > 0 && this.tops[first - 1] === this.tops[first]) first -= 1;
    return first;
  }

  /** Returns which items should be in the document now: some before the window, those in it, and some after it. */
  wanted() {
    const top = -this.element.getBoundingClientRect().top;
    const start = this.itemAt(top);
    const shown = this.itemAt(top + innerHeight) - start + 2 * this.columns;
    const most = Math.max(0, List.mostItems - shown) / 2;
    const beyond = Math.min(Math.ceil(this.beyond * shown), most);
    const limit = (index) => Math.max(0, Math.min(this.items.length, Math.round(index)));
    return [start - beyond, start, start + shown, start + shown + beyond].map(limit);
  }

  render() {
    if (!this.rowHeight) return;
    const [first, shownFirst, shownEnd, end] = this.wanted();
    for (const [item, row] of this.rows) {
      // A row that has the focus keeps it, wherever it is.
      if ((item.place >= first && item.place < end) || row.element.contains(document.activeElement)) continue;
      this.rows.delete(item);
      this.release(row);
    }
    this.fill(shownFirst, shownEnd, Infinity);
    if (!this.isFilling) requestAnimationFrame(() => this.fillAhead());
    this.isFilling = true;
  }

  /** Adds rows out of sight, once a frame until all are there. */
  fillAhead() {
    const [first, shownFirst, shownEnd, end] = this.wanted();
    const left = this.fill(first, shownFirst, this.fill(shownEnd, end, List.mostAhead));
    this.isFilling = left === 0;
    if (this.isFilling) requestAnimationFrame(() => this.fillAhead());
  }

  /**
   * Adds at most `most` of the missing items, and returns how many more it could have added. Rows are in the
   * document in the order of the list, so that a screen reader reads them in order.
   */
  fill(first, end, most) {
    let before = this.element.firstElementChild;
    for (let place = first; place < end && most > 0; place += 1) {
      while (before && before.place < place) before = before.nextElementSibling;
      if (before?.place === place) continue;
      most -= 1;
      const item = this.items[place];
      const kind = item instanceof Album ? "heading" : "row";
      const row = this.spares[kind].pop() ?? this.make[kind]();
      this.put(row, place);
      this.element.insertBefore(row.element, before);
      row.show(item, item.number, this.recordings.length, this.waveSize);
      row.showState(this.stateOf(item));
      this.rows.set(item, row);
    }
    return most;
  }

  /** All rows have waveforms of one size. */
  measureWaves() {
    const probe = this.spares.row.at(-1) ?? this.make.row();
    probe.element.classList.remove("failed");
    probe.place.hidden = false;
    this.element.append(probe.element);
    const box = probe.place.firstElementChild;
    this.waveSize = { width: box.clientWidth, height: box.clientHeight, density: devicePixelRatio };
    probe.element.remove();
    if (!this.spares.row.includes(probe)) this.spares.row.push(probe);
  }

  put(row, place) {
    row.element.place = place;
    const x = this.items[place].column * this.side;
    row.element.style.transform = `translate(${x}px, ${this.tops[place]}px)`;
  }

  release(row) {
    row.element.remove();
    this.spares[row instanceof Heading ? "heading" : "row"].push(row);
  }

  /** Updates which row plays and which is selected. */
  showStates() {
    for (const [item, row] of this.rows) row.showState(this.stateOf(item));
  }

  /** Scrolls as little as needed for an item to be seen. */
  reveal(item) {
    if (!this.holds(item)) return;
    const isSticky = getComputedStyle(this.header).position === "sticky";
    const ceiling = isSticky ? this.header.offsetHeight : 0;
    const floor = innerHeight - (this.footer.hidden ? 0 : this.footer.offsetHeight);
    const top = this.element.getBoundingClientRect().top + this.tops[item.place];
    const height = this.heightOf(item.place);
    if (top < ceiling) scrollBy(0, top - ceiling);
    else if (top + height > floor) scrollBy(0, top + height - floor);
    this.render();
  }

  heightOf(place) {
    let next = place + 1;
    while (next < this.items.length && this.tops[next] === this.tops[place]) next += 1;
    return this.tops[next] - this.tops[place];
  }
}
