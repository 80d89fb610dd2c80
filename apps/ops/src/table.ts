import CliTable from 'cli-table3';

/** Columns narrower than this would be no help to anybody. */
const NARROWEST = 8;
/** Blanks between two columns. */
const GAP = 2;

/**
 * A table for a person: a head, one line for each row, nothing drawn around it. Undefined cells are empty. Where it is wider than the
 * terminal, the text of its widest columns goes on in the next line.
 * @param columns of the terminal; default: that of stdout, without limit where it is none
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number | boolean | undefined)[])[],
  columns: number | undefined = process.stdout.columns,
): string {
  const cells = rows.map((row) => row.map((cell) => (cell === undefined ? '' : String(cell))));
  const natural = head.map((name, index) =>
    Math.max(...[name, ...cells.map((row) => row[index] ?? '')].map((text) => text.length + GAP)),
  );
  const colWidths = fitting(natural, columns);
  const shown = new CliTable({
    ...(colWidths && { colWidths, wordWrap: true, wrapOnWordBoundary: false }),
    head: head.map((name) => name.toUpperCase()),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': GAP },
    chars: {
      ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
      ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
      ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '' },
      ...{ right: '', 'right-mid': '', middle: '' },
    },
  });
  shown.push(...cells);
  return shown
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Widths that make a row fit into a line, by narrowing the widest columns only; undefined where it fits as it is. */
function fitting(natural: readonly number[], columns: number | undefined): number[] | undefined {
  const widthWith = (most: number): number =>
    natural.reduce((sum, width) => sum + Math.min(width, most), 0);
  let most = Math.max(...natural);
  if (columns === undefined || widthWith(most) <= columns) return undefined;
  while (most > NARROWEST && widthWith(most) > columns) most -= 1;
  return natural.map((width) => Math.min(width, most));
}
