// What pages gain when scripts run. Nothing here is needed to read, search or ask.

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const toast = document.querySelector(".toast");
let toastTimer;

function say(text) {
  toast.textContent = text;
  toast.classList.add("on");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => toast.classList.remove("on"), 2500);
}

// ---- what needs a secure context shows itself only there ----------------------------------------------------------

const canKeep = window.isSecureContext && "serviceWorker" in navigator && "caches" in window;
if (canKeep) {
  for (const element of all("[data-secure]")) element.hidden = false;
  for (const element of all("[data-insecure]")) element.hidden = true;
  const root = new URL("..", import.meta.url).pathname;
  // where the referee is kept the worker is another one: it can answer (offline.js)
  const keeps = localStorage.getItem(`referee${root.slice(0, -1)}`);
  navigator.serviceWorker.register(keeps ? `${root}sw.js?referee=1` : `${root}sw.js`, keeps ? { type: "module" } : {}).catch(() => {});
  // a page that this phone answered itself keeps the worker awake while it is looked at
  if ("pocket" in document.body.dataset) {
    const wake = () => document.visibilityState === "visible" && navigator.serviceWorker.controller?.postMessage("start");
    setInterval(wake, 15_000);
    document.addEventListener("visibilitychange", wake);
  }
  if (document.querySelector("[data-keep], [data-offline]")) import("./offline.js").then((part) => part.start());
}

// ---- what was read last, and what is marked ----------------------------------------------------------------------

if (document.querySelector("[data-remember], [data-bookmarks]")) import("./bookmarks.js").then((part) => part.start());

// ---- copy, share, print -------------------------------------------------------------------------------------------

if (navigator.clipboard) for (const button of all("[data-copy]")) button.hidden = false;
if (navigator.share || navigator.clipboard) for (const button of all("[data-share]")) button.hidden = false;
for (const button of all("[data-print]")) button.hidden = false;

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy], [data-share], [data-print]");
  if (!button) return;
  if ("print" in button.dataset) return window.print();
  const url = new URL(button.dataset.url || location.href, location.href).href;
  try {
    if ("share" in button.dataset && navigator.share) {
      await navigator.share({ title: document.title, text: button.dataset.title, url });
    } else {
      await navigator.clipboard.writeText(`${button.dataset.copy || button.dataset.title} ${url}`);
      say(document.body.dataset.copied);
    }
  } catch {
    // the reader closed the sheet
  }
});

// ---- a new table: what is not in play with so many players is not offered ----------------------------------------

const counts = all("[data-players]").filter((choice) => choice.dataset.players);
function offer() {
  const number = document.querySelector("input[name=players]:checked")?.value;
  for (const choice of counts) {
    choice.hidden = !choice.dataset.players.split(" ").includes(number);
    if (choice.hidden) for (const box of all("input[type=checkbox]", choice)) box.checked = false;
  }
}
if (counts.length) {
  offer();
  document.addEventListener("change", (event) => event.target.name === "players" && offer());
}

// ---- a term's definition on tap -----------------------------------------------------------------------------------

let card;
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a.term");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const url = new URL(link.href);
  url.searchParams.set("part", "card");
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(response.status);
    openCard(await response.text());
  } catch {
    location.href = link.href;
  }
});

function openCard(html) {
  if (!card) {
    card = document.createElement("dialog");
    card.className = "term-card";
    card.addEventListener("click", (event) => event.target === card && card.close());
    document.body.append(card);
  }
  card.innerHTML = `<div class="inside"></div><form method="dialog"><button></button></form>`;
  card.querySelector(".inside").innerHTML = html;
  card.querySelector("button").textContent = document.body.dataset.close;
  const heading = card.querySelector("h2");
  if (heading) {
    heading.id = "term-card-title";
    card.setAttribute("aria-labelledby", heading.id);
  }
  if (!card.open) card.showModal();
}

