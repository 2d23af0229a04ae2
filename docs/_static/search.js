// Search for any of the words. Rare words weigh more; titles, synonyms and first sentences weigh most.
// searchPages (search_pages.js) lists the sections of all pages; stopwords and Stemmer are Sphinx's (language_data.js).

const FIELDS = {title: 10, synonyms: 8, page: 3, first: 3, text: 1};
const stemmer = new Stemmer();
const stems = new Map();

/** Return the stemmed words of a text; snake_case and camelCase count as a whole and in parts. */
function wordsOf(text) {
  const words = (text.match(/[\p{L}\p{N}_.]+/gu) ?? []).flatMap(word => {
    const parts = word.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").match(/[\p{L}\p{N}]+/gu) ?? [];
    return parts.length > 1 ? [parts.join(""), ...parts] : parts;
  });
  return words.map(word => {
    const lower = word.toLowerCase();
    if (!stems.has(lower)) stems.set(lower, stopwords.has(lower) ? "" : stemmer.stemWord(lower));
    return stems.get(lower);
  }).filter(Boolean);
}

const sections = searchPages.map(([url, page, title, synonyms, first, text]) => {
  const fields = {title, synonyms, page, first, text};
  const words = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, ` ${wordsOf(field).join(" ")} `]));
  return {url, page, title, first, words, all: new Set(Object.values(words).join("").split(" "))};
});

// For each word the pages that have it.
const pagesWith = new Map();
for (const {url, all} of sections) {
  for (const word of all) {
    if (!pagesWith.has(word)) pagesWith.set(word, new Set());
    pagesWith.get(word).add(url.split("#")[0]);
  }
}
const pages = new Set(sections.map(({url}) => url.split("#")[0])).size;
const rarity = word => Math.log(1 + pages / pagesWith.get(word).size);

/** Return the sections that answer a query, the best one of each page, best first. */
function findPages(query) {
  const asked = [...new Set(wordsOf(query))].flatMap(word =>
    // Of a word that is nowhere, those that begin with it.
    pagesWith.has(word) ? [word] : [...pagesWith.keys()].filter(known => word.length > 2 && known.startsWith(word)));
  const best = new Map();
  for (const section of sections) {
    let score = 0;
    for (const [name, weight] of Object.entries(FIELDS)) {
      const field = section.words[name];
      asked.forEach((word, i) => {
        if (!field.includes(` ${word} `)) return;
        score += weight * rarity(word);
        // Words that stand together are worth more.
        if (i && field.includes(` ${asked[i - 1]} ${word} `)) score += weight * rarity(word);
      });
    }
    if (!score) continue;
    score *= /^(recipes|glossary)/.test(section.url) ? 1.5 : 1;
    const page = section.url.split("#")[0];
    if (!(best.get(page)?.score >= score)) best.set(page, {...section, score});
  }
  return [...best.values()].sort((one, other) => other.score - one.score);
}

/** Write what was found below the search field. */
function showResults() {
  const query = new URLSearchParams(location.search).get("q") ?? "";
  const place = document.getElementById("search-results");
  if (!place || !query) return;
  document.querySelectorAll("input[name=q]").forEach(input => {input.value = query;});
  const results = findPages(query).slice(0, 30);
  const list = document.createElement("ol");
  for (const {url, page, title, first} of results) {
    const item = list.appendChild(document.createElement("li"));
    const link = item.appendChild(document.createElement("a"));
    link.href = url;
    link.textContent = title === page ? title : `${title} · ${page}`;
    item.appendChild(document.createElement("p")).textContent = first;
  }
  const told = document.createElement("p");
  told.textContent = results.length ? "The best answers first:" : "No page has any of these words. Try another word, or the glossary.";
  place.replaceChildren(told, list);
}

if (typeof document !== "undefined") showResults();
