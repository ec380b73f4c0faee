// Keeps parts of a page up to date: every few seconds the page is asked for again, and if it is another one
// (its ETag says so), the parts marked data-live are taken from it, until none is marked so any more. Without
// scripts there is a link to reload.
const part = () => document.querySelector("[data-live]");
const reachable = "a[href], button, summary";

async function look() {
  const old = part();
  if (document.hidden || !old) return;
  try {
    const answer = await fetch(location.href, { headers: { "If-None-Match": old.dataset.tag ?? "" }, cache: "no-store" });
    document.documentElement.classList.remove("offline");
    if (answer.status === 304 || !answer.ok || answer.redirected) return;
    replace(old, new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    document.documentElement.classList.add("offline");
  }
}

function replace(old, page) {
  const fresh = page.getElementById(old.id);
  if (!fresh) return;
  const at = [...old.querySelectorAll(reachable)].indexOf(document.activeElement);
  for (const open of old.querySelectorAll("details[open][id]")) {
    fresh.querySelector(`#${open.id}`)?.setAttribute("open", "");
  }
  old.replaceWith(document.adoptNode(fresh));
  if (at >= 0) fresh.querySelectorAll(reachable)[at]?.focus({ preventScroll: true });
  document.dispatchEvent(new Event("replaced"));
}

(async () => {
  while (part()) {
    await new Promise((wake) => setTimeout(wake, 1000 * part().dataset.live));
    await look();
  }
})();
document.addEventListener("sent", look);