// ---- search while typing ------------------------------------------------------------------------------------------

const live = document.querySelector("form[data-live]");
if (live) {
  const results = document.querySelector("#results");
  const readings = document.querySelector("#readings");
  let timer;
  let reading;
  // what a sentence may mean comes after the hits, which nobody waits for
  const read = async (address) => {
    reading?.abort();
    reading = new AbortController();
    address.searchParams.set("part", "readings");
    try {
      const response = await fetch(address, { signal: reading.signal });
      if (response.ok) readings.innerHTML = await response.text();
    } catch (error) {
      if (error.name !== "AbortError") readings.innerHTML = "";
    }
  };
  let running;
  const search = async () => {
    const address = new URL(live.action);
    for (const [key, value] of new FormData(live)) if (value) address.searchParams.set(key, value);
    history.replaceState(null, "", address);
    running?.abort();
    running = new AbortController();
    address.searchParams.set("part", "results");
    try {
      const response = await fetch(address, { signal: running.signal });
      if (response.ok) results.innerHTML = await response.text();
      read(address);
    } catch (error) {
      if (error.name !== "AbortError") live.submit();
    }
  };
  live.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, 180);
  });
  live.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    search();
  });
}

// ---- a list that narrows while typing -----------------------------------------------------------------------------

const filter = document.querySelector("form[data-filter]");
if (filter) {
  const listed = document.querySelector(filter.dataset.filter);
  for (const group of all("details", listed)) group.dataset.open = group.open ? "1" : "";
  const plain = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  filter.addEventListener("input", (event) => {
    if (event.target.matches("[type=radio], select")) return filter.requestSubmit();
    const wanted = plain(event.target.value.trim());
    for (const entry of all(filter.dataset.entries || "li", listed)) entry.hidden = !plain(entry.textContent).includes(wanted);
    for (const group of all("details", listed)) {
      group.hidden = !group.querySelector("li:not([hidden])");
      group.open = wanted ? true : group.dataset.open === "1";
    }
  });
}

// ---- a number that is tapped is typed over ------------------------------------------------------------------------

let entered;
document.addEventListener("focusin", ({ target }) => {
  if (!target.matches("input[type=number]")) return;
  entered = target;
  target.select();
});
document.addEventListener("click", ({ target }) => {
  if (target === entered) target.select(); // the tap that brought the focus also sets the caret
  entered = null;
});

// ---- what cannot be sent is said beside its field, and stays there until something is changed ----------------------

document.addEventListener(
  "invalid",
  (event) => {
    const field = event.target;
    event.preventDefault(); // a browser's own bubble is gone before a table has read it
    for (let fold = field.closest("details:not([open])"); fold; fold = fold.parentElement.closest("details:not([open])")) fold.open = true;
    const place = field.closest("label, .field, fieldset") ?? field;
    if (!place.nextElementSibling?.matches(".amiss")) {
      const note = document.createElement("p");
      note.className = "amiss";
      note.role = "alert";
      note.textContent = field.validationMessage;
      place.after(note);
    }
    if (!field.form?.contains(document.activeElement) || !document.activeElement.matches(":invalid")) field.focus();
  },
  true,
);
document.addEventListener("input", ({ target }) => {
  for (const note of all(".amiss", target.form ?? document)) note.remove();
});

// ---- a form leaves what is empty out of its address ---------------------------------------------------------------

document.addEventListener("submit", (event) => {
  if (event.target.method !== "get") return;
  for (const input of all("input[name], select[name], textarea[name]", event.target)) {
    if (input.value === "" && input.name !== "q") input.disabled = true;
  }
  setTimeout(() => all("[disabled]", event.target).forEach((input) => (input.disabled = false)));
});
window.addEventListener("pageshow", () => all("form [disabled]").forEach((input) => (input.disabled = false)));

if (location.hash === "#verdict") document.querySelector("#verdict")?.focus({ preventScroll: true });
