// Asks before a page is left on which something was chosen or typed that is not saved yet.

/** Ask where a link leads away, as some phones ask nothing by themselves; the browser asks wherever else the page is left. */
export function askBeforeLeaving(isUnsaved, words) {
  let agreed = false;
  addEventListener("pageshow", () => { agreed = false; });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    const staysHere = !link || (link.hash && link.pathname === location.pathname) || link.target || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey;
    if (staysHere || link.closest("[data-large]") || !isUnsaved()) return;
    agreed = confirm(words);
    if (!agreed) event.preventDefault();
  });
  addEventListener("beforeunload", (event) => { if (isUnsaved() && !agreed) event.preventDefault(); });
}

/** Whether some field of a form is not as the page came. */
export function isChanged(form) {
  return [...form.elements].some((field) => {
    if (field.options) return field.selectedIndex !== Math.max(0, [...field.options].findIndex((option) => option.defaultSelected));
    if (["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
    return field.defaultValue !== undefined && field.value !== field.defaultValue;
  });
}

for (const form of document.querySelectorAll("form[data-unsaved]")) {
  let changed = isChanged(form); // before this script came
  form.addEventListener("input", () => { changed = true; });
  form.addEventListener("submit", () => { changed = false; });
  askBeforeLeaving(() => changed, form.dataset.unsaved);
}
