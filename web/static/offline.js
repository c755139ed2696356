// Keeping a game: its pages and texts go into a cache of their own, and the referee with it where the server has what it needs.

// where the app is served: "" or "/prefix"; caches are shared by the whole site
export const ROOT = new URL("..", import.meta.url).pathname.slice(0, -1);
export const KEPT = `kept${ROOT}-`;
const name = (game) => KEPT + game;
const INFO = `${ROOT}/offline/info/`;

export async function info(game) {
  const cache = await caches.open(name(game));
  const found = await cache.match(INFO + game);
  return found ? found.json() : null;
}

async function keep(game) {
  const response = await fetch(`${ROOT}/offline/${game}.json`, { cache: "no-cache" });
  if (!response.ok) throw new Error(response.status);
  const data = await response.clone().json();
  const fresh = await caches.open(`${name(game)}-new`);
  await fresh.addAll(data.pages);
  await caches.delete(name(game));
  const cache = await caches.open(name(game));
  for (const request of await fresh.keys()) await cache.put(request, await fresh.match(request));
  await cache.put(`${ROOT}/offline/${game}.json`, response);
  const kept = { game, version: data.version, date: new Date().toISOString(), pages: data.pages.length, lang: data.lang };
  await cache.put(INFO + game, new Response(JSON.stringify(kept), { headers: { "Content-Type": "application/json" } }));
  await caches.delete(`${name(game)}-new`);
  await navigator.storage?.persist?.();
}

// ---- the referee ----------------------------------------------------------------------------------------------------

// what is kept of it, and how; sw.js reads the same
const SHELF = `referee${ROOT}`;
const place = (entry) => `${ROOT}/offline/${entry}`;
// bytes that must be free beside what is loaded: what is made of it, and the old one while the new one is made
const ROOM = 60_000_000;
// milliseconds without a sign of life after which making ready is given up
const PATIENCE = 180_000;
// milliseconds within which the new worker takes over
const TAKEOVER = 20_000;
// how often it is asked whether something newer is there, milliseconds that may take, and between two times
const TRIES = 3, ANSWERED = 15_000, PAUSE = 1_000;

export async function noted(entry) {
  const found = await (await caches.open(SHELF)).match(place(entry));
  return found ? found.json() : null;
}

async function note(entry, value) {
  await (await caches.open(SHELF)).put(place(entry), new Response(JSON.stringify(value)));
}

class Fault extends Error {} // with the name of the sentence that says it

async function keepReferee(game, tell) {
  if (typeof WebAssembly !== "object") throw new Fault("refused");
  const before = await noted("current");
  const games = [...new Set([...(before?.games ?? []), game])];
  const plan = await planned(games);
  if (before?.version === plan.version && before.engine === plan.engine) return;
  await enough(plan.files.reduce((sum, each) => sum + each.bytes, ROOM));
  const files = await load(plan.files, (part) => tell(part * 0.4));
  const made = await ready(plan, files, (part) => tell(0.4 + part * 0.55));
  // all of it, then one entry that says so: until then the old one counts, and whatever is half there is nothing
  const shelf = await caches.open(`${SHELF}-${plan.version}`);
  try {
    await shelf.put(place("pyodide.asm.wasm"), new Response(files["pyodide.asm.wasm"]));
    await shelf.put(place("python_stdlib.zip"), new Response(made.library));
    await shelf.put(place("image"), new Response(made.image));
  } catch {
    await caches.delete(`${SHELF}-${plan.version}`);
    throw new Fault("room");
  }
  if (!(await noted("choices"))) await note("choices", `?${new URLSearchParams({ set: 1, ...plan.choices })}`);
  await note("current", { version: plan.version, engine: plan.engine, games, date: new Date().toISOString() });
  await forget(plan.version);
  localStorage.setItem(SHELF, "kept");
  const found = await navigator.serviceWorker.register(`${ROOT}/sw.js?referee=1`, { type: "module" });
  const worker = found.installing ?? found.waiting ?? found.active;
  worker?.postMessage("stop");
  await active(worker);
  tell(1);
}

