// A player's link carries the key behind its #, which no server's log ever sees: it is put into the form.
const key = decodeURIComponent(location.hash.slice(1));
if (key) {
  history.replaceState(null, "", location.pathname);
  const form = document.getElementById("join");
  form.elements.secret.value = key;
  form.requestSubmit();
}
