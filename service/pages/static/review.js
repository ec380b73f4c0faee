// Answering by keys: a digit or letter presses its button, L puts off, Ctrl+Z takes the last answer back.

const answers = [...document.querySelectorAll("[data-answers] button")];
let answered = false;

function press(key) {
  const letter = key.toUpperCase();
  return letter.length === 1 && answers.find((button) => (button.dataset.keys || "").includes(letter));
}

addEventListener("keydown", (event) => {
  if (event.target.matches("input:not([type=radio], [type=checkbox]), select, textarea") || event.altKey) return;
  const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
  if ((event.ctrlKey || event.metaKey) && !isUndo) return;
  const button = isUndo ? document.querySelector("[data-undo]")
    : event.key.toLowerCase() === "l" ? document.querySelector("[data-skip]") : press(event.key);
  if (!button) return;
  event.preventDefault();
  if (!event.repeat) button.click();
});

// A second press while the next page is on its way says nothing about this one.
addEventListener("submit", (event) => {
  if (answered) event.preventDefault();
  answered = true;
  if (event.submitter) event.submitter.setAttribute("aria-busy", "true");
});

addEventListener("pageshow", () => { answered = false; });
