// The second tap of a double tap sends nothing: neither the same form once more, nor one that meanwhile has come
// to lie under the finger.
const SAME = 2000; // milliseconds in which a form is not sent twice

let taps = 0; // how many clicks followed one another in the same place
document.addEventListener("click", (event) => { taps = event.detail; }, true);
document.addEventListener("keydown", () => { taps = 0; }, true);
document.addEventListener("submit", (event) => {
  const before = Number(event.target.dataset.sentAt ?? -SAME);
  const isSecondTap = event.submitter && taps > 1;
  if (!isSecondTap && event.timeStamp - before >= SAME) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
addEventListener("submit", (event) => {
  if (!event.defaultPrevented) event.target.dataset.sentAt = event.timeStamp;
});
addEventListener("pageshow", () => { for (const form of document.forms) delete form.dataset.sentAt; });
