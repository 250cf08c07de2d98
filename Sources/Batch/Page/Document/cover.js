// Album art: a square picture, or a quiet placeholder where there is none or it cannot be loaded.

class Cover {
  constructor(element) {
    this.element = element;
    this.image = element.querySelector("img");
    this.image.addEventListener("error", () => this.element.classList.add("absent"));
    this.image.addEventListener("load", () => this.element.classList.remove("absent"));
  }

  show(address) {
    if (address === this.address) return;
    this.address = address;
    this.element.classList.add("absent");
    if (address) this.image.src = address;
    else this.image.removeAttribute("src");
  }
}
