// The map editor. Without it the form works square by square; with it, changes gather until they are saved.
import { askBeforeLeaving } from "./unsaved.js";

const LETTERS = "ABCDEFGHIJK";
const SIZE = 11;
const HOLD = 450; // milliseconds that a terrain is held until it paints

class Editor {
  constructor(form) {
    this.form = form;
    this.table = form.querySelector(".cells");
    this.inputs = [...form.querySelectorAll('[name="square"]')];
    this.brushes = [...form.querySelectorAll(".brush")];
    this.line = form.querySelector(".status-line");
    this.undoButton = form.querySelector('[data-does="undo"]');
    this.paintButton = form.querySelector('[data-does="paint"]');
    this.now = this.inputs.map((input) => input.dataset.was); // what is to stand on each square
    this.answered = new Set(); // doubtful places of which somebody said what stands there
    this.order = form.dataset.order.split(" ").map((at) => this.inputs.findIndex((input) => input.value === at)).filter((place) => place >= 0);
    this.done = []; // steps to undo: lists of [place, what was there]
    this.brush = null; // the terrain that paints, while it does
    this.stroke = null;
    this.takePending();
    this.listen();
    form.querySelector(".scripted").hidden = false;
    if (form.dataset.paints !== undefined) this.wantPaint(true);
    if (!this.inputs[this.chosen].defaultChecked) this.showLarge(); // chosen while the page was loading
  }

  // What an answer of the server shows as said, but not saved.
  takePending() {
    for (const said of this.form.querySelectorAll('[name="say"]')) {
      const [at, terrain] = said.value.split("=");
      const [row, column] = at.split(",").map(Number);
      this.now[row * SIZE + column] = terrain;
      said.remove();
    }
    this.tell();
  }

  listen() {
    this.form.addEventListener("submit", (event) => this.submit(event));
    this.form.addEventListener("click", (event) => this.click(event));
    this.form.addEventListener("keydown", (event) => this.key(event));
    this.table.addEventListener("change", () => this.showLarge());
    this.table.addEventListener("focusin", (event) => {
      if (event.target.checked === false && !this.brush) this.choose(this.inputs.indexOf(event.target));
    });
    this.table.addEventListener("pointerdown", (event) => this.strokeBegins(event));
    this.table.addEventListener("pointermove", (event) => this.strokeGoesOn(event));
    this.table.addEventListener("click", (event) => this.brush && this.touch(event));
    for (const name of ["pointerup", "pointercancel"]) {
      addEventListener(name, () => this.strokeEnds());
    }
    for (const brush of this.brushes) {
      brush.addEventListener("pointerdown", () => {
        this.held = setTimeout(() => { this.paint(brush); this.wasHeld = true; }, HOLD);
      });
      for (const name of ["pointerup", "pointerleave", "pointercancel"]) {
        brush.addEventListener(name, () => clearTimeout(this.held));
      }
      brush.addEventListener("contextmenu", (event) => event.preventDefault());
    }
    this.form.addEventListener("input", (event) => { if (event.target.name !== "square") this.typed = true; });
    askBeforeLeaving(() => (this.changes().length || this.typed) && !this.saved, this.form.dataset.leave);
  }

  get chosen() {
    return this.inputs.findIndex((input) => input.checked);
  }

  // Setting, and taking back.
  set(place, terrain, step) {
    const input = this.inputs[place];
    if (input.dataset.printed !== undefined || this.now[place] === terrain) return;
    step.push([place, this.now[place]]);
    this.show(place, terrain);
  }

  show(place, terrain) {
    this.now[place] = terrain;
    const input = this.inputs[place];
    const cell = input.closest("td");
    const changed = terrain !== input.dataset.was;
    cell.className = [...cell.classList].filter((name) => !name.startsWith("t-") && name !== "changed").join(" ");
    cell.classList.add(`t-${terrain}`);
    cell.classList.toggle("changed", changed);
    const brush = this.brushes.find((each) => each.value === terrain);
    cell.querySelector("svg").replaceWith(brush.querySelector("svg").cloneNode(true));
    input.setAttribute("aria-label", this.nameOf(place, brush.dataset.word, changed));
  }

  nameOf(place, word, changed) {
    const doubtful = this.isDoubtful(place) && !this.answered.has(place);
    const name = LETTERS[Math.floor(place / SIZE)] + ((place % SIZE) + 1);
    const ruins = this.inputs[place].closest("td").matches(".ruins");
    const words = this.form.dataset;
    return [name, word, ruins && words.ruins, doubtful && words.doubtful, changed && words.changed].filter(Boolean).join(", ");
  }

