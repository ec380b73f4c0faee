// Four handles on a photo: dragged by finger or mouse, or moved by the arrow keys. The fields beside them hold
// the numbers, and are all that is sent. A form takes part by data-corners, data-width and data-height, with a
// .pointing around its picture and four fields named corner.

const SVG = "http://www.w3.org/2000/svg";
const [STEP, BIG_STEP] = [0.002, 0.02]; // shares of the photo's width that an arrow key moves

function read(field) {
  const [x, y] = field.value.split(",").map(Number);
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : [0, 0];
}

function start(form) {
  const place = form.querySelector(".pointing");
  const fields = [...form.querySelectorAll('[name="corner"]')];
  const [width, height] = [Number(form.dataset.width), Number(form.dataset.height)];

  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  drawing.setAttribute("aria-hidden", "true");
  const outline = document.createElementNS(SVG, "polygon");
  drawing.append(outline);
  place.append(drawing);

  const handles = fields.map((field) => {
    const handle = document.createElement("button");
    handle.type = "button";
    handle.className = "handle";
    place.append(handle);
    handle.addEventListener("pointerdown", (event) => {
      handle.setPointerCapture(event.pointerId);
      event.preventDefault();
      handle.focus();
    });
    handle.addEventListener("pointermove", (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      const box = place.getBoundingClientRect();
      move(field, ((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height);
    });
    handle.addEventListener("keydown", (event) => {
      const [right, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] || [0, 0];
      if (!right && !down) return;
      event.preventDefault();
      const step = (event.shiftKey ? BIG_STEP : STEP) * width;
      const [x, y] = read(field);
      move(field, x + right * step, y + down * step);
    });
    field.addEventListener("input", draw);
    return handle;
  });

  function move(field, x, y) {
    const [across, along] = [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)];
    field.value = `${Math.round(across)},${Math.round(along)}`;
    draw();
  }

  function draw() {
    const corners = fields.map(read);
    outline.setAttribute("points", corners.map((corner) => corner.join(",")).join(" "));
    handles.forEach((handle, k) => {
      handle.style.left = `${(corners[k][0] / width) * 100}%`;
      handle.style.top = `${(corners[k][1] / height) * 100}%`;
      handle.setAttribute("aria-label", `${fields[k].dataset.name}: ${fields[k].value}`);
    });
  }

  draw();
}

document.querySelectorAll("form[data-corners]").forEach(start);
