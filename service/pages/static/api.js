// Sends what a form of the API's page says, and shows the answer beside the same request for curl.
const MOST_SHOWN = 20000; // letters of an answer

for (const form of document.querySelectorAll(".operation form")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}
openNamed();
addEventListener("hashchange", openNamed);

function openNamed() { // a link to an operation opens it
  const named = location.hash && document.getElementById(location.hash.slice(1));
  if (named instanceof HTMLDetailsElement) named.open = true;
}

async function send(form) {
  const { address, request, line } = read(form);
  const output = form.querySelector("output");
  output.hidden = false;
  output.querySelector(".line").textContent = line;
  const [status, answer] = [output.querySelector(".status"), output.querySelector(".answer")];
  status.textContent = "…";
  answer.textContent = "";
  try {
    if (request.method !== "GET") request.headers["x-csrf-token"] = await csrfToken();
    const response = await fetch(address, request);
    const etag = response.headers.get("etag");
    status.textContent = `${response.status} ${response.statusText}${etag ? `, ETag ${etag}` : ""}`;
    answer.textContent = await shown(response);
  } catch (error) {
    status.textContent = `The server was not reached: ${error.message}`;
  }
}

async function csrfToken() { // of somebody who is logged in; others need none
  const response = await fetch("/v1/session");
  return response.ok ? (await response.json()).csrf ?? "" : "";
}

function read(form) {
  const { method, body: kind } = form.dataset;
  let path = form.dataset.path;
  const [query, headers, fields, parts] = [new URLSearchParams(), {}, new FormData(), [`-X ${method}`]];
  for (const input of form.querySelectorAll("[data-place]")) {
    const { place } = input.dataset;
    if (place === "file") {
      for (const file of input.files) { fields.append(input.name, file); parts.push(`-F ${input.name}=@${quoted(file.name)}`); }
    } else if (place === "body") {
      headers["content-type"] = kind;
      parts.push(`-H ${quoted(`content-type: ${kind}`)}`, `--data-binary ${quoted(input.value)}`);
    } else if (input.value !== "") {
      if (place === "path") path = path.replace(`{${input.name}}`, encodeURIComponent(input.value));
      if (place === "query") for (const each of input.value.split("|")) query.append(input.name, each);
      if (place === "header") { headers[input.name] = input.value; parts.push(`-H ${quoted(`${input.name}: ${input.value}`)}`); }
      if (place === "form") { fields.append(input.name, input.value); parts.push(`-F ${quoted(`${input.name}=${input.value}`)}`); }
    }
  }
  const address = path + (query.size ? `?${query}` : "");
  const text = form.querySelector("[data-place=body]");
  const body = kind === "multipart/form-data" ? fields : text?.value;
  return { address, request: { method, headers, body }, line: `curl ${parts.join(" ")} ${quoted(location.origin + address)}` };
}

async function shown(response) {
  const kind = response.headers.get("content-type") ?? "";
  if (!/json|text|csv/.test(kind)) return kind && `(${kind}, ${(await response.blob()).size} bytes)`;
  const text = await response.text();
  const tidy = kind.includes("json") && text.length < 2e6 ? JSON.stringify(JSON.parse(text), null, 1) : text;
  return tidy.length > MOST_SHOWN ? `${tidy.slice(0, MOST_SHOWN)}\n… ${tidy.length} letters` : tidy;
}

function quoted(words) {
  return /^[\w./:=-]+$/.test(words) ? words : `'${words.replaceAll("'", "'\\''")}'`;
}
