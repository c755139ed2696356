// A table that follows the others: asks every few seconds whether something changed, and shows it in place.

const root = () => document.querySelector("#table");
const bar = document.querySelector(".changed");
let timer;
let failures = 0;

if (root()) {
  watch();
  goOn();
  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : ask()));
  document.addEventListener("submit", () => clearTimeout(timer));
  keepAwake();
}

function watch() {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(ask, root().dataset.every * Math.min(8, 2 ** failures));
}

// The server looks for legal moves a little at a time: the page is asked for again until all were looked at.
function goOn() {
  if ("more" in root().dataset) setTimeout(() => isBusy() || document.hidden || show(), 30);
}

const isBusy = () => document.activeElement?.closest("#table input, #table select, #table textarea");

async function ask() {
  try {
    const response = await fetch(root().dataset.url, { headers: { Accept: "application/json" } });
    if (response.status === 404) return;
    if (!response.ok) throw new Error(response.status);
    const { number } = await response.json();
    failures = 0;
    if (String(number) !== root().dataset.number) await changed();
  } catch {
    failures += 1;
  }
  watch();
}

// Somebody in the middle of filling in is not disturbed: a bar says that there is news.
async function changed() {
  if (!isBusy()) return show();
  if (!bar.hidden) return;
  bar.textContent = root().dataset.changed + " ";
  const button = document.createElement("button");
  button.textContent = root().dataset.show;
  button.addEventListener("click", show);
  bar.append(button);
  bar.hidden = false;
}

async function show() {
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!response.ok) return location.reload();
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.querySelector("#table");
  if (!fresh) return location.reload();
  const old = root();
  const focused = document.activeElement?.id;
  const before = new Map([...old.querySelectorAll("a.fact")].map((fact) => [fact.getAttribute("href"), fact.textContent]));
  for (const board of old.querySelectorAll("details[id]")) {
    const same = fresh.querySelector(`#${CSS.escape(board.id)}`);
    if (same) same.open = board.open;
  }
  old.replaceWith(document.adoptNode(fresh));
  for (const fact of root().querySelectorAll("a.fact")) {
    const text = before.get(fact.getAttribute("href"));
    if (text !== undefined && text !== fact.textContent) fact.classList.add("fresh");
  }
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  bar.hidden = true;
  goOn();
}

// ---- numbers are stepped by a thumb --------------------------------------------------------------------------------

for (const input of document.querySelectorAll("input[data-step]")) {
  const box = document.createElement("span");
  box.className = "stepper";
  input.replaceWith(box);
  for (const [sign, by] of [["−", -1], ["+", 1]]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sign;
    button.setAttribute("aria-label", `${sign}1`);
    button.addEventListener("click", () => {
      const [low, high] = [input.min === "" ? -Infinity : Number(input.min), input.max === "" ? Infinity : Number(input.max)];
      input.value = Math.max(low, Math.min(high, Number(input.value || (by > 0 ? low - 1 : 0)) + by));
      if (!Number.isFinite(Number(input.value))) input.value = 0;
    });
    box.append(button);
  }
  box.firstChild.after(input);
}

// ---- the screen stays on, where the browser can do that -----------------------------------------------------------

function keepAwake() {
  const button = document.querySelector("[data-wake]");
  if (!navigator.wakeLock || !button) return;
  button.hidden = false;
  let lock;
  const hold = async () => {
    try {
      lock = await navigator.wakeLock.request("screen");
      button.setAttribute("aria-pressed", "true");
    } catch {
      button.setAttribute("aria-pressed", "false");
    }
  };
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-pressed") === "true") {
      await lock?.release();
      lock = undefined;
      button.setAttribute("aria-pressed", "false");
    } else await hold();
  });
  document.addEventListener("visibilitychange", () => !document.hidden && lock && hold());
}
