// The service worker: our files from the cache, pages from the network, kept pages when there is none.
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
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith(`${ROOT}/static/`)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request, url));
});

async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request, { ignoreSearch: true })) || Response.error();
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
