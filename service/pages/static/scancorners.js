// Four corners on a photo, dragged by hand or moved by the arrow keys (ten pixels with shift); what is sent are
// the numbers beside it.
const THUMB = 22; // half of 44 CSS pixels

function start() {
  const figure = document.getElementById("corners");
  if (!figure || figure.dataset.ready) return;
  figure.dataset.ready = "yes";
  const drawing = figure.querySelector("svg");
  const handles = [...drawing.querySelectorAll(".handle")];
  const fields = document.getElementById("corner-form").elements;
  const { width, height } = drawing.viewBox.baseVal;

  const place = (handle) => ({ x: Number(fields[`x${handle.dataset.corner}`].value), y: Number(fields[`y${handle.dataset.corner}`].value) });

  function draw() {
    const scale = drawing.getScreenCTM().a || 1;
    for (const handle of handles) {
      const { x, y } = place(handle);
      handle.setAttribute("cx", x);
      handle.setAttribute("cy", y);
      handle.setAttribute("r", THUMB / scale);
      handle.setAttribute("aria-valuenow", x);
      handle.setAttribute("aria-valuetext", `${x}, ${y}`);
    }
    const points = handles.map((handle) => { const { x, y } = place(handle); return `${x},${y}`; });
    drawing.querySelector(".field").setAttribute("points", points.join(" "));
  }

  function move(handle, x, y) {
    fields[`x${handle.dataset.corner}`].value = Math.round(Math.min(Math.max(x, 0), width));
    fields[`y${handle.dataset.corner}`].value = Math.round(Math.min(Math.max(y, 0), height));
    draw();
  }

  for (const handle of handles) {
    handle.addEventListener("pointerdown", (event) => {
      handle.setPointerCapture(event.pointerId);
      handle.focus();
      event.preventDefault();
    });
    handle.addEventListener("pointermove", (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
      move(handle, at.x, at.y);
    });
    handle.addEventListener("keydown", (event) => {
      const [right, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
      if (!right && !down) return;
      event.preventDefault();
      const step = (event.shiftKey ? 10 : 1) * Math.max(1, Math.round(1 / drawing.getScreenCTM().a));
      const { x, y } = place(handle);
      move(handle, x + right * step, y + down * step);
    });
  }
  document.getElementById("corner-form").addEventListener("input", draw);
  addEventListener("resize", draw);
  document.documentElement.classList.add("scripted");
  draw();
}

document.addEventListener("swapped", start);
start();