// A page that is asked for while one worker takes over from another waits for both: until then nothing is said to be ready.
function active(worker) {
  if (!worker || ["activated", "redundant"].includes(worker.state)) return undefined;
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, TAKEOVER); // the browser has its reasons then, and does it at the next page
    worker.addEventListener("statechange", () => {
      if (!["activated", "redundant"].includes(worker.state)) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

async function planned(games, signal) {
  const response = await fetch(`${ROOT}/offline/referee.json?${games.map((each) => `game=${each}`).join("&")}`, { cache: "no-cache", signal });
  if (!response.ok) throw new Fault("failed");
  return response.json();
}

// What the server would give now. A connection that breaks or stalls, as phones' do, is tried again; without one what is kept is the newest.
async function newest(current) {
  for (let left = TRIES; left > 0 && navigator.onLine; left -= 1) {
    try {
      return await planned(current.games, AbortSignal.timeout?.(ANSWERED));
    } catch {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
  return current;
}

// removes what is kept of other versions
async function forget(version) {
  for (const key of await caches.keys()) {
    if (key.startsWith(`${SHELF}-`) && key !== `${SHELF}-${version}`) await caches.delete(key);
  }
}

async function enough(bytes) {
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  if (quota - usage < bytes) throw new Fault("room");
}

// every file, and none that is not what it should be
async function load(wanted, tell) {
  const all = wanted.reduce((sum, each) => sum + each.bytes, 0);
  let done = 0;
  const files = {};
  for (const each of wanted) {
    const response = await fetch(each.url);
    if (!response.ok) throw new Fault("failed");
    const parts = [];
    const reader = response.body.getReader();
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      parts.push(step.value);
      done += step.value.length;
      tell(done / all);
    }
    const bytes = await new Blob(parts).arrayBuffer();
    const digest = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    if (digest !== each.sha256) throw new Fault("failed");
    files[each.name] = bytes;
  }
  return files;
}

// a worker lets the app make all that it makes once
function ready(plan, files, tell) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(plan.keeper, { type: "module" });
    let timer;
    const end = (settle, value) => {
      clearTimeout(timer);
      worker.terminate();
      settle(value);
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => end(reject, new Fault("refused")), PATIENCE);
    };
    worker.addEventListener("error", () => end(reject, new Fault("refused")));
    worker.addEventListener("message", ({ data }) => {
      if (data.fault) {
        console.info(data.fault);
        end(reject, new Fault("refused"));
      } else if (data.image) end(resolve, data);
      else {
        tell(data.part);
        wait();
      }
    });
    wait();
    worker.postMessage({ files, games: plan.games, prefix: ROOT });
  });
}

async function dropReferee(game) {
  const current = await noted("current");
  if (!current?.games.includes(game)) return;
  const games = current.games.filter((each) => each !== game);
  if (games.length) return note("current", { ...current, games });
  // tables that were kept here stay: they may be wanted again
  await (await caches.open(SHELF)).delete(place("current"));
  await forget("");
  localStorage.removeItem(SHELF);
  await navigator.serviceWorker.register(`${ROOT}/sw.js`);
}

// ---- what is shown of it --------------------------------------------------------------------------------------------

async function show(box) {
  const state = box.querySelector("[data-kept-state]");
  const found = await info(box.dataset.keep);
  const drop = box.querySelector("[data-keep-drop]");
  if (drop) drop.hidden = !found;
  const current = found && "referee" in state.dataset ? await noted("current") : null;
  const referee = current?.games.includes(box.dataset.keep);
  state.textContent = found
    ? `${referee ? state.dataset.referee : state.dataset.kept} ${new Date(found.date).toLocaleDateString(document.documentElement.lang)} · ${found.lang.toUpperCase()} · ${found.version}`
    : state.dataset.none;
  if (!referee) return;
  // what is kept goes on counting until the reader keeps the newer one
  const plan = await newest(current);
  if (plan.version !== current.version) state.textContent += ` · ${state.dataset.newer}`;
}

export function start() {
  for (const box of document.querySelectorAll("[data-keep]")) {
    show(box);
    const state = box.querySelector("[data-kept-state]");
    const bar = box.querySelector("progress");
    state.setAttribute("role", "status");
    box.querySelector("[data-keep-now]").addEventListener("click", async (event) => {
      event.currentTarget.disabled = true;
      const button = event.currentTarget;
      state.textContent = state.dataset.working;
      try {
        await navigator.serviceWorker.ready;
        await keep(box.dataset.keep);
        if (bar) {
          bar.hidden = false;
          await keepReferee(box.dataset.keep, (part) => (bar.value = part));
        }
        await show(box);
      } catch (error) {
        state.textContent = state.dataset[error instanceof Fault ? error.message : "failed"];
        if (error instanceof Fault === false) console.info(String(error));
      }
      if (bar) bar.hidden = true;
      button.disabled = false;
    });
    box.querySelector("[data-keep-drop]")?.addEventListener("click", async () => {
      await caches.delete(name(box.dataset.keep));
      await dropReferee(box.dataset.keep);
      await show(box);
    });
  }
  const wish = document.querySelector("[data-wish]");
  if (wish) {
    noted("current").then((found) => (wish.closest("p").hidden = !found));
    let touched = false; // what the reader ticks before the old wish is read counts more than it
    noted("wish").then((found) => touched || (wish.checked = Boolean(found)));
    wish.addEventListener("change", () => {
      touched = true;
      note("wish", wish.checked);
    });
  }
  // shown in place of another page: say why
  for (const why of document.querySelectorAll("[data-why]")) why.hidden = location.pathname === place("").slice(0, -1);
  if (document.querySelector("[data-offline]")) import("./kept-search.js").then((part) => part.start());
}
