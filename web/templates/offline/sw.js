// The service worker: our files from the cache, pages from the network; when there is none, from the referee on this phone, or as they were kept.
{% if referee %}
import { loadPyodide } from "{{ referee.loader }}";
import createPyodideModule from "{{ referee.module }}";
import { ask, lay, openDoor, python } from "{{ root }}/static/referee.js?v={{ digest }}";
const ENGINE = "{{ referee.engine }}";
{% endif %}
const ROOT = "{{ root }}";
const SHELLS = `shell${ROOT}-`;
const SHELL = `${SHELLS}{{ digest }}`;
const FILES = {{ shell|tojson }};

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const key of await caches.keys()) if (key.startsWith(SHELLS) && key !== SHELL) await caches.delete(key);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const request = event.request;
  const url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(`${ROOT}/`)) return;
  const path = url.pathname.slice(ROOT.length);
  if (request.method === "GET" && path.startsWith("/static/")) event.respondWith(file(request));
{% if referee %}
  else if (!path.startsWith("/offline/") && path !== "/sw.js") event.respondWith(answer(request, url, path));
{% else %}
  else if (request.method === "GET" && request.mode === "navigate") event.respondWith(page(request, url));
{% endif %}
});

async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request, { ignoreSearch: true })) || {% if referee %}locally(request, new URL(request.url), "/static/").catch(() => Response.error()){% else %}Response.error(){% endif %};
  }
}

async function page(request, url) {
  try {
    return await fetch(request);
  } catch {
    return (await kept(url)) || caches.match(`${ROOT}/offline`);
  }
}

// A paragraph or term that has no page of its own in the cache is shown where it stands in the kept chapter or glossary.
async function kept(url) {
  const found = await caches.match(url.pathname);
  if (found) return found;
  const path = url.pathname.slice(ROOT.length);
  if (path === "/search") return Response.redirect(`${ROOT}/offline?q=${encodeURIComponent(url.searchParams.get("q") || "")}`);
  const place = path.match(/^\/g\/([^/]+)\/(p|t)\/(.+)$/);
  if (!place) return undefined;
  const [, game, kind, id] = place;
  if (kind === "t") return (await caches.match(`${ROOT}/g/${game}/t/`)) && Response.redirect(`${ROOT}/g/${game}/t/#${id}`);
  const data = await caches.match(`${ROOT}/offline/${game}.json`);
  if (!data) return undefined;
  const entry = (await data.json()).entries.find((each) => each.u.endsWith(`#${decodeURIComponent(id)}`));
  return entry && Response.redirect(entry.u);
}
{% if referee %}

// ---- the referee on this phone --------------------------------------------------------------------------------------

const SHELF = `referee${ROOT}`; // what is kept, and how: /current, /wish, /choices, /tables, /data
const PATIENCE = 90_000; // milliseconds after which a start is given up
let running; // the promise of a started referee

async function noted(name) {
  const found = await (await caches.open(SHELF)).match(`${ROOT}/offline/${name}`);
  return found ? found.json() : null;
}

async function note(name, value) {
  await (await caches.open(SHELF)).put(`${ROOT}/offline/${name}`, new Response(JSON.stringify(value)));
}

self.addEventListener("message", ({ data }) => {
  if (data === "start") started().catch(() => {});
  if (data === "stop") running = undefined;
});

async function answer(request, url, path) {
  const navigates = request.mode === "navigate";
  const spare = request.clone(); // what it brings can be read once
  if (navigates && path === "/choices" && url.searchParams.has("set")) await note("choices", url.search);
  if (!(await isOurs(path))) {
    try {
      return await fetch(request);
    } catch {
      // no network
    }
  }
  try {
    return await locally(spare, url, path);
  } catch (error) {
    console.info(String(error));
    return navigates ? (await kept(url)) || caches.match(`${ROOT}/offline`) : Response.error();
  }
}

// Tables that are kept here are nowhere else; everything is answered here where the reader wishes so.
async function isOurs(path) {
  if (await noted("wish")) return path !== "/offline";
  const table = path.match(/^\/t\/([0-9A-Z]+)(?:\/|$)/);
  return Boolean(table) && ((await noted("tables")) || []).includes(table[1]);
}

async function locally(request, url, path) {
  const current = await noted("current");
  const game = path.match(/^\/(?:g|api\/v1\/games)\/([^/]+)/);
  if (!current || current.engine !== ENGINE || path === "/offline" || (game && !current.games.includes(game[1]))) throw new Error("not kept");
  const { py, door } = await started();
  const headers = [...request.headers].filter(([name]) => !["cookie", "host", "content-length", "if-none-match"].includes(name));
  if (!request.headers.has("accept-language")) headers.push(["accept-language", navigator.languages.join(", ")]);
  const body = new Uint8Array(await request.arrayBuffer());
  const said = ask(py, door, request.method, url.href, headers, body);
  if (said.save) await save(door, said.save);
  const location = said.headers.find(([name]) => name.toLowerCase() === "location");
  if (location && said.status >= 300 && said.status < 400) return Response.redirect(new URL(location[1], url), said.status);
  const empty = [204, 304].includes(said.status) || request.method === "HEAD";
  return new Response(empty ? null : said.body, { status: said.status, headers: said.headers });
}

// A change is answered when it is written: whatever happens to this worker then, it is not lost.
async function save(door, data) {
  const codes = door.tables();
  await (await caches.open(SHELF)).put(`${ROOT}/offline/data`, new Response(data));
  await note("tables", codes.toJs());
  codes.destroy();
}

function started() {
  running ??= Promise.race([start(), new Promise((_, fail) => setTimeout(() => fail(new Error("the referee did not start in time")), PATIENCE))]);
  running.catch(() => (running = undefined));
  return running;
}

async function start() {
  const took = [];
  let begun = performance.now();
  const lap = (part) => {
    took.push([part, Math.round(performance.now() - begun)]);
    begun = performance.now();
  };
  const current = await noted("current");
  const shelf = await caches.open(`${SHELF}-${current.version}`);
  const bytes = async (name) => (await shelf.match(`${ROOT}/offline/${name}`)).arrayBuffer();
  const [wasm, library, image] = await Promise.all(["pyodide.asm.wasm", "python_stdlib.zip", "image"].map(bytes));
  lap("read");
  const py = await python({ loadPyodide, createPyodideModule }, { "pyodide.asm.wasm": wasm, "python_stdlib.zip": library });
  lap("python");
  lay(py, image);
  lap("files");
  const data = await (await caches.open(SHELF)).match(`${ROOT}/offline/data`);
  const door = openDoor(py, ROOT, data ? new Uint8Array(await data.arrayBuffer()) : null);
  lap("app");
  const choices = await noted("choices");
  if (choices) ask(py, door, "GET", `${location.origin}${ROOT}/choices${choices}`, [], new Uint8Array());
  lap("choices");
  await note("took", took);
  return { py, door };
}
{% endif %}