  setChosen(terrain) {
    const step = [];
    const place = this.chosen;
    const waits = (this.isDoubtful(place) || this.order.includes(place)) && !this.answered.has(place);
    this.set(place, terrain, step);
    if (waits) this.answer(place, true);
    this.keep(step.length || !waits ? step : [[place, terrain]]);
    const asked = waits && this.form.matches(".asked"); // one doubtful square after the other
    const turn = this.order.indexOf(place);
    const next = [...this.order.slice(turn + 1), ...this.order.slice(0, turn + 1)].find((at) => !this.answered.has(at));
    if (asked && next !== undefined) { this.choose(next, { preventScroll: true }); return; }
    this.caption();
    if (!asked) { this.line.textContent = this.inputs[this.chosen].getAttribute("aria-label"); return; }
    this.tell(this.form.dataset.all);
    this.line.classList.remove("wrong");
    this.form.querySelector(".save .main").focus({ preventScroll: true }); // it is in sight, and so the map stays
  }

  // An answered square is no doubtful one any more: its frame and its number go, until that is taken back.
  answer(place, isAnswered) {
    if (isAnswered) this.answered.add(place); else this.answered.delete(place);
    const input = this.inputs[place];
    input.closest("td").classList.toggle("answered", isAnswered);
    const word = this.brushes.find((each) => each.value === this.now[place]).dataset.word;
    input.setAttribute("aria-label", this.nameOf(place, word, this.now[place] !== input.dataset.was));
  }

  isDoubtful(place) {
    return this.inputs[place].closest("td").classList.contains("doubtful");
  }

  keep(step) {
    if (step.length) this.done.push(step);
    this.tell();
  }

  undo() {
    const step = (this.done.pop() || []).reverse();
    for (const [place, terrain] of step) { this.show(place, terrain); this.answer(place, false); }
    if (step.length && this.form.matches(".asked")) this.choose(step[0][0], { preventScroll: true }); // asked again
    this.tell();
    this.caption();
  }

  changes() {
    return this.inputs.flatMap((input, place) =>
      this.now[place] === input.dataset.was && !this.answered.has(place) ? [] : [`${input.value}=${this.now[place]}`]);
  }

  tell(words) {
    const many = this.inputs.filter((input, place) => this.now[place] !== input.dataset.was).length;
    const { one, many: more } = this.form.dataset;
    this.line.classList.toggle("wrong", Boolean(words));
    this.line.textContent = words || (many === 0 ? "" : many === 1 ? one : more.replace("#", many));
    this.undoButton.disabled = this.done.length === 0;
    this.form.classList.toggle("unsaved", this.changes().length > 0);
  }

  // The chosen square, shown large.
  showLarge() {
    this.caption();
    const image = this.form.querySelector(".crop img");
    if (!image) return;
    clearTimeout(this.shown);
    const [row, column] = this.inputs[this.chosen].value.split(",");
    const address = this.form.dataset.crop.replace("{row}", row).replace("{column}", column);
    this.shown = setTimeout(() => { image.src = address; }, 120);
  }

  caption() {
    const input = this.inputs[this.chosen];
    const shares = Object.fromEntries((input.dataset.shares ?? "").split(";").map((each) => each.split("=")));
    for (const brush of this.brushes) brush.querySelector("small").textContent = shares[brush.value] ?? "";
    const caption = this.form.querySelector(".crop figcaption");
    if (!caption) return;
    const turn = this.order.indexOf(this.chosen) + 1;
    const count = document.createElement("b");
    count.textContent = turn ? this.form.dataset.turn.replace("##", this.order.length).replace("#", turn) : "";
    const name = document.createElement("span");
    name.textContent = input.getAttribute("aria-label");
    caption.replaceChildren(...(turn ? [count, " ", name] : [name]));
  }

  choose(place, how) {
    this.inputs[place].checked = true;
    this.inputs[place].focus(how);
    this.showLarge();
  }

  // Painting: one stroke is one step.
  paint(brush) {
    this.brush = brush && brush !== this.brush ? brush : null;
    const paints = Boolean(this.brush);
    for (const each of this.brushes) each.setAttribute("aria-pressed", each === this.brush);
    this.paintButton.setAttribute("aria-pressed", paints || this.waiting === true);
    this.table.classList.toggle("painting", paints);
    this.table.classList.toggle("unframed", paints || this.waiting === true);
  }

