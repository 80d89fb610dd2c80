/** Returns the width of the terminal behind a stream; `otherwise` if there is none. */
export function columnsOf({ columns = 0 }: { columns?: number }, otherwise = Infinity): number {
  return columns > 0 ? columns : otherwise;
}

/**
 * Wraps lines at spaces to at most `columns` characters; longer words stay whole. Continuation lines are indented to the text of the line,
 * or to its second column.
 */
export function wrapped(text: string, columns = Infinity): string {
  return text
    .split('\n')
    .flatMap((line) => (line.length <= columns ? [line] : broken(line, columns)))
    .join('\n');
}

/** {@link wrapped} for prose: joins the lines of each paragraph first. Indented lines stay as they are. */
export function filled(text: string, columns?: number): string {
  const joined = text.replace(/(?<=^\S.*)\n(?=\S)/gm, ' ');
  return joined
    .split('\n')
    .map((line) => (line.startsWith(' ') ? line : wrapped(line, columns)))
    .join('\n');
}

/** Indentation of a line, and its first column if there are two. */
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
