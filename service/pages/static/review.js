// Answering by keys: each button shows its own; L puts off, Ctrl+Z takes the last answer back. Numbers are typed.

const answers = [...document.querySelectorAll("[data-answers] button, a[data-answers]")];
const typed = "input:not([type=radio], [type=checkbox]), select, textarea";
const MORE = 800; // milliseconds in which a second digit follows
const STILL = 10_000; // milliseconds in which the answer to a press is on its way
let answered = -STILL;
let number = "", waiting, place;

// The first answer has the focus, and the page stays at the question and its photo.
document.querySelector("[data-first]")?.focus({ preventScroll: true });

function press(key) {
  const name = key.length === 1 ? key.toUpperCase() : key;
  const has = (keys) => (name.length === 1 ? keys !== "Enter" && keys.includes(name) : keys === name);
  return answers.find((button) => has(button.dataset.keys || ""));
}

// A number is answered once no other begins with its digits, by Enter, or when no further digit is typed.
function type(digit, where) {
  clearTimeout(waiting);
  if (where !== place) number = "";
  place = where;
  number += digit;
  const numbers = [...place.querySelectorAll("[data-number]")].map((each) => each.dataset.number);
  if (numbers.some((other) => other !== number && other.startsWith(number))) waiting = setTimeout(sayNumber, MORE);
  else sayNumber();
}

// What was chosen for one of many sheets leads to the next sheet.
function sayNumber() {
  clearTimeout(waiting);
  const chosen = place.querySelector(`[data-number="${number}"]`);
  number = "";
  chosen?.click();
  if (!chosen?.matches("[type=radio]")) return;
  const all = [...document.querySelectorAll("[data-choices]")];
  const next = all[all.indexOf(place) + 1];
  next?.closest(".sheet").scrollIntoView({ block: "nearest" });
  next?.querySelector("input:checked")?.focus({ preventScroll: true });
}

addEventListener("keydown", (event) => {
  const at = event.target;
  if (document.querySelector("dialog[open]")) return; // an enlarged photo lies over the question
  const letter = event.key.toLowerCase(); // fields of boxes take numbers alone; there an l may be a slip for 1
  const answersThere = at.closest("form.boxes") && (letter === "b" || (letter === "l" && !at.value));
  const typing = at.matches(typed) && !answersThere;
  if (event.key === "Enter" && number) {
    event.preventDefault();
    return sayNumber();
  }
  if (typing || event.altKey || (event.key === "Enter" && at.matches("a, button, summary"))) return;
  const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
  if ((event.ctrlKey || event.metaKey) && !isUndo) return;
  const numbers = at.closest("[data-choices]") ?? document.querySelector("[data-numbers]");
  if (/^\d$/.test(event.key) && numbers) {
    if (!event.repeat) type(event.key, numbers);
    return;
  }
  const button = isUndo ? document.querySelector("[data-undo]")
    : event.key.toLowerCase() === "l" ? document.querySelector("[data-skip]") : press(event.key);
  if (!button) return;
  event.preventDefault();
  if (event.repeat) return;
  button.click();
  if (button.hash) document.querySelector(".grip")?.focus();
});

// Arrows go from one button to the next: as they lie, in rows.
addEventListener("keydown", (event) => {
  const all = [...(event.target.closest?.("[data-arrows]")?.querySelectorAll("button") ?? [])];
  const at = all.indexOf(event.target);
  if (at < 0) return;
  const row = Math.max(1, all.filter((each) => each.offsetTop === all[0].offsetTop).length);
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: row, ArrowUp: -row }[event.key];
  const next = step && all[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
});

// On a phone, where nobody types numbers, the page of many sheets begins at its top.
if (document.querySelector("[data-choices]") && matchMedia("(pointer: coarse)").matches) requestAnimationFrame(() => scrollTo(0, 0));

// Who is chosen for one of many sheets is pale beside the others.
addEventListener("change", () => {
  const all = [...document.querySelectorAll("[data-choices] input")];
  const chosen = all.filter((each) => each.checked && each.value);
  for (const each of all) {
    each.parentElement.classList.toggle("elsewhere", chosen.some((other) => other.value === each.value && other !== each));
  }
});

// Esc leaves a field, so that the keys answer again.
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target.matches(typed)) event.target.blur();
});

// A second press while the next page is on its way says nothing about this one.
addEventListener("submit", (event) => {
  if (event.target.matches(".preferences")) return;
  if (event.timeStamp - answered < STILL) return event.preventDefault();
  answered = event.timeStamp;
  if (event.submitter) event.submitter.setAttribute("aria-busy", "true");
});

addEventListener("pageshow", () => { answered = -STILL; });
