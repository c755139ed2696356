// Search in what is kept, without a server: folded words, each must begin a word of the entry.

import { KEPT, ROOT } from "./offline.js";

const fold = (text) =>
  text.toLowerCase().replace(/ł/g, "l").replace(/ґ/g, "г").replace(/[’ʼ]/g, "'").normalize("NFD").replace(/[\u0300-\u036f]/g, "");

async function entries() {
  const found = [];
  for (const key of await caches.keys()) {
    if (!key.startsWith(KEPT) || key.endsWith("-new")) continue;
    const cache = await caches.open(key);
    const kept = await cache.match(`${ROOT}/offline/${key.slice(KEPT.length)}.json`);
    if (!kept) continue;
    for (const entry of (await kept.json()).entries) {
      found.push({ ...entry, title: fold(entry.t), all: ` ${fold(`${entry.t} ${entry.w || ""} ${entry.x}`)}` });
    }
  }
  return found;
}

function score(entry, words) {
  let total = entry.k === "t" ? 1 : 0;
  for (const word of words) {
    const stem = word.length > 5 ? word.slice(0, -2) : word;
    if (entry.title === word) total += 12;
    else if (entry.title.startsWith(word)) total += 6;
    else if (entry.all.includes(` ${word}`)) total += 3;
    else if (entry.all.includes(` ${stem}`)) total += 1;
    else return 0;
  }
  return total;
}

export async function start() {
  const form = document.querySelector("[data-kept-search]");
  const list = document.querySelector("[data-kept-hits]");
  const count = document.querySelector("[data-kept-count]");
  const input = form.querySelector("input");
  const known = await entries();
  const search = () => {
    const words = fold(input.value).split(/[^\p{L}\p{N}']+/u).filter(Boolean);
    const hits = input.value.trim().length < 2 ? [] : known
      .map((entry) => [score(entry, words), entry])
      .filter(([points]) => points > 0)
      .sort((one, other) => other[0] - one[0])
      .slice(0, 30);
    list.replaceChildren(...hits.map(([, entry]) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = entry.u;
      link.textContent = entry.t;
      const text = document.createElement("span");
      text.className = "faint";
      text.textContent = ` ${entry.x.slice(0, 160)}`;
      item.append(link, text);
      return item;
    }));
    count.textContent = words.length ? `${count.dataset.text}: ${hits.length}` : "";
  };
  input.addEventListener("input", search);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search();
  });
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) {
    input.value = asked;
    search();
  }
}
