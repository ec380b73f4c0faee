// Asks before a page is left on which something was chosen or typed that is not saved yet.
for (const form of document.querySelectorAll("form[data-unsaved]")) {
  let changed = false;
  form.addEventListener("input", () => { changed = true; });
  form.addEventListener("submit", () => { changed = false; });
  addEventListener("beforeunload", (event) => { if (changed) event.preventDefault(); });
}
