// Forms marked data-swap are sent without leaving the page: of the answer, a whole page, the content is put in
// the place of this one's. `swap` does the same for the upload of a photo. Without this script all works alike.
document.documentElement.classList.add("scripted");

/** Photos that this browser has already, by the addresses under which the service would give them. */
export const pictures = new Map();

/** The path of the page that is shown; what opened over it may have entries of its own in the browser's history. */
let shown = location.pathname;

/** What a page says at its top, told to who hears it and stays at what was pressed. */
const told = document.createElement("p");
told.className = "hide";
told.setAttribute("role", "status");
document.body.append(told);

export const parse = (html) => new DOMParser().parseFromString(html, "text/html");

export function swap(page, address) {
  if (!new URL(address, location.href).pathname.startsWith("/scans/")) return location.assign(address);
  const active = document.activeElement?.id;
  const rules = document.getElementById("rules")?.checked;
  for (const picture of page.querySelectorAll("main image, figure img")) {
    const name = picture.localName === "image" ? "href" : "src";
    const own = pictures.get(picture.getAttribute(name));
    if (own) picture.setAttribute(name, own);
  }
  for (const style of page.querySelectorAll("head link[rel=stylesheet]")) {
    if (!document.querySelector(`link[href="${style.getAttribute("href")}"]`)) document.head.append(style.cloneNode());
  }
  const moved = new URL(address, location.href).pathname !== location.pathname;
  const done = document.querySelector(".places :checked") && !page.querySelector(".places [checked]");
  document.title = page.title;
  document.querySelector("main").replaceChildren(...page.querySelector("main").childNodes);
  if (rules && document.getElementById("rules")) document.getElementById("rules").checked = true;
  if (address !== location.href) history[moved ? "pushState" : "replaceState"]({}, "", address);
  shown = location.pathname;
  for (const script of page.querySelectorAll("head script[type=module]")) import(script.src);
  document.dispatchEvent(new Event("swapped"));
  if (moved) {
    scrollTo(0, 0);
    document.querySelector("main").focus({ preventScroll: true }); // or what stands above it would be scrolled away
  } else if (done) {
    scrollTo(0, 0); // the last card is chosen: what it scores stands at the top
    document.querySelector("main").focus({ preventScroll: true });
  } else if (active) {
    (document.getElementById(active) ?? document.querySelector("main h1"))?.focus();
    told.textContent = document.querySelector("main h1")?.textContent.replace(/\s+/g, " ").trim();
  }
}

/** What was sent and is not answered yet, and the button that was pressed last meanwhile: it is sent afterwards. */
let sent, waiting;

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-swap]")) return;
  event.preventDefault();
  if (sent) {
    if (event.submitter !== sent) waiting = event.submitter; // a second press of the same changes nothing
    return;
  }
  sent = event.submitter ?? form;
  const main = document.querySelector("main");
  main.setAttribute("aria-busy", "true");
  const body = new URLSearchParams(new FormData(form, event.submitter));
  let answer, page;
  try {
    answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
    page = parse(await answer.text());
  } catch { /* without the network the page stays: the browser's own would take its place, and the way back with it */ }
  main.removeAttribute("aria-busy");
  const next = waiting?.id;
  sent = waiting = undefined;
  if (!page?.querySelector("main")) return sayOffline(form.dataset.swap); // what answered is not the service
  swap(page, answer.redirected ? answer.url : location.href);
  if (next) document.getElementById(next)?.click();
});

function sayOffline(words) {
  document.getElementById("offline")?.remove();
  const notice = document.createElement("p");
  Object.assign(notice, { id: "offline", className: "notice wrong", textContent: words });
  notice.setAttribute("role", "alert");
  document.querySelector("main").prepend(notice);
  notice.scrollIntoView({ block: "center" });
}

addEventListener("popstate", () => { if (location.pathname !== shown) location.reload(); });

// Cards are found by typing; Enter takes one that is found alone.
document.addEventListener("input", (event) => {
  if (event.target.id !== "find") return;
  const words = event.target.value.trim().toLowerCase().split(/\s+/);
  let found = 0;
  for (const group of document.querySelectorAll(".group")) {
    for (const card of group.querySelectorAll("li")) {
      card.hidden = !words.every((word) => card.textContent.toLowerCase().includes(word));
    }
    group.hidden = !group.querySelector("li:not([hidden])");
    found += !group.hidden;
  }
  const unfound = document.getElementById("unfound");
  unfound.textContent = found ? "" : unfound.dataset.words;
  document.querySelector(".group:not([hidden])")?.scrollIntoView({ block: "nearest" }); // not beneath the tally
  event.target.scrollIntoView({ block: "nearest" });
});
document.addEventListener("keydown", (event) => {
  if (event.target.id !== "find" || event.key !== "Enter") return;
  event.preventDefault();
  const found = document.querySelectorAll(".group:not([hidden]) li:not([hidden]) button");
  if (found.length === 1) event.target.form.requestSubmit(found[0]);
});
