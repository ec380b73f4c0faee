// On the wall: a list that is longer than the screen is shown page by page. Nothing moves but its scrolling, and
// the button or the space bar holds it.
const STAY = 8000; // milliseconds
const list = () => document.querySelector(".list");
let page = 0;
let held = false;

function measure() {
  list()?.style.removeProperty("max-height");
  const rows = [...document.querySelectorAll("tbody tr")];
  const head = document.querySelector("thead")?.offsetHeight ?? 0;
  const height = rows[0]?.getBoundingClientRect().height || 1;
  const fit = Math.max(1, Math.floor((list()?.clientHeight - head) / height + 0.02));
  if (rows.length > fit) list()?.style.setProperty("max-height", `${head + fit * height}px`); // no half of a name at the lower edge
  return { rows: rows.length, fit, height, pages: Math.ceil(rows.length / fit) };
}

function show() {
  const { rows, fit, height, pages } = measure();
  if (!list()) return;
  page = pages ? page % pages : 0;
  const first = Math.max(0, Math.min(page * fit, rows - fit));
  list().scrollTo({ top: first * height, behavior: "instant" });
  const several = pages > 1;
  const button = document.querySelector(".pager button");
  button.hidden = !several;
  button.textContent = held ? button.dataset.on : button.dataset.pause;
  document.querySelector(".where").textContent = several ? `${first + 1}–${Math.min(first + fit, rows)} / ${rows}` : "";
}

function hold() {
  held = !held;
  show();
}

document.addEventListener("click", (event) => event.target.closest(".pager button") && hold());
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || event.target.closest("button")) return;
  event.preventDefault();
  hold();
});
document.addEventListener("replaced", show);
addEventListener("resize", show);
setInterval(() => {
  if (held) return;
  page += 1;
  show();
}, STAY);
document.fonts.ready.then(show);
show();
