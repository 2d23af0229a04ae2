// Search for any of the words. Rare words weigh more; titles, synonyms and first sentences weigh most.
// searchPages (search_pages.js) lists the sections of all pages; stopwords and Stemmer are Sphinx's (language_data.js).

const FIELDS = {title: 8, synonyms: 6, page: 3, first: 3, text: 1};
// Sections that have all words come first; a word elsewhere on the page counts as this share of one.
const ELSEWHERE = 0.3;
// Recipes come before what mentions their words.
const KINDS = [[/^recipes\/(?!index)/, 1.5], [/^reference|index\.html|^changes|^reproductions/, 0.5], [/^notebooks|^glossary/, 0.8]];
const stemmer = new Stemmer();
const stems = new Map();

/** Return the stem of a word in American spelling, "" for a stop word. */
function stemOf(word) {
  const american = word.replace(/our(?=s?$|ed$|ing$)/, "or").replace(/is(?=e|ing|ation)/, "iz").replace(/ll(?=ed$|ing$)/, "l");
  return stopwords.has(word) ? "" : stemmer.stemWord(american);
}

/** Return the stems of a text; snake_case, camelCase and words with hyphens count as a whole and in parts. */
function wordsOf(text) {
  const words = (text.match(/[\p{L}\p{N}_-]+/gu) ?? []).flatMap(word => {
    const parts = word.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").match(/[\p{L}\p{N}]+/gu) ?? [];
    return parts.length > 1 ? [parts.join(""), ...parts] : parts;
  });
  return words.map(word => {
    const lower = word.toLowerCase();
    if (!stems.has(lower)) stems.set(lower, stemOf(lower));
    return stems.get(lower);
  }).filter(Boolean);
}

const pageOf = url => url.split("#")[0];
const sections = searchPages.map(([url, page, title, synonyms, first, text]) => {
  const fields = Object.entries({title, synonyms, page, first, text});
  return {url, page, title, first, words: Object.fromEntries(fields.map(([name, field]) => [name, ` ${wordsOf(field).join(" ")} `]))};
});

// For each page its words, and for each word how many pages have it.
const wordsOn = new Map();
for (const {url, words} of sections) {
  const own = wordsOn.get(pageOf(url)) ?? new Set();
  Object.values(words).forEach(field => field.split(" ").forEach(word => own.add(word)));
  wordsOn.set(pageOf(url), own);
}
const pagesWith = new Map();
for (const own of wordsOn.values()) own.forEach(word => pagesWith.set(word, (pagesWith.get(word) ?? 0) + 1));
const rarity = word => Math.log(1 + wordsOn.size / pagesWith.get(word)) ** 2;

/** Return the words of a query that pages have, or that begin words of pages, and pairs of them written as one word. */
function knownWords(query) {
  const words = wordsOf(query);
  const known = words.flatMap(word =>
    pagesWith.has(word) || word.length < 3 ? [word] : [...pagesWith.keys()].filter(longer => longer.startsWith(word)));
  const joined = words.slice(1).map((word, i) => words[i] + word);
  return [known, joined].map(some => [...new Set(some)].filter(word => pagesWith.has(word)));
}

/** Return the sections that answer a query, the best one of each page, best first. */
function findPages(query) {
  const [known, joined] = knownWords(query);
  const asked = [...known, ...joined];
  const whole = known.reduce((sum, word) => sum + rarity(word), 0);
  const best = new Map();
  for (const section of sections) {
    const page = pageOf(section.url);
    let score = 0;
    let covered = 0;
    asked.forEach((word, i) => {
      if (!wordsOn.get(page).has(word)) return;
      const before = score;
      for (const [name, weight] of Object.entries(FIELDS)) {
        const field = section.words[name];
        if (!field.includes(` ${word} `)) continue;
        // Words that stand together are worth more.
        const together = i && field.includes(` ${asked[i - 1]} ${word} `);
        score += weight * rarity(word) * (together ? 2 : 1);
      }
      covered += rarity(word) * (score > before ? 1 : ELSEWHERE);
    });
    score *= Math.min(1, covered / whole);
    for (const [kind, factor] of KINDS) if (kind.test(page)) score *= factor;
    if (score > (best.get(page)?.score ?? 0)) best.set(page, {...section, score});
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
  if (results.length) place.replaceChildren(list);
  else place.textContent = "No page has any of these words. Try another word, or the glossary.";
}

if (typeof document !== "undefined") showResults();
