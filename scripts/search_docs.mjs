// What the search of the built documentation finds: node scripts/search_docs.mjs docs/_build/html WORDS ...
// Without words, a JSON list of queries is read, and a list of the addresses found for each is written.

import {readFileSync} from "node:fs";
import {join} from "node:path";
import vm from "node:vm";

const [site, ...words] = process.argv.slice(2);
const files = ["language_data.js", "search_pages.js", "search.js"];
const scripts = files.map(file => readFileSync(join(site, "_static", file), "utf8"));
// The scripts of Sphinx are for browsers.
globalThis.window = globalThis;
const findPages = vm.runInThisContext(`${scripts.join("\n")}\nfindPages`);

if (words.length) {
  for (const {url, title, first} of findPages(words.join(" ")).slice(0, 3)) console.log(`${title}\n  ${url}\n  ${first}`);
} else {
  const queries = JSON.parse(readFileSync(0, "utf8"));
  console.log(JSON.stringify(queries.map(query => findPages(query).map(({url}) => url))));
}
