// A language or colours are applied as soon as they are chosen; without this script the button beside them does it.
const form = document.querySelector(".preferences");
if (form) {
  form.querySelector("button").hidden = true;
  form.addEventListener("change", () => {
    form.elements.next.value = location.pathname + location.search; // another page may have been swapped in
    form.requestSubmit();
  });
}
