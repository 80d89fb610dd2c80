/** Columns of the terminal that a stream leads to; `otherwise` where there is none, or it does not say. */
export function columnsOf({ columns = 0 }: { columns?: number }, otherwise = Infinity): number {
  return columns > 0 ? columns : otherwise;
}

/**
 * A text whose lines are no longer than `columns`, broken at blanks; a word that is longer stays whole. What is broken goes on below
 * the beginning of the line's text, or of its second column.
 */
export function wrapped(text: string, columns = Infinity): string {
  return text
    .split('\n')
    .flatMap((line) => (line.length <= columns ? [line] : broken(line, columns)))
    .join('\n');
}

/** {@link wrapped} with the lines of each paragraph joined before: for prose. What is indented stays as it is. */
export function filled(text: string, columns?: number): string {
  const joined = text.replace(/(?<=^\S.*)\n(?=\S)/gm, ' ');
  return joined
    .split('\n')
    .map((line) => (line.startsWith(' ') ? line : wrapped(line, columns)))
    .join('\n');
}

/** What stands before the text of a line: blanks, and a first column. */
const BEFORE = /^ *(?:\S+(?: \S+)* {2,})?/;

function broken(line: string, columns: number): string[] {
  const before = BEFORE.exec(line)?.[0] ?? '';
  const lines: string[] = [];
  let last = before;
  let isEmpty = true;
  for (const word of line.slice(before.length).split(' ')) {
    if (!isEmpty && last.length + 1 + word.length > columns) {
      lines.push(last);
      last = ' '.repeat(before.length) + word;
    } else {
      last += isEmpty ? word : ` ${word}`;
    }
    isEmpty = false;
  }
  return [...lines, last];
}
