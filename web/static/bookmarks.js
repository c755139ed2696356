// What was read last and what is marked, kept in this browser only: no account, one tap to forget it all.

// storage is shared by the whole site: under a path prefix the names have it too
const ROOT = new URL("..", import.meta.url).pathname.slice(0, -1);
const RECENT = `paragraf-recent${ROOT}`;
const STARS = `paragraf-stars${ROOT}`;
const MOST = { [RECENT]: 8, [STARS]: 40 };

function load(name) {
  try {
    const found = JSON.parse(localStorage.getItem(name)) || [];
    return found.filter((entry) => typeof entry?.url === "string" && /^\/[^/\\]/.test(entry.url) && typeof entry.title === "string");
  } catch {
    return [];
  }
}

function save(name, entries) {
  try {
    localStorage.setItem(name, JSON.stringify(entries.slice(0, MOST[name])));
  } catch {
    // storage is full or forbidden: the pages work without it
  }
}

const without = (entries, url) => entries.filter((entry) => entry.url !== url);

function remember(element) {
  const { url, title, game } = element.dataset;
  const entry = { url, title, game };
  save(RECENT, [entry, ...without(load(RECENT), url)]);
  if (!("star" in element.dataset)) return;
  const show = () => element.setAttribute("aria-pressed", String(load(STARS).some((each) => each.url === url)));
  element.addEventListener("click", () => {
    const stars = load(STARS);
    const kept = without(stars, url);
    save(STARS, kept.length < stars.length ? kept : [entry, ...stars]);
    show();
  });
  element.hidden = false;
  show();
}

function fill(section, name) {
  const entries = load(name);
  section.hidden = !entries.length;
  section.querySelector("ul").replaceChildren(...entries.map((entry) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    const title = document.createElement("span");
    const game = document.createElement("span");
    link.href = entry.url;
    title.textContent = entry.title;
    game.textContent = entry.game || "";
    game.className = "faint";
    link.append(title, game);
    item.append(link);
    return item;
  }));
}

export function start() {
  for (const element of document.querySelectorAll("[data-remember]")) remember(element);
  const page = document.querySelector("[data-bookmarks]");
  if (!page) return;
  const show = () => {
    fill(page.querySelector("[data-bookmarks-stars]"), STARS);
    fill(page.querySelector("[data-bookmarks-recent]"), RECENT);
    page.hidden = !load(STARS).length && !load(RECENT).length;
  };
  page.querySelector("[data-bookmarks-clear]").addEventListener("click", () => {
    save(RECENT, []);
    save(STARS, []);
    show();
  });
  show();
}
