// The meaning of a card while it is typed, and the form to try it; without this the button does the same.

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

// what there is to choose changes with the card; a form that is being filled in is left alone
async function renewTrial(signal) {
  const body = new URLSearchParams(new FormData(text.form));
  const response = await fetch(text.form.action, { method: "POST", body, signal });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const [old, renewed] = [document, page].map((each) => each.querySelector("#try"));
  if (!renewed || old?.contains(document.activeElement)) return;
  if (old) old.replaceWith(renewed);
  else document.querySelector("#keep").before(renewed);
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
    if (!made.errors.length) await renewTrial(running.signal);
  } catch {
    // typed on, or no network: the button still works
  }
}

text.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(refresh, 350);
});
