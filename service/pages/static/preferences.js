// A language or colours are applied as soon as they are chosen, but not while keys go through the list; the button
// beside them does it then, as it does without this script.
import { isChanged } from "./unsaved.js";

const form = document.querySelector(".preferences");
if (form) {
  const button = form.querySelector("button");
  button.hidden = true;
  const apply = () => {
    form.elements.next.value = location.pathname + location.search; // another page may have been swapped in
    form.requestSubmit();
  };
  form.addEventListener("keydown", () => { button.hidden = false; });
  form.addEventListener("change", () => { if (button.hidden) apply(); });
  if (isChanged(form)) apply(); // before this script came
}
