// Who searches asks a question: recipes, each a section of a page, come before what mentions its words.
var Scorer = {
  score: ([docname, , anchor, , score]) => score + (docname.startsWith("recipes/") ? (anchor ? 40 : 4) : 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: {0: 15, 1: 5, 2: -5},
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
