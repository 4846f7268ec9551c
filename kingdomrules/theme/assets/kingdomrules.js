// Switching languages, searching, choosing a game. Everything is fetched from this site, and only when it is needed.
"use strict";

// --- a change of language stays on the page, on the game and on the rule ---

for (const link of document.querySelectorAll(".languages a")) {
  const page = link.getAttribute("href");
  const follow = () => link.setAttribute("href", page + location.search + location.hash);
  follow();
  link.addEventListener("focus", follow);
  link.addEventListener("pointerenter", follow);
  link.addEventListener("click", follow);
}
document.addEventListener("click", event => {
  for (const menu of document.querySelectorAll("details.languages[open]"))
    if (!menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", event => {
  const menu = document.querySelector("details.languages[open]");
  if (event.key !== "Escape" || !menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

// A section of the navigation that is a page itself has its name in a link, where the theme does not look for it.
for (const section of document.querySelectorAll("nav[aria-labelledby]")) {
  const label = document.getElementById(section.getAttribute("aria-labelledby"));
  const link = label?.parentElement.querySelector("a");
  if (link && !label.textContent.trim()) section.setAttribute("aria-label", link.textContent.trim());
  if (link && !label.textContent.trim()) section.removeAttribute("aria-labelledby");
}

// The theme calls the button beside each piece of code a navigation; to those who jump between landmarks it is none.
const noNavigation = () => {
  for (const button of document.querySelectorAll("nav.md-code__nav:not([role])")) button.setAttribute("role", "none");
};
if (document.querySelector("pre code"))
  new MutationObserver(noNavigation).observe(document.body, { childList: true, subtree: true });

// --- search ---

const dialog = document.getElementById("search");
if (dialog) {
  const input = document.getElementById("search-words");
  const results = document.getElementById("search-results");
  const status = document.getElementById("search-status");
  let index, forms;

  const open = () => {
    dialog.showModal();
    input.select();
    index ??= import(new URL(dialog.dataset.index + "pagefind.js", location.href)).then(async found => {
      await found.init();
      return found;
    });
    forms ??= fetch(dialog.dataset.forms).then(answer => answer.json()).then(({ nouns, words }) => ({
      nouns,
      words: words.map(text => ({ text, bare: bare(text) })),
    }));
  };
  document.getElementById("search-open").addEventListener("click", open);
  document.addEventListener("keydown", event => {
    if (event.key !== "/" || dialog.open || event.target.closest("input, textarea, select")) return;
    event.preventDefault();
    open();
  });

  // Words are compared without accents, as they are typed in a hurry.
  const bare = text => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l");

  // Forms of one word mostly differ in their last letters; how many are alike, if they may be such forms.
  const alike = (one, other) => {
    let same = 0;
    while (same < one.length && one[same] === other[same]) same++;
    const rest = Math.max(one.length, other.length) - same;
    return Math.min(one.length, other.length) > 4 && same > 3 && rest <= (same > 5 ? 4 : 3) ? same : 0;
  };

  // What to look for: the words as they were typed, then in their other forms, since not every language has a stemmer.
  // Only what stands on a page is looked for: of anything else the index would take the first letters for a word.
  const asked = async typed => {
    const { nouns, words } = await forms;
    const stands = part => words.some(word => word.bare.startsWith(part));
    const there = text => bare(text).split(/[^\p{L}]+/u).every(part => !part || stands(part));
    const others = text => {
      const noun = nouns.find(noun => noun.some(form => bare(form) === bare(text)));
      if (noun) return noun.filter(there);
      const near = words.map(word => [alike(bare(text), word.bare), word.text]).filter(([same]) => same);
      return near.sort(([one], [other]) => other - one).slice(0, 8).map(([, word]) => word);
    };
    const ways = text => [...new Set([...(there(text) ? [text] : []), ...others(text)])];
    const parts = typed.split(/\s+/);
    const whole = ways(typed);
    if (parts.length === 1 || whole.length > 1) return whole;
    const joined = (starts, part) => starts.flatMap(start => ways(part).map(way => `${start} ${way}`.trim()));
    return parts.reduce(joined, [""]).slice(0, 24);
  };

  const letters = text => bare(text).split(/[^\p{L}]+/u).filter(Boolean);

  let latest = 0;
  const search = async () => {
    const turn = ++latest;
    const words = input.value.trim();
    results.replaceChildren();
    status.textContent = "";
    if (!words) return;
    const pagefind = await index;
    const wanted = await asked(words);
    const best = new Map();
    for (const form of wanted) {
      const typed = form === words;
      for (const hit of (await pagefind.search(form)).results) {
        const known = best.get(hit.id);
        if (!known || (!known.typed && known.hit.score < hit.score)) best.set(hit.id, { hit, typed });
      }
    }
    const hits = [...best.values()].sort((a, b) => b.typed - a.typed || b.hit.score - a.hit.score).slice(0, 16);
    const pages = await Promise.all(hits.map(({ hit }) => hit.data()));
    if (turn !== latest) return;
    const found = passages(pages, letters(words), wanted.flatMap(letters)).slice(0, 20);
    results.append(...found.map(shownAs));
    status.textContent = found.length
      ? dialog.dataset.found.replace("{count}", found.length)
      : dialog.dataset.nothing.replace("{words}", words);
  };

  // The same words of books that hardly differ are shown once; first what was typed, then its forms, then the rest.
  const passages = (pages, typed, forms) => {
    const ranked = new Map();
    for (const page of pages) for (const part of page.sub_results) {
      const marked = [...part.excerpt.matchAll(/<mark>(.*?)<\/mark>/g)].flatMap(mark => letters(mark[1]));
      const rank = marked.some(word => typed.includes(word)) ? 0 : marked.some(word => forms.includes(word)) ? 1 : 2;
      if (!ranked.has(part.title + part.excerpt)) ranked.set(part.title + part.excerpt, { page, part, rank });
    }
    return [...ranked.values()].sort((a, b) => a.rank - b.rank);
  };

  const shownAs = ({ page, part }) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = part.url;
    link.textContent = part.title === page.meta.title ? part.title : `${page.meta.title} › ${part.title}`;
    const text = document.createElement("p");
    text.innerHTML = part.excerpt; // escaped by the index, with <mark> around what was found
    item.append(link, text);
    return item;
  };

  let waiting;
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(search, 120);
  });
  dialog.querySelector("form").addEventListener("submit", event => {
    if (event.submitter) return;
    event.preventDefault();
    search();
  });
  results.addEventListener("click", event => {
    if (event.target.closest("a")) dialog.close();
  });
}

// --- choosing a game ---

const picker = document.getElementById("picker");
if (picker) {
  const shown = document.getElementById("game");
  const pdf = document.getElementById("pdf");
  const copied = document.getElementById("copied");
  const announced = document.getElementById("announced");
  const all = name => [...picker.querySelectorAll(`[name=${name}]`)];
  const state = () => ({
    edition: all("edition").find(input => input.checked).value,
    players: all("players").find(input => input.checked).value,
    variants: all("variant").filter(input => input.checked).map(input => input.value),
  });
  const named = (edition, variants) => [edition, ...variants].join("+");
  const inOrder = variants => all("variant").map(input => input.value).filter(id => variants.includes(id));

  const start = async () => {
    let told = "";
    const { possible, refused, limits, pdfs } = await (await fetch(picker.dataset.files + "games.json")).json();

    // Why a choice cannot be made beside the others; nothing, if it can.
    const whyNot = ({ edition, players, variants }) => {
      const game = named(edition, inOrder(variants));
      if (refused[game]) return refused[game];
      if (!players || possible[game].includes(Number(players))) return "";
      return variants.map(id => limits[id]).filter(Boolean).join(" ") || game;
    };

    const judge = () => {
      const now = state();
      const say = (input, reason) => {
        input.disabled = Boolean(reason);
        const place = document.getElementById("why-" + (input.value || "everybody"));
        place.textContent = reason;
        if (reason) input.setAttribute("aria-describedby", place.id);
        else input.removeAttribute("aria-describedby");
      };
      for (const input of all("edition")) say(input, input.checked ? "" : whyNot({ ...now, edition: input.value }));
      for (const input of all("players")) say(input, input.checked ? "" : whyNot({ ...now, players: input.value }));
      for (const input of all("variant"))
        say(input, input.checked ? "" : whyNot({ ...now, variants: [...now.variants, input.value] }));
    };

    let latest = 0;
    const show = async () => {
      const turn = ++latest;
      const { edition, players, variants } = state();
      const name = [edition, ...variants, ...(players ? [players] : [])].join("_");
      pdf.hidden = !pdfs.includes(name);
      pdf.href = `${picker.dataset.files}../pdf/${name}.pdf`;
      try {
        const answer = await fetch(`${picker.dataset.files}${name}.html`);
        if (!answer.ok) throw new Error(answer.statusText);
        const text = await answer.text();
        if (turn !== latest) return;
        shown.innerHTML = text;
        shown.dataset.game = name;
        // Whoever cannot see that the book has changed is told which one it is now, not all of it.
        const which = document.getElementById("game-which").textContent;
        if (told) announced.textContent = which;
        told = which;
      } catch {
        shown.textContent = announced.textContent = shown.dataset.failed;
      }
    };

    const address = () => {
      const { edition, players, variants } = state();
      return `?game=${named(edition, variants)}${players ? `&players=${players}` : ""}`;
    };

    // What a link asks for; what is impossible in it is left out.
    const asked = new URLSearchParams(location.search);
    const [edition, ...variants] = (asked.get("game") ?? "").split(/[ +]/);
    for (const input of all("edition")) if (input.value === edition) input.checked = true;
    for (const id of variants) {
      const input = all("variant").find(input => input.value === id);
      const now = state();
      if (input && !whyNot({ ...now, variants: [...now.variants, id] })) input.checked = true;
    }
    for (const input of all("players"))
      if (input.value === asked.get("players") && !whyNot({ ...state(), players: input.value })) input.checked = true;

    picker.addEventListener("change", () => {
      history.replaceState(null, "", address());
      copied.textContent = "";
      judge();
      show();
    });
    const button = document.getElementById("copy");
    button.addEventListener("click", async () => {
      const link = new URL(address(), location.href).href;
      history.replaceState(null, "", address());
      try {
        await navigator.clipboard.writeText(link);
        copied.textContent = button.dataset.done;
      } catch {
        copied.textContent = link;
      }
    });
    picker.addEventListener("submit", event => event.preventDefault());
    judge();
    await show();
    const rule = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (rule && shown.contains(rule)) location.replace(location.hash); // now that it is there, it can be the target
  };
  start().catch(() => { shown.textContent = shown.dataset.failed; });
}
