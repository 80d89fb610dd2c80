import CliTable from 'cli-table3';

/** A table for a person: a head, one line for each row, nothing drawn around it. Undefined cells are empty. */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number | boolean | undefined)[])[],
): string {
  const shown = new CliTable({
    head: head.map((name) => name.toUpperCase()),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
    chars: {
      ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
      ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
      ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '' },
      ...{ right: '', 'right-mid': '', middle: '' },
    },
  });
  shown.push(...rows.map((row) => row.map((cell) => (cell === undefined ? '' : String(cell)))));
  return shown
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
