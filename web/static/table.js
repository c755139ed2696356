// A table that follows the others: asks every few seconds whether something changed, and shows it in place.

const root = () => document.querySelector("#table");
const bar = document.querySelector(".changed");
let timer;
let failures = 0;

if (root()) {
  unfold();
  watch();
  goOn();
  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : ask()));
  document.addEventListener("submit", (event) => {
    clearTimeout(timer);
    send(event);
  });
  addEventListener("popstate", () => root() || location.reload());
  keepAwake();
}

// The form of a board is sent without what stands as it came: less to carry, and nothing is told that nobody said.
document.addEventListener("formdata", (event) => {
  if (!event.target.matches("form.telling")) return;
  for (const field of event.target.elements) if (field.name && field.type !== "hidden" && isAsItCame(field)) event.formData.delete(field.name);
});

function isAsItCame(field) {
  if (field.type === "radio" || field.type === "checkbox") return field.checked && field.defaultChecked;
  if (field.options) return [...field.options].every((option) => option.selected === option.defaultSelected);
  return field.value === field.defaultValue;
}

// where there is room the mats of all lie open
function unfold() {
  if (matchMedia("(min-width: 48rem)").matches) openMats();
}

function openMats() {
  for (const mat of root()?.querySelectorAll(".mats > details") ?? []) mat.open = true;
}

addEventListener("beforeprint", openMats);

function watch() {
  clearTimeout(timer);
  if (!document.hidden && root()) timer = setTimeout(ask, root().dataset.every * Math.min(8, 2 ** failures));
}

// Turns that the rules play follow by themselves; of several phones that ask for one the first gets it, the others see it played.
// The server looks for legal moves a little at a time: the page is asked for again until all were looked at.
function goOn() {
  const turn = root().querySelector("form[data-go]");
  if (turn) setTimeout(() => turn.isConnected && !isBusy() && !document.hidden && turn.requestSubmit(), 600);
  else if ("more" in root().dataset) setTimeout(() => root() && (isBusy() || document.hidden || show()), 30);
}

const isBusy = () => document.activeElement?.closest("#table input, #table select, #table textarea");

