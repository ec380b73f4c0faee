// A game with the shape under one's finger, pointer or keys. Everything here works without it, as forms and
// links; here the same forms are sent without leaving the page. What is legal comes from the server.

const SIZE = 11;
const game = document.getElementById("game");
const live = document.getElementById("live");
let open = new AbortController(); // ends what listens to the page before
let busy = false;
let latest = 0; // of the pages that were asked for

function start() {
  open.abort();
  open = new AbortController();
  const { signal } = open;
  const form = game.querySelector("form.placing:has(.data)");
  const table = form && new Table(form, signal);
  document.addEventListener("keydown", (event) => press(event, table), { signal });
  for (const link of game.querySelectorAll("a[data-swap], #back")) {
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      visit(link.href);
    }, { signal });
  }
}

addEventListener("popstate", () => visit(location.href, false));

// Take the page of this address in place of the one that is shown; if that fails, go there.
async function visit(address, keep = true) {
  if (busy && keep) return;
  const number = ++latest;
  busy = true;
  try {
    const answer = await fetch(address, { headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (number !== latest) return; // the back button was quicker
    const next = page.getElementById("game");
    if (!next) throw new Error("another page");
    if (keep) history.pushState(null, "", answer.url);
    document.title = page.title;
    game.replaceChildren(...next.childNodes);
    live.textContent = game.querySelector("#happened")?.textContent.replace(/\s+/g, " ") ?? "";
    busy = false;
    start();
    if (keep) showBoard();
    (game.querySelector("[data-go]") ?? game.querySelector(".cells [tabindex='0']"))?.focus({ preventScroll: true });
  } catch {
    if (number !== latest) return;
    busy = false;
    location.assign(address);
  }
}

// What stands below the map may be far from it on a phone: what it did would not be seen.
function showBoard() {
  const board = game.querySelector(".board");
  if (board.getBoundingClientRect().bottom < innerHeight / 2) board.scrollIntoView();
}

function press(event, table) {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("select, textarea, .bottom")) return;
  if (key.toLowerCase() === "u") game.querySelector("#back")?.click();
  if (!table) return;
  const ways = { arrowup: [-1, 0], arrowdown: [1, 0], arrowleft: [0, -1], arrowright: [0, 1] };
  const onMap = target === document.body || target.id === "main" || target.closest(".cells");
  const deeds = { r: () => table.turn("turned"), f: () => table.turn("flipped"), t: () => table.nextTerrain(), escape: () => table.takeUp() };
  if (onMap) deeds.enter = deeds[" "] = () => table.draw();
  for (const [name, step] of Object.entries(ways)) if (onMap) deeds[name] = () => table.move(...step);
  const deed = deeds[key.toLowerCase()];
  if (!deed) return;
  event.preventDefault();
  deed();
}

// The map with the shape that is about to be drawn.
class Table {
  constructor(form, signal) {
    this.form = form;
    this.data = JSON.parse(form.querySelector(".data").textContent);
    this.grid = form.querySelector(".cells");
    this.squares = [...this.grid.querySelectorAll("button")];
    this.said = form.querySelector(".said");
    this.button = form.querySelector("[formaction]");
    this.corner = this.data.corner; // of the box of the shape
    this.laid = this.corner !== null; // no longer follows the pointer
    this.stakes = new Map();
    form.classList.add("scripted");
    for (const square of this.squares) square.disabled = false;
    this.listen(signal);
    this.show();
    this.ask();
  }

  get way() { return this.data.ways[this.form.elements.way.value]; }
  get terrain() { return this.form.elements.terrain.value; }

  listen(signal) {
    const on = (target, type, deed) => target.addEventListener(type, deed, { signal });
    on(this.form, "change", () => { this.keepOnMap(); this.show(); this.ask(); });
    on(this.form, "submit", (event) => this.submit(event));
    on(this.grid, "pointermove", (event) => this.drag(event));
    on(this.grid, "pointerdown", (event) => this.grasp(event));
    on(this.grid, "pointerup", () => { this.held = null; });
    on(this.grid, "pointerleave", () => { if (!this.laid) { this.corner = null; this.show(); } });
    on(this.grid, "click", (event) => { event.preventDefault(); this.tap(event); });
  }

  // Where a pointer is, as row and column.
  under(event) {
    const box = this.grid.getBoundingClientRect();
    const at = (offset, length) => Math.min(SIZE - 1, Math.max(0, Math.floor(offset / length * SIZE)));
    return [at(event.clientY - box.top, box.height), at(event.clientX - box.left, box.width)];
  }

  grasp(event) {
    const [row, column] = this.under(event);
    this.moved = false;
    this.held = this.covers(row, column) ? [row - this.corner[0], column - this.corner[1]] : null;
    if (this.held) this.grid.setPointerCapture(event.pointerId);
  }

  drag(event) {
    const [row, column] = this.under(event);
    if (this.held && event.buttons) {
      const corner = this.within(row - this.held[0], column - this.held[1]);
      if (String(corner) === String(this.corner)) return;
      this.corner = corner;
      this.laid = this.moved = true;
      this.show();
    } else if (!this.laid && event.pointerType === "mouse") {
      this.layUnder(row, column);
    }
  }

  tap(event) {
    if (this.moved) { this.moved = false; return; }
    const [row, column] = event.detail ? this.under(event) : this.placeOf(event.target);
    if (this.laid && this.covers(row, column)) { this.draw(); return; }
    this.laid = true;
    this.layUnder(row, column, true);
  }

  placeOf(square) {
    const number = this.squares.indexOf(square);
    return [Math.floor(number / SIZE), number % SIZE];
  }

  within(row, column) {
    const [height, width] = this.way.size;
    return [Math.min(Math.max(row, 0), SIZE - height), Math.min(Math.max(column, 0), SIZE - width)];
  }

  keepOnMap() { if (this.corner) this.corner = this.within(...this.corner); }

  layUnder(row, column, aloud = false) {
    const corner = this.cornerUnder(row, column);
    if (!aloud && String(corner) === String(this.corner)) return;
    this.corner = corner;
    this.show();
  }

  cornerUnder(row, column) { return this.within(row - this.way.grip[0], column - this.way.grip[1]); }

  move(rows, columns) {
    if (this.corner) this.corner = this.within(this.corner[0] + rows, this.corner[1] + columns);
    else this.corner = this.cornerUnder(5, 5);
    this.laid = true;
    this.show();
    this.focus();
  }

  // The keyboard's focus is on the square of the shape by which it is held.
  focus() { this.squareAt(this.corner[0] + this.way.grip[0], this.corner[1] + this.way.grip[1]).focus({ preventScroll: true }); }

  turn(how) {
    const radio = this.form.querySelector(`[name=way][value="${this.way[how]}"]`);
    const grip = this.corner && [this.corner[0] + this.way.grip[0], this.corner[1] + this.way.grip[1]];
    radio.checked = true;
    if (grip) this.corner = this.cornerUnder(...grip);
    this.show();
    this.ask();
  }

  nextTerrain() {
    const radios = [...this.form.querySelectorAll("[name=terrain]")];
    radios[(radios.findIndex((radio) => radio.checked) + 1) % radios.length].checked = true;
    this.show();
    this.ask();
  }

  takeUp() {
    this.corner = null;
    this.laid = false;
    this.show();
  }

  draw() {
    this.laid = this.corner !== null;
    if (this.laid && this.fits(this.corner)) this.button.click();
    else this.show();
  }

  submit(event) {
    const button = event.submitter;
    event.preventDefault();
    if (button.name === "turn") { this.turn(button.value === "flip" ? "flipped" : "turned"); return; }
    if (button.name === "show") { this.takeUp(); return; }
    if (button !== this.button) { this.draw(); return; }
    visit(`${button.formAction}?${new URLSearchParams(new FormData(this.form))}`);
  }

  cells(corner) { return this.way.cells.map(([row, column]) => [corner[0] + row, corner[1] + column]); }
  covers(row, column) { return this.corner !== null && this.cells(this.corner).some(([r, c]) => r === row && c === column); }
  fits([row, column]) { return Boolean(this.way.places[row] >> column & 1); }
  squareAt(row, column) { return this.squares[row * SIZE + column]; }
  nameAt([row, column]) { return this.squareAt(row, column).value; }

  whyNot(corner) {
    const { words, map, elsewhere } = this.data;
    if (elsewhere) return words.elsewhere;
    const filled = this.cells(corner).find(([row, column]) => map[row][column] !== ".");
    return filled ? words.filled[map[filled[0]][filled[1]]].replace("%(square)s", this.nameAt(filled)) : words.ruins;
  }

  // Mark the squares, and say how it stands.
  show() {
    const { corner } = this;
    const covered = corner ? this.cells(corner) : [];
    const fits = corner !== null && this.fits(corner);
    const marked = (cells) => new Set(cells.filter(([row, column]) => row >= 0 && column >= 0 && row < SIZE && column < SIZE).map(([row, column]) => row * SIZE + column));
    const on = marked(covered);
    const struck = marked(corner ? this.way.attack.map(([row, column]) => [corner[0] + row, corner[1] + column]) : []);
    const focus = corner ? (corner[0] + this.way.grip[0]) * SIZE + corner[1] + this.way.grip[1] : 5 * SIZE + 5;
    this.squares.forEach((square, number) => {
      square.classList.toggle("on", on.has(number));
      square.classList.toggle("bad", on.has(number) && !fits);
      square.classList.toggle("struck", struck.has(number));
      square.classList.toggle("open", this.fits(this.cornerUnder(Math.floor(number / SIZE), number % SIZE)));
      square.tabIndex = number === focus ? 0 : -1;
    });
    this.form.elements.at.value = corner ? this.nameAt(covered[0]) : "";
    this.button.disabled = !fits;
    const { words } = this.data;
    const sentence = !corner ? words.where : fits ? words.fits.replace("%(square)s", covered.map((at) => this.nameAt(at)).join(", ")) : this.whyNot(corner);
    this.said.classList.toggle("wrong", corner !== null && !fits);
    this.say(sentence);
    this.tellStakes(fits);
  }

  say(words) {
    const output = this.said.firstElementChild;
    if (output.textContent !== words) output.textContent = words;
  }

  // Ask the server what each place would change, once for each way and terrain.
  async ask() {
    const wanted = `${this.form.elements.way.value} ${this.terrain}`;
    if (this.stakes.has(wanted)) return;
    this.stakes.set(wanted, {});
    try {
      const answer = await fetch(`/play/projections?${new URLSearchParams(new FormData(this.form))}`);
      if (!answer.ok) throw new Error(answer.statusText);
      this.stakes.set(wanted, await answer.json());
      this.tellStakes(this.corner !== null && this.fits(this.corner));
    } catch {
      this.stakes.delete(wanted);
    }
  }

  tellStakes(fits) {
    const list = this.form.querySelector(".stakes");
    const known = this.stakes.get(`${this.form.elements.way.value} ${this.terrain}`) ?? {};
    const numbers = fits ? known[this.nameAt(this.cells(this.corner)[0])] : undefined;
    list.classList.toggle("idle", !numbers);
    list.querySelectorAll("dd").forEach((place, number) => {
      const stars = numbers?.[number];
      place.textContent = stars === undefined ? "·" : stars > 0 ? `+${stars}` : `${stars}`.replace("-", "−");
    });
  }
}

start();
