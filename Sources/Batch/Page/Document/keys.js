// The keyboard. Keys that a control handles itself keep their effect.

/** `actions` has a function for each effect of a key. */
function listenToKeys(actions) {
  const filter = document.getElementById("filter");
  const keys = {
    " ": () => actions.toggle(),
    ArrowLeft: (event) => actions.skip(event.shiftKey ? -30 : -5),
    ArrowRight: (event) => actions.skip(event.shiftKey ? 30 : 5),
    ArrowUp: () => actions.move(-1, true),
    ArrowDown: () => actions.move(1, true),
    Home: () => actions.move(-Infinity),
    End: () => actions.move(Infinity),
    k: () => actions.move(-1),
    j: () => actions.move(1),
    i: () => actions.open(),
    z: () => actions.zoom(),
    v: () => actions.nextView(),
    Enter: () => actions.playSelected(),
    "/": () => {
      filter.focus();
      filter.select();
    },
    "?": () => document.getElementById("help").showModal(),
  };
  const duringZoom = [" ", "ArrowLeft", "ArrowRight"];

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const dialog = document.querySelector("dialog[open]");
    if (dialog) {
      if (dialog.id !== "zoom" || event.key === "Escape" || belongsToControl(event)) return;
      if (actions.pressInZoom(event.key)) event.preventDefault();
      else if (duringZoom.includes(event.key)) act(event);
      return;
    }
    if (event.target === filter) {
      leaveFilter(event);
      return;
    }
    if (event.key === "Escape" && actions.close()) return;
    if (!belongsToControl(event)) act(event);
  });

  function act(event) {
    const action = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!action) return;
    event.preventDefault();
    action(event);
  }

  function leaveFilter(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      if (filter.value) actions.clearFilter();
      else filter.blur();
    }
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    event.preventDefault();
    actions.enterList();
  }
}

/** Whether the focused element handles a key: a menu handles letters, a button or a link Enter and Space. */
function belongsToControl({ target, key }) {
  if (target.closest("summary")) return key === "Enter" || key === " ";
  if (target.closest("select, input")) return key !== "?" && key !== "/";
  return Boolean(target.closest("button, a[href]")) && (key === "Enter" || (key === " " && !target.closest("a")));
}
