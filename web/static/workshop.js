// The meaning of a card while it is typed; without this the button does the same.

const text = document.querySelector("[data-card]");
const faults = document.querySelector("#faults");
const rule = document.querySelector("#rule");
let timer;
let running;

function line(name, ...parts) {
  const element = document.createElement(name);
  element.append(...parts);
  return element;
}

function fault(error) {
  const place = text.dataset.place.replace("{line}", error.line).replace("{column}", error.column);
  const box = line("div", line("p", line("strong", place), ` ${error.message}`));
  box.className = "fault";
  if (error.shown) box.append(line("pre", `${error.shown}\n${error.caret}`));
  box.append(line("p", error.cure));
  return box;
}

async function refresh() {
  if (!text.value.trim()) return;
  running?.abort();
  running = new AbortController();
  try {
    const response = await fetch(text.dataset.card, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text: text.value }),
      signal: running.signal,
    });
    if (!response.ok) return;
    const made = await response.json();
    faults.replaceChildren(...made.errors.map(fault));
    rule.textContent = made.rule;
    for (const element of document.querySelectorAll("[data-meaning]")) {
      element.textContent = made.meaning[element.dataset.meaning] || "—";
    }
  } catch {
    // typed on, or no network: the button still works
  }
}

text.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(refresh, 350);
});
