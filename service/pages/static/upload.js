// Sends photos a few at a time, with progress: what was sent is safe, and a connection that fails loses nothing.
// Without this the form sends them all at once.
import { askBeforeLeaving } from "./unsaved.js";

const AT_ONCE = 8;
const MOST_BYTES = 24e6;

for (const form of document.querySelectorAll("[data-upload]")) set(form);

function set(form) {
  const input = form.querySelector("input[type=file]");
  const drop = form.querySelector(".drop");
  const line = form.querySelector(".status-line");
  drop.classList.add("ready");
  for (const kind of ["dragover", "dragleave", "drop"]) {
    form.addEventListener(kind, (event) => {
      event.preventDefault();
      drop.classList.toggle("over", kind === "dragover");
    });
  }
  askBeforeLeaving(() => input.disabled, form.dataset.leave);
  form.addEventListener("drop", (event) => {
    if (input.disabled) return;
    input.files = event.dataTransfer.files;
    input.dispatchEvent(new Event("change"));
  });
  input.addEventListener("change", () => {
    line.textContent = input.files.length ? form.dataset.ready.replace("{n}", input.files.length) : "";
  });
  document.addEventListener("replaced", () => { // what was sent is read by now
    if (line.textContent === form.dataset.sent && !document.querySelector("[data-reading]")) line.textContent = "";
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form, input, line);
  });
}

async function send(form, input, line) {
  const files = [...input.files];
  const [button, bar] = [form.querySelector("button"), form.querySelector("progress")];
  let [sent, taken] = [0, 0];
  form.querySelector(".refused").replaceChildren();
  input.disabled = button.disabled = true; // or what is chosen meanwhile would be taken for sent
  bar.hidden = false;
  try {
    for (const group of grouped(files)) {
      line.textContent = form.dataset.sending.replace("{n}", sent + group.length).replace("{all}", files.length);
      taken += await sendGroup(form, group);
      sent += group.length;
      bar.value = sent / files.length;
    }
    input.value = "";
    line.textContent = taken ? form.dataset.sent : "";
    document.dispatchEvent(new Event("sent"));
  } catch (error) {
    const rest = new DataTransfer();
    for (const file of files.slice(sent)) rest.items.add(file);
    input.files = rest.files;
    line.textContent = error.cause === "login" ? form.dataset.login : form.dataset.again;
  }
  input.disabled = button.disabled = false;
  bar.hidden = true;
}

function* grouped(files) {
  let group = [];
  let bytes = 0;
  for (const file of files) {
    if (group.length === AT_ONCE || (group.length && bytes + file.size > MOST_BYTES)) {
      yield group;
      [group, bytes] = [[], 0];
    }
    group.push(file);
    bytes += file.size;
  }
  yield group;
}

// Returns how many files were taken; what was refused is listed with the reason.
async function sendGroup(form, group) {
  const body = new FormData(form);
  body.delete("photos");
  for (const file of group) body.append("photos", file);
  const headers = { Accept: "text/html", Prefer: "return=minimal" };
  const answer = await fetch(form.action, { method: "POST", body, headers });
  if (answer.status === 204) return group.length;
  if (new URL(answer.url).pathname === "/login") throw new Error(answer.url, { cause: "login" });
  if (answer.status >= 500 || answer.status === 429) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const words = page.querySelector("main [role=alert]")?.textContent.trim().replace(/\s+/g, " ");
  if (answer.status === 413 && !words && group.length > 1) { // too much at once for a proxy on the way
    let taken = 0;
    for (const file of group) taken += await sendGroup(form, [file]);
    return taken;
  }
  if (!words && answer.status !== 413) throw new Error(answer.statusText);
  const list = form.querySelector(".refused");
  const entry = list.appendChild(document.createElement("li"));
  entry.textContent = `${group.map((file) => file.name).join(", ")}: ${words ?? form.dataset.large}`;
  list.hidden = false;
  return 0;
}
