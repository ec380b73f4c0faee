// A player's link carries the key behind its #, which no server's log ever sees: it is put into the form.
function join() {
  const key = decodeURIComponent(location.hash.slice(1));
  if (!key) return;
  history.replaceState(null, "", location.pathname);
  const form = document.getElementById("join");
  form.elements.secret.value = key;
  form.requestSubmit();
}
join();
addEventListener("hashchange", join); // the link is opened where a poster's code led before
