// Four corners on a photo, put in their places by finger, mouse or arrow keys (ten pixels with shift). What is
// held is a grip beside the corner, so that nothing covers it, and a lens shows where it lies. The fields named
// corner hold the numbers, "x,y" in pixels of the photo, and are all that is sent.
const SVG = "http://www.w3.org/2000/svg";
const AWAY = 44; // CSS pixels between a corner and the middle of its grip
const ROOM = 4; // CSS pixels by which that middle may lie outside the photo
const LENS = 148; // CSS pixels across
const ZOOM = 3;
const RING = 7; // CSS pixels from the corner to the ring around it
const SQUARES = 11; // along each edge of the field

function element(name, attributes, parent) {
  const made = name === "span" ? document.createElement(name) : document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent.append(made);
  return made;
}

/** Return what carries a point of the unit square to the photo, whose corners are given in order; null where
 * they make no convex field (Heckbert 1989, Fundamentals of Texture Mapping, section 2.2.3). */
function perspective([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [ax, ay, bx, by] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const area = ax * by - bx * ay;
  const [g, h] = [(sx * by - bx * sy) / area, (ax * sy - sx * ay) / area];
  if (!(1 + g > 0 && 1 + h > 0 && 1 + g + h > 0)) return null;
  const [a, b, d, e] = [x1 - x0 + g * x1, x3 - x0 + h * x3, y1 - y0 + g * y1, y3 - y0 + h * y3];
  return (u, v) => [(a * u + b * v + x0) / (g * u + h * v + 1), (d * u + e * v + y0) / (g * u + h * v + 1)];
}

/** Return the path of the lines between the squares of a field with these corners. */
function inner(corners) {
  const at = perspective(corners);
  if (!at) return "";
  const shares = Array.from({ length: SQUARES - 1 }, (_, n) => (n + 1) / SQUARES);
  return shares.map((share) => `M${at(share, 0)}L${at(share, 1)}M${at(0, share)}L${at(1, share)}`).join("");
}

function start(tool) {
  if (tool.dataset.ready) return;
  tool.dataset.ready = "yes";
  document.documentElement.classList.add("scripted");
  const [width, height] = [Number(tool.dataset.width), Number(tool.dataset.height)];
  const fields = [...tool.querySelectorAll('[name="corner"]')];
  const place = tool.querySelector(".pointing");
  const image = place.querySelector("img");
  place.style.setProperty("--ratio", width / height);

  const drawing = element("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, place);
  const field = element("polygon", {}, drawing);
  const squares = element("path", { class: "squares" }, drawing);
  const turn = tool.querySelector(".turning button");
  const upper = turn && element("line", { class: "upper" }, drawing);
  const corners = fields.map((input) => ({
    input,
    stalk: element("line", {}, drawing),
    ring: element("circle", {}, drawing),
    grip: element("span", { class: "grip", role: "slider", tabindex: "0", "aria-valuemin": 0, "aria-valuemax": width }, place),
  }));

  const lens = element("svg", { class: "lens", "aria-hidden": "true" }, place);
  element("image", { href: image.getAttribute("src"), width, height, preserveAspectRatio: "none" }, lens);
  const line = element("polygon", {}, lens);
  const cross = element("path", {}, lens);

  const read = (corner) => corner.input.value.split(",").map(Number).map((number) => (Number.isFinite(number) ? number : 0));
  const scale = () => (place.clientWidth || width) / width; // CSS pixels for each of the photo's

  /** Return where a grip lies from its corner: outwards, or, where that leaves the photo, the other way. */
  function beside(x, y) {
    const middle = [0, 1].map((axis) => corners.reduce((sum, each) => sum + read(each)[axis], 0) / corners.length);
    const [away, room] = [AWAY / Math.SQRT2 / scale(), ROOM / scale()];
    return [[x, middle[0], width], [y, middle[1], height]].map(([at, mid, most]) => {
      const step = at < mid ? -away : away;
      return at + step < -room || at + step > most + room ? -step : step;
    });
  }

  function draw() {
    const points = corners.map((corner) => corner.input.value).join(" ");
    field.setAttribute("points", points);
    line.setAttribute("points", points);
    squares.setAttribute("d", inner(corners.map(read)));
    if (upper) {
      const [[x1, y1], [x2, y2]] = corners.map(read);
      for (const [key, value] of Object.entries({ x1, y1, x2, y2 })) upper.setAttribute(key, value);
    }
    for (const corner of corners) {
      const [x, y] = read(corner);
      const [right, down] = corner.held ?? beside(x, y);
      const ring = RING / scale();
      for (const [key, value] of Object.entries({ cx: x, cy: y, r: ring })) corner.ring.setAttribute(key, value);
      const out = ring / Math.hypot(right, down);
      for (const [key, value] of Object.entries({ x1: x + right * out, y1: y + down * out, x2: x + right, y2: y + down })) corner.stalk.setAttribute(key, value);
      corner.grip.style.left = `${((x + right) / width) * 100}%`;
      corner.grip.style.top = `${((y + down) / height) * 100}%`;
      corner.grip.setAttribute("aria-label", corner.input.dataset.label);
      corner.grip.setAttribute("aria-valuenow", Math.round(x));
      corner.grip.setAttribute("aria-valuetext", `${Math.round(x)}, ${Math.round(y)}`);
    }
  }

  function magnify(corner) {
    const [x, y] = read(corner);
    const half = LENS / 2 / ZOOM / scale();
    lens.setAttribute("viewBox", `${x - half} ${y - half} ${2 * half} ${2 * half}`);
    cross.setAttribute("d", `M${x - half},${y}h${2 * half}M${x},${y - half}v${2 * half}`);
    const { left, width: across } = corner.grip.getBoundingClientRect();
    lens.classList.toggle("right", left + across / 2 < innerWidth / 2); // away from the finger
    lens.classList.add("shown");
  }

  function move(corner, x, y) {
    const [across, along] = [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)];
    corner.input.value = `${Math.round(across)},${Math.round(along)}`;
    say(corner.input);
    magnify(corner);
  }

  /** Say that a field has changed, as if it had been typed: the drawing follows, and what leaves the page asks. */
  function say(input) {
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function letGo(corner) {
    corner.from = corner.held = undefined;
    corner.grip.classList.remove("held");
    lens.classList.remove("shown");
    draw();
  }

  for (const corner of corners) {
    const { grip } = corner;
    grip.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      grip.setPointerCapture(event.pointerId);
      grip.focus({ preventScroll: true });
      const [x, y] = read(corner);
      corner.held = beside(x, y);
      corner.from = { x: x - event.clientX / scale(), y: y - event.clientY / scale() };
      grip.classList.add("held");
      magnify(corner);
    });
    grip.addEventListener("pointermove", (event) => {
      if (corner.from) move(corner, corner.from.x + event.clientX / scale(), corner.from.y + event.clientY / scale());
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) grip.addEventListener(end, () => letGo(corner));
    grip.addEventListener("blur", () => letGo(corner));
    grip.addEventListener("keydown", (event) => {
      const [right, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
      if (!right && !down) return;
      event.preventDefault();
      const step = (event.shiftKey ? 10 : 1) / Math.min(scale(), 1);
      const [x, y] = read(corner);
      move(corner, x + right * step, y + down * step);
    });
    corner.input.addEventListener("input", draw);
  }
  turn?.addEventListener("click", () => {
    const values = fields.map((input) => input.value);
    fields.forEach((input, at) => { input.value = values[(at + 1) % fields.length]; });
    tool.querySelector('[name="upright"]').checked = true;
    say(fields[0]);
  });
  new ResizeObserver(draw).observe(place);
  draw();
}

const startAll = () => document.querySelectorAll("[data-corners]").forEach(start);
for (const event of ["swapped", "replaced"]) document.addEventListener(event, startAll);
startAll();
