import CliTable from 'cli-table3';
import { columnsOf, wrapped } from './wrap.js';

const GAP = 2;

type Cells = readonly string[];
type Value = string | number | boolean | null | undefined;
/** What stands in a column: a field of each thing, or what is made of it. */
type Column<T> = { [K in keyof T]-?: T[K] extends Value ? K : never }[keyof T] | ((of: T) => Value);

/** A {@link table} of things: what each column is called, and what stands in it. */
export function tableOf<T>(
  things: readonly T[],
  columns: Readonly<Record<string, Column<T>>>,
): string {
  const cells = Object.values(columns);
  const cellOf = (thing: T, column: Column<T>): Value =>
    typeof column === 'function' ? column(thing) : (thing[column] as Value);
  return table(
    Object.keys(columns),
    things.map((thing) => cells.map((column) => cellOf(thing, column))),
  );
}

/**
 * A table for a person: a head, one line for each row, nothing drawn around it. Cells without a value are empty. Where it is wider than the
 * terminal, columns without anything are left out, and the text of the widest goes on in the next line; where words would have to be
 * broken for that, each row is a block of lines with the name of a field and what it is.
 * @param columns of the terminal; default: that of stdout, without limit where it is none
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

/** How wide each column is when its cells are split into such parts. */
function widthsOf(rows: readonly Cells[], separator: RegExp): number[] {
  const parts = (index: number): string[] =>
    rows.flatMap((row) => (row[index] ?? '').split(separator));
  return (rows[0] ?? []).map((_, index) => longest(parts(index)));
}

const sum = (widths: readonly number[]): number =>
  widths.reduce((total, width) => total + width + GAP, -GAP);

const widthOf = (rows: readonly Cells[]): number => sum(widthsOf(rows, /\n/));

/** Cells that fit into a line, the widest columns narrowed as far as their words allow; undefined where they don't. */
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

/** Each row as lines `field: value`, what is empty left out, and a blank line between two. */
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