async function ask() {
  if (!root() || root().ariaBusy === "true") return;
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

// Only what has changed is sent: the page is made of pieces, each with a mark of what is in it.
const pieces = (table) => [...table.querySelectorAll("[data-piece]")];
const having = () => ({ Accept: "text/html", "Have-Pieces": pieces(root()).map((piece) => piece.dataset.mark).join(".") });

async function show() {
  const response = await fetch(location.href, { headers: having() });
  if (!response.ok || !response.headers.has("Pieces")) return location.reload();
  patch(await response.text());
}

function patch(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("#table");
  const old = root();
  if (!fresh) return location.reload();
  const focused = document.activeElement?.id;
  const mine = new Map(pieces(old).map((piece) => [piece.dataset.piece, piece]));
  const same = pieces(fresh).map((piece) => piece.dataset.piece).join() === [...mine.keys()].join();
  for (const piece of pieces(fresh)) {
    const was = mine.get(piece.dataset.piece);
    if (was?.dataset.mark === piece.dataset.mark) {
      if (!same) piece.replaceWith(was);
      continue;
    }
    if (was) likeBefore(piece, was);
    if (same) was.replaceWith(document.adoptNode(piece));
  }
  if (!same) old.replaceChildren(...document.adoptNode(fresh).childNodes); // something new lies on the table, or is gone
  old.dataset.number = fresh.dataset.number;
  if ("more" in fresh.dataset) old.dataset.more = "";
  else delete old.dataset.more;
  for (const seen of old.querySelectorAll("input[name=seen]")) seen.value = fresh.dataset.number;
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
  bar.hidden = true;
  steppers();
  goOn();
}

// What was open stays open, and what says something else now is marked.
function likeBefore(piece, was) {
  const before = new Map([...was.querySelectorAll("a.fact")].map((fact) => [fact.getAttribute("href"), fact.textContent]));
  for (const board of was.querySelectorAll("details[id]")) {
    const again = piece.querySelector(`#${CSS.escape(board.id)}`);
    if (again) again.open = board.open;
  }
  for (const fact of piece.querySelectorAll("a.fact")) {
    const text = before.get(fact.getAttribute("href"));
    if (text !== undefined && text !== fact.textContent) fact.classList.add("fresh");
  }
}

// A move, an answer, an undo: the form is sent from here and what it changed comes back. Anything else than that is a page of its own.
const HERE = /\/(do|answer|undo|redo|go)$/;

async function send(event) {
  const form = event.target;
  if (!root()?.contains(form) || form.method !== "post" || !HERE.test(new URL(form.action).pathname)) return;
  event.preventDefault();
  if (root().ariaBusy === "true") return;
  root().ariaBusy = "true";
  const sent = new URLSearchParams(new FormData(form, event.submitter));
  try {
    const response = await fetch(form.action, { method: "post", body: sent, headers: having() });
    if (response.headers.has("Pieces")) {
      history.replaceState(null, "", response.url);
      patch(await response.text());
      lookAtIt();
    } else await turn(response);
  } catch {
    location.reload(); // whether it arrived is not known: the table says
  } finally {
    if (root()) root().ariaBusy = "false";
    watch();
  }
}

// why it cannot be, or what came first
async function turn(response) {
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const main = page.querySelector("main");
  if (!main) return location.reload();
  history.pushState(null, "", location.href);
  document.title = page.title;
  document.querySelector("main").replaceWith(document.adoptNode(main));
  main.focus();
  scrollTo(0, 0);
}

function lookAtIt() {
  const now = document.querySelector("#now");
  if (!now) return;
  now.focus({ preventScroll: true });
  // a page on which it is in sight stays where it is
  const [top, under] = [now.getBoundingClientRect().top, document.querySelector(".headlines")?.getBoundingClientRect().bottom ?? 0];
  if (top < Math.max(0, under) - 8 || top > innerHeight / 2) now.scrollIntoView({ block: "start" });
}

// What is counted must be as many together as there are: the sum runs along, and what is wrong is said before it is sent.
const counted = (counts) => [...counts.querySelectorAll("input[type=number]")].reduce((all, field) => all + Number(field.value), 0);

document.addEventListener("input", (event) => {
  const counts = event.target.closest?.(".counts[data-together]");
  if (counts) counts.querySelector("output").textContent = `${counted(counts)} / ${counts.dataset.together}`;
});

document.addEventListener(
  "submit",
  (event) => {
    const counts = event.submitter?.name === "counted" && event.target.querySelector(".counts[data-together]");
    if (!counts || counted(counts) === Number(counts.dataset.together)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const last = [...counts.querySelectorAll("input[type=number]")].pop();
    last.setCustomValidity(counts.dataset.said.replace("#", counted(counts)));
    last.checkValidity();
    last.setCustomValidity("");
  },
  true,
);

// ---- numbers are stepped by a thumb --------------------------------------------------------------------------------

function steppers() {
  for (const input of document.querySelectorAll("input[data-step]:not(.stepper > input)")) {
    const box = document.createElement("span");
    box.className = "stepper";
    input.replaceWith(box);
    for (const [sign, by] of [["−", -1], ["+", 1]]) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = sign;
      button.setAttribute("aria-label", `${sign}1`);
      button.tabIndex = -1; // the arrow keys step the number itself
      button.addEventListener("click", () => {
        const [low, high] = [input.min === "" ? -Infinity : Number(input.min), input.max === "" ? Infinity : Number(input.max)];
        input.value = Math.max(low, Math.min(high, Number(input.value || input.placeholder || (by > 0 ? low - 1 : 0)) + by));
        if (!Number.isFinite(Number(input.value))) input.value = 0;
        input.dispatchEvent(new Event("input", { bubbles: true }));
      });
      box.append(button);
    }
    box.firstChild.after(input);
    // the key that says “next” leads to the next number, not to the end of the form
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      const numbers = [...input.form.querySelectorAll("input[data-step]")].filter((each) => each.checkVisibility({ contentVisibilityAuto: true }));
      const next = numbers[numbers.indexOf(input) + 1] ?? input.form.querySelector("button.primary");
      next.focus();
      next.select?.();
    });
  }
}

steppers();

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
