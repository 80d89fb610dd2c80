import CliTable from 'cli-table3';

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

const GAP = 2;

type Cells = readonly string[];
type Value = string | number | boolean | null | undefined;
/** A column: the name of a field, or a function of an item. */
type Column<T> = { [K in keyof T]-?: T[K] extends Value ? K : never }[keyof T] | ((of: T) => Value);

/** Formats items as a {@link table}, with columns by their heading. */
export function tableOf<T>(
  items: readonly T[],
  columns: Readonly<Record<string, Column<T>>>,
): string {
  const cells = Object.values(columns);
  const cellOf = (item: T, column: Column<T>): Value =>
    typeof column === 'function' ? column(item) : (item[column] as Value);
  return table(
    Object.keys(columns),
    items.map((item) => cells.map((column) => cellOf(item, column))),
  );
}

/**
 * Formats a plain table without borders. If it is wider than the terminal, empty columns are omitted and the widest ones wrapped; if that
 * would break words, each row becomes a block of `field: value` lines.
 * @param columns width; default: that of the terminal, unlimited without one
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly Value[])[],
  columns = columnsOf(process.stdout),
): string {
  const cells = rows.map((row) => row.map((cell) => String(cell ?? '')));
  const all = [head.map((name) => name.toUpperCase()), ...cells];
  if (widthOf(all) <= columns) return drawn(all);
  const used = head.map((_, index) => cells.some((row) => row[index] !== ''));
  const kept = all.map((row) => row.filter((_, index) => used[index]));
  const narrow = narrowed(kept, columns);
  return narrow ? drawn(narrow) : blocks(head, cells, columns);
}

function drawn([head = [], ...rows]: readonly Cells[]): string {
  const shown = new CliTable({
    head: [...head],
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': GAP },
    chars: {
      ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
      ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
      ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '' },
      ...{ right: '', 'right-mid': '', middle: '' },
    },
  });
  shown.push(...rows.map((row) => [...row]));
  return shown
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

const longest = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map((text) => text.length));

/** Widths of the columns if cells are split at a separator. */
function widthsOf(rows: readonly Cells[], separator: RegExp): number[] {
  const parts = (index: number): string[] =>
    rows.flatMap((row) => (row[index] ?? '').split(separator));
  return (rows[0] ?? []).map((_, index) => longest(parts(index)));
}

const sum = (widths: readonly number[]): number =>
  widths.reduce((total, width) => total + width + GAP, -GAP);

const widthOf = (rows: readonly Cells[]): number => sum(widthsOf(rows, /\n/));

/** Wraps the widest columns to fit the width; undefined if words are too long. */
function narrowed(rows: readonly Cells[], columns: number): Cells[] | undefined {
  const natural = widthsOf(rows, /\n/);
  const words = widthsOf(rows, /\s/);
  if (sum(words) > columns) return undefined;
  const widthsWith = (most: number): number[] =>
    natural.map((width, index) => Math.max(words[index] ?? 0, Math.min(width, most)));
  let most = longest(rows.flat());
  while (sum(widthsWith(most)) > columns) most -= 1;
  const widths = widthsWith(most);
  return rows.map((row) => row.map((cell, index) => wrapped(cell, widths[index])));
}

/** Formats each row as `field: value` lines without empty fields, separated by blank lines. */
function blocks(head: readonly string[], rows: readonly Cells[], columns: number): string {
  const width = longest(head) + 1 + GAP;
  return rows
    .map((row) =>
      row
        .flatMap((cell, index) => {
          if (cell === '') return [];
          const name = `${head[index] ?? ''}:`.padEnd(width);
          const lines = wrapped(cell, columns - width).split('\n');
          return lines.map((line, nth) => (nth === 0 ? name : ' '.repeat(width)) + line);
        })
        .join('\n'),
    )
    .join('\n\n');
}
