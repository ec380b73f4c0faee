// A language or colours are applied as soon as they are chosen; without this script the button beside them does it.
import { isChanged } from "./unsaved.js";

const form = document.querySelector(".preferences");
if (form) {
  form.querySelector("button").hidden = true;
  const apply = () => {
    form.elements.next.value = location.pathname + location.search; // another page may have been swapped in
    form.requestSubmit();
  };
  form.addEventListener("change", apply);
  if (isChanged(form)) apply(); // before this script came
}