  // Whether the next terrain that is pressed paints.
  wantPaint(wanted) {
    this.waiting = wanted;
    this.paint(null);
  }

  // A square that is pressed by the space bar, or by what reads the page aloud, is painted too.
  touch(event) {
    event.preventDefault();
    const place = event.detail ? -1 : this.inputs.indexOf(event.target);
    if (place < 0) return;
    const step = [];
    this.set(place, this.brush.value, step);
    this.keep(step);
  }

  strokeBegins(event) {
    if (!this.brush || event.button) return;
    event.preventDefault();
    this.stroke = [];
    this.strokeGoesOn(event);
  }

  strokeGoesOn(event) {
    if (!this.stroke) return;
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest(".cells td");
    const input = cell && cell.querySelector("input");
    if (input) this.set(this.inputs.indexOf(input), this.brush.value, this.stroke);
  }

  strokeEnds() {
    if (this.stroke) this.keep(this.stroke);
    this.stroke = null;
  }

  click(event) {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.does === "undo") this.undo();
    if (button.dataset.does === "paint") {
      this.wantPaint(!(this.brush || this.waiting));
      this.tell();
      if (this.waiting) this.line.textContent = this.form.dataset.howToPaint;
    }
    if (!this.brushes.includes(button)) return;
    event.preventDefault();
    if (this.wasHeld) { this.wasHeld = false; return; }
    if (this.brush || this.waiting) { this.waiting = false; this.paint(button); return; }
    this.setChosen(button.value);
  }

  // The keys: arrows move, letters set, Ctrl+Z takes back.
  key(event) {
    const typing = event.target.matches("input:not([type=radio], [type=checkbox]), select, textarea");
    if (typing || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== "z") return;
      event.preventDefault();
      this.undo();
      return;
    }
    if (event.key === "Escape") { this.waiting = false; this.paint(null); return; }
    if (event.target.closest(".cells") && this.moves(event.key)) { event.preventDefault(); return; }
    const letter = { Delete: "E", Backspace: "E" }[event.key] || event.key.toUpperCase();
    const brush = letter.length === 1 && this.brushes.find((each) => each.dataset.keys.includes(letter));
    if (!brush || letter === " ") return;
    event.preventDefault();
    this.setChosen(brush.value);
  }

  moves(key) {
    const [row, column] = [Math.floor(this.chosen / SIZE), this.chosen % SIZE];
    const last = SIZE - 1;
    const to = {
      ArrowUp: [Math.max(row - 1, 0), column], ArrowDown: [Math.min(row + 1, last), column],
      ArrowLeft: [row, Math.max(column - 1, 0)], ArrowRight: [row, Math.min(column + 1, last)],
      Home: [row, 0], End: [row, last],
    }[key];
    if (to) this.choose(to[0] * SIZE + to[1]);
    return Boolean(to);
  }

  // Saving: where the server is not reached, the form stays as it is and says so.
  async submit(event) {
    event.preventDefault();
    const said = new FormData(this.form, event.submitter);
    said.delete("square");
    for (const change of this.changes()) said.append("say", change);
    this.tell(this.form.dataset.saving);
    this.line.classList.remove("wrong");
    try {
      const answer = await fetch(this.form.action, { method: "POST", body: new URLSearchParams(said), headers: { Accept: "text/html", Prefer: "return=minimal" } });
      await this.goOn(answer);
    } catch {
      this.tell(this.form.dataset.offline);
    }
  }

  async goOn(answer) {
    if (new URL(answer.url).pathname === "/login") {
      this.tell(this.form.dataset.login);
      return;
    }
    if (answer.status === 204) {
      this.saved = true;
      location.assign(answer.headers.get("Location"));
      return;
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const refused = answer.status < 500 && page.querySelector("main p"); // the sheet is gone, or not theirs any more
    if (!page.querySelector("main .editor") && refused) { this.tell(refused.textContent.trim()); return; }
    if (!page.querySelector("main .editor")) throw new Error(answer.statusText);
    this.saved = true;
    document.querySelector("main").replaceWith(page.querySelector("main"));
    start();
    document.querySelector('main [role="alert"]')?.scrollIntoView({ block: "center" });
  }
}

function start() {
  for (const form of document.querySelectorAll("form.editor")) new Editor(form);
}

start();
