// Keeping a game: its pages and texts go into a cache of their own; what is kept, and of which date, is said.

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

async function show(box) {
  const state = box.querySelector("[data-kept-state]");
  const found = await info(box.dataset.keep);
  const drop = box.querySelector("[data-keep-drop]");
  if (drop) drop.hidden = !found;
  state.textContent = found
    ? `${state.dataset.kept} ${new Date(found.date).toLocaleDateString(document.documentElement.lang)} · ${found.lang.toUpperCase()} · ${found.version}`
    : state.dataset.none;
}

export function start() {
  for (const box of document.querySelectorAll("[data-keep]")) {
    show(box);
    const state = box.querySelector("[data-kept-state]");
    state.setAttribute("role", "status");
    box.querySelector("[data-keep-now]").addEventListener("click", async (event) => {
      event.currentTarget.disabled = true;
      const button = event.currentTarget;
      state.textContent = state.dataset.working;
      try {
        await navigator.serviceWorker.ready;
        await keep(box.dataset.keep);
        await show(box);
      } catch {
        state.textContent = state.dataset.failed;
      }
      button.disabled = false;
    });
    box.querySelector("[data-keep-drop]")?.addEventListener("click", async () => {
      await caches.delete(name(box.dataset.keep));
      await show(box);
    });
  }
  if (document.querySelector("[data-offline]")) import("./kept-search.js").then((part) => part.start());
}
