/* The order of what a search finds: titles that hold the words as they were typed before pages that hold each of them
   somewhere, and pages for users before pages about the design. */
var Scorer = {
  score: ([page, , , , score, , kind]) => {
    if (kind === SearchResultKind.title) score *= 2;
    if (/^(decisions|develop|changes|README)/.test(page)) return score - 20;
    if (/^(learn|howto|explain)\//.test(page)) return score + 5;
    return score;
  },
  objNameMatch: 20, // a name as it was typed, before titles that hold it
  // as Sphinx has them
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
