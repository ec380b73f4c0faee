// What a page says of what was just done it says once: a reload asks for it no more. An element's `data-once` names
// the parts of the address that asked for it.
function forget() {
  const address = new URL(location.href);
  for (const said of document.querySelectorAll("[data-once]")) {
    for (const name of said.dataset.once.split(" ")) address.searchParams.delete(name);
  }
  if (address.search.length < location.search.length) history.replaceState(history.state, "", address);
}
forget();
document.addEventListener("swapped", forget);
