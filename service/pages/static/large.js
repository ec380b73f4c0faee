// A drawing marked data-large opens over the whole window: pinched and panned by fingers, by wheel and mouse, or
// by the keys + - and the arrows. Escape, the cross and the browser's Back close it. data-large is the address of the
// sharpest picture.
const [LEAST, MOST, STEP] = [1, 12, 1.5];

function open(frame) {
  const dialog = document.createElement("dialog");
  dialog.className = "large-view";
  const link = frame.querySelector(".open-large");
  dialog.setAttribute("aria-label", link.getAttribute("aria-label"));
  const drawing = frame.firstElementChild.cloneNode(true);
  drawing.removeAttribute("id");
  const photo = drawing.querySelector("image, img") ?? (drawing.localName === "img" ? drawing : null);
  if (photo) sharpen(photo, frame.dataset.large);
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "×";
  close.setAttribute("aria-label", frame.dataset.close);
  close.autofocus = true;
  close.addEventListener("click", () => dialog.close());
  dialog.append(drawing, close);
  const back = () => dialog.close();
  dialog.addEventListener("close", () => {
    removeEventListener("popstate", back);
    if (history.state?.isLarge) history.back();
    dialog.remove();
    link.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  letMove(dialog, drawing);
  dialog.showModal();
  history.pushState({ isLarge: true }, "");
  addEventListener("popstate", back);
}

/** Put the sharpest picture in the place of the smaller one, once it is there. */
function sharpen(photo, address) {
  const name = photo.localName === "image" ? "href" : "src";
  const sharp = new Image();
  sharp.onload = () => photo.setAttribute(name, address);
  sharp.src = address;
}

function letMove(dialog, drawing) {
  const fingers = new Map();
  let [zoom, right, down] = [1, 0, 0];

  function lay() {
    const [across, along] = [dialog.clientWidth, dialog.clientHeight].map((side) => ((zoom - 1) * side) / 2 + (zoom > 1 ? side / 4 : 0));
    right = Math.min(Math.max(right, -across), across);
    down = Math.min(Math.max(down, -along), along);
    drawing.style.transform = `translate(${right}px, ${down}px) scale(${zoom})`;
    dialog.dataset.zoom = zoom.toFixed(2);
  }

  /** Zoom so that what lies at this point of the window stays there. */
  function zoomAt(factor, x, y) {
    const wanted = Math.min(Math.max(zoom * factor, LEAST), MOST);
    const [fromMiddle, fromTop] = [x - innerWidth / 2, y - innerHeight / 2];
    right = fromMiddle - ((fromMiddle - right) * wanted) / zoom;
    down = fromTop - ((fromTop - down) * wanted) / zoom;
    zoom = wanted;
    lay();
  }

  const middle = () => {
    const all = [...fingers.values()];
    return [all.reduce((sum, each) => sum + each.x, 0) / all.length, all.reduce((sum, each) => sum + each.y, 0) / all.length];
  };
  const spread = () => {
    const [one, other] = [...fingers.values()];
    return other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  };

  drawing.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    drawing.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  drawing.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    const [[fromX, fromY], wide] = [middle(), spread()];
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const [x, y] = middle();
    right += x - fromX;
    down += y - fromY;
    if (wide && spread()) zoomAt(spread() / wide, x, y);
    else lay();
  });
  for (const end of ["pointerup", "pointercancel"]) drawing.addEventListener(end, (event) => fingers.delete(event.pointerId));
  drawing.addEventListener("dblclick", (event) => zoomAt(zoom > 1 ? 1 / zoom : 3, event.clientX, event.clientY));
  dialog.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoomAt(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.clientX, event.clientY);
  }, { passive: false });
  dialog.addEventListener("keydown", (event) => {
    const zooms = { "+": STEP, "=": STEP, "-": 1 / STEP }[event.key];
    const pans = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
    if (!zooms && !pans) return;
    event.preventDefault();
    if (zooms) return zoomAt(zooms, innerWidth / 2, innerHeight / 2);
    right += pans[0];
    down += pans[1];
    lay();
  });
  lay();
}

document.addEventListener("click", (event) => {
  const frame = event.target.closest("[data-large]");
  if (!frame || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  open(frame);
});
