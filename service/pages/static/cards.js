// Shows what is written on a card below the list from which it was chosen.
for (const field of document.querySelectorAll("[data-cards]")) {
  const rules = new Map([...field.querySelectorAll("[data-card]")].map((rule) => [rule.dataset.card, rule.textContent]));
  for (const list of field.querySelectorAll("select")) {
    const rule = list.closest("label").appendChild(document.createElement("small"));
    const show = () => (rule.textContent = rules.get(list.value) ?? "");
    list.addEventListener("change", show);
    show();
  }
}
