/** Most letters that a mistyped name has wrong, but no more than a third. */
const MOST_WRONG = 3;

/** Says that a name is not among the known ones: which of them are spelled much like it, or all that there are. */
export function noSuchName(what: string, name: string, known: readonly string[]): string {
  const most = Math.min(MOST_WRONG, Math.floor(name.length / 3));
  const alike = known.filter((one) => wrongLetters(name, one) <= most);
  return alike.length > 0
    ? `No such ${what}: did you mean ${alike.join(' or ')}?`
    : `No such ${what}; there are ${known.join(', ')}.`;
}

/** Letters to insert, remove or replace to turn one text into the other (the Levenshtein distance). */
function wrongLetters(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to++) {
      const [before = 0, above = 0, left = 0] = [row[to], row[to + 1], next[to]];
      const replaced = before + Number(one[at] !== other[to]);
      next.push(Math.min(replaced, above + 1, left + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
