// A photo that is chosen, dropped or pasted is shown at once and sent, and its result takes the page's place.
import { parse, pictures, swap } from "./swap.js";

let chosen, shown, request, once, others;

const part = (selector) => document.querySelector(`#scan ${selector}`);
const form = () => document.getElementById("scan");

function take([file, ...more]) {
  chosen = file;
  others = more.length;
  once = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!file) return;
  request = undefined;
  shown = undefined;
  document.getElementById("status-line").replaceChildren();
  part(".ways").hidden = true;
  part(".chosen").hidden = false;
  const image = part(".chosen img");
  image.hidden = false;
  part(".unseen").hidden = true;
  image.onload = () => { shown = image.src; };
  image.onerror = () => { image.hidden = true; part(".unseen").hidden = Boolean(document.querySelector("#status-line [role=alert]")); };
  image.src = URL.createObjectURL(file);
  const lacking = part(":required:invalid");
  part("progress").hidden = true;
  if (file.size > Number(form().dataset.most)) fail(form().dataset.large);
  else if (lacking) {
    notice(form().dataset.round, "doubt");
    lacking.focus();
  } else send();
}

function send() {
  const data = new FormData(form());
  data.delete("photo");
  data.append("photo", chosen);
  data.append("once", once); // sent again after an answer was lost, it is the same scan
  part("[data-again]").hidden = true;
  part("progress").hidden = false;
  say(form().dataset.sending);
  request = new XMLHttpRequest();
  request.upload.onprogress = (event) => { part("progress").value = (100 * event.loaded) / event.total; };
  request.upload.onload = () => {
    part("progress").removeAttribute("value");
    say(form().dataset.reading);
    sessionStorage.setItem("sent", JSON.stringify({ at: Date.now(), before: newest() }));
  };
  request.onload = show;
  request.onerror = () => fail(form().dataset.lost);
  request.open("POST", form().action);
  request.setRequestHeader("Accept", "text/html");
  request.send(data);
}

function show() {
  sessionStorage.removeItem("sent");
  const { responseText, responseURL, status } = request;
  const page = parse(responseText);
  const picture = page.querySelector("main image, figure.photo img");
  if (picture && shown) pictures.set(picture.getAttribute("href") ?? picture.getAttribute("src"), shown);
  if (status < 400) {
    chosen = undefined;
    const words = others && form().dataset.others;
    swap(page, responseURL);
    if (words) document.querySelector("main").prepend(made(words, "doubt"));
    return;
  }
  const answer = page.querySelector("#status-line [role=alert]") ?? page.querySelector("main p");
  fail(answer?.textContent ?? form().dataset.lost, status !== 503 && answer); // the same file again would be refused again
}

// A page that is loaded again while a photo is being read says so, until the photo is listed.
const STILL = 60_000, AGAIN = 3000; // milliseconds in which it is waited for, and from look to look
const newest = () => document.querySelector(".last a")?.getAttribute("href") ?? "";

function waitForSent() {
  const { at, before } = JSON.parse(sessionStorage.getItem("sent") ?? "{}");
  if (!form()?.dataset.still || !at) return; // a player's photos are listed on a page of their own
  if (newest() !== before || Date.now() - at > STILL) return sessionStorage.removeItem("sent");
  document.getElementById("status-line").textContent = form().dataset.still;
  setTimeout(() => { if (!chosen) location.reload(); }, AGAIN);
}

waitForSent();

const early = [...document.querySelectorAll("#scan input[type=file]")].find((input) => input.files.length);
if (early) take(early.files); // it was chosen before this script came

function say(words) {
  part(".state").textContent = words;
}

function fail(words, refused) {
  say("");
  part("progress").hidden = true;
  part("[data-again]").hidden = Boolean(refused);
  if (refused) part(".unseen").hidden = true;
  notice(words, "wrong");
}

function notice(words, kind) {
  document.getElementById("status-line").replaceChildren(made(words, kind));
}

function made(words, kind) {
  const notice = document.createElement("p");
  notice.className = `notice ${kind}`;
  notice.setAttribute("role", "alert");
  notice.textContent = words.trim().replace(/\s+/g, " ");
  return notice;
}

document.addEventListener("change", (event) => {
  if (event.target.matches("#scan input[type=file]")) take(event.target.files);
  else if (event.target.matches("#scan :required") && chosen && !request) take([chosen]); // it waited for this
});
document.addEventListener("click", (event) => {
  if (event.target.matches("#scan [data-again]")) send();
  if (!event.target.matches("#scan [data-cancel]")) return;
  if (!request) document.getElementById("status-line").replaceChildren(); // of a photo that waited for its round
  request?.abort();
  request = undefined;
  sessionStorage.removeItem("sent");
  chosen = undefined;
  form().reset();
  part(".chosen").hidden = true;
  part(".ways").hidden = false;
  part(".ways input").focus();
});
document.addEventListener("dragover", (event) => {
  if (!form()) return;
  event.preventDefault();
  part("#drop, .drop").classList.add("over");
});
document.addEventListener("dragleave", () => part(".drop")?.classList.remove("over"));
document.addEventListener("drop", (event) => {
  if (!form()) return;
  event.preventDefault();
  part(".drop").classList.remove("over");
  take(event.dataTransfer.files);
});
document.addEventListener("paste", (event) => {
  if (form()) take(event.clipboardData.files);
});
