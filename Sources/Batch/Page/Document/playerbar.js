// The visible part of the player: the bar at the bottom of the window.

class PlayerBar {
  constructor(page, player, { reveal, zoom, repaint }) {
    this.player = player;
    this.element = document.getElementById("player");
    const find = (id) => document.getElementById(id);
    [this.play, this.now, this.detail] = [find("play"), find("now"), find("detail")];
    [this.clock, this.chaptersButton, this.chapters] = [find("clock"), find("chapters-button"), find("chapters")];
    this.wave = new Wave({ seek: (recording, seconds) => player.play(recording, seconds), zoom });
    this.wave.element.tabIndex = 0;
    find("now-wave").append(this.wave.element);
    this.play.addEventListener("click", () => player.toggle());
    find("previous").addEventListener("click", () => player.step(-1));
    find("next").addEventListener("click", () => player.step(1));
    find("speed").addEventListener("change", (event) => (player.speed = Number(event.target.value)));
    this.isEmbedded = !reveal;
    if (this.isEmbedded) [this.now.target, this.now.rel] = ["_blank", "noopener"];
    else {
      this.now.addEventListener("click", (event) => {
        event.preventDefault();
        reveal(player.current);
      });
    }
    this.chaptersButton.addEventListener("click", () => this.openChapters(this.chapters.hidden));
    find("zoom-button").addEventListener("click", () => zoom(this.recording));
    this.offerEqualLoudness(find("equal"), page);
    this.offerColors(find("color"), page, repaint);
    new ResizeObserver(() => this.makeRoom(reveal)).observe(this.element);
    new ResizeObserver(() => this.recording && this.wave.draw(this.waveSize)).observe(this.wave.element);
    player.addEventListener("changed", () => this.showState());
    player.addEventListener("moved", () => this.showPosition());
  }

  /** Keeps the last row, and the one that was clicked, above the bar, however high a notice makes it. */
  makeRoom(reveal) {
    if (this.isEmbedded) return;
    document.body.style.paddingBottom = `${this.element.offsetHeight}px`;
    const isShown = this.element.offsetHeight > 0;
    if (isShown && !this.isShown) reveal(this.recording);
    this.isShown = isShown;
  }

  get waveSize() {
    const { clientWidth: width, clientHeight: height } = this.wave.element;
    return { width, height, density: devicePixelRatio };
  }

  /** Only if --analyze has measured how loud recordings are. */
  offerEqualLoudness(button, page) {
    button.hidden = !page.recordings.some((recording) => Number.isFinite(recording.sound?.loudness));
    button.addEventListener("click", () => {
      this.player.equalLoudness = !this.player.isEqual;
      button.setAttribute("aria-pressed", this.player.isEqual);
    });
  }

  /** Only if waveforms have several colors. */
  offerColors(button, page, repaint) {
    button.hidden = !page.tints;
    button.setAttribute("aria-pressed", Coloring.isOn);
    button.addEventListener("click", () => {
      Coloring.isOn = !Coloring.isOn;
      button.setAttribute("aria-pressed", Coloring.isOn);
      if (this.recording) this.wave.paint();
      repaint();
    });
  }

  showState() {
    const { current, isPlaying } = this.player;
    if (!current) return;
    if (this.recording !== current) this.show(current);
    this.element.classList.toggle("playing", isPlaying);
    this.element.classList.toggle("unplayable", Boolean(current.obstacle));
    this.play.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    this.showPosition();
  }

  show(recording) {
    this.recording = recording;
    this.element.hidden = false;
    this.now.firstElementChild.textContent = recording.title;
    this.now.href = `${this.isEmbedded ? location.pathname : ""}#${recording.encodedPath}`;
    this.wave.show(recording, this.waveSize);
    this.starts = recording.chapters.map((chapter) => chapter.start);
    this.chaptersButton.hidden = this.starts.length === 0;
    this.chapters.replaceChildren(...recording.chapters.map((chapter) => this.chapterItem(chapter)));
    this.openChapters(false);
  }

  chapterItem(chapter) {
    const [item, button, label, time] = ["li", "button", "bdi", "span"].map((name) => document.createElement(name));
    label.textContent = chapter.label || "Marker";
    time.textContent = spokenTime(chapter.start);
    time.className = "time";
    button.type = "button";
    button.append(label, time);
    button.addEventListener("click", () => this.player.play(this.recording, chapter.start));
    item.append(button);
    return item;
  }

  openChapters(isOpen) {
    this.chapters.hidden = !isOpen;
    this.chaptersButton.setAttribute("aria-expanded", isOpen);
  }

  showPosition() {
    const { recording, player } = this;
    if (!recording) return;
    const seconds = player.position;
    this.wave.showPosition(seconds);
    this.clock.textContent = `${spokenTime(seconds)} / ${spokenLength(recording.seconds)}`;
    this.clock.setAttribute("aria-label", recording.spokenPosition(seconds));
    const chapter = recording.chapter(seconds);
    this.detail.firstElementChild.textContent = recording.obstacle || chapter?.label || recording.by || recording.folder;
    const index = chapter ? this.starts.lastIndexOf(chapter.start) : -1;
    [...this.chapters.children].forEach((item, place) => {
      if (place === index) item.firstElementChild.setAttribute("aria-current", "true");
      else item.firstElementChild.removeAttribute("aria-current");
    });
  }
}
