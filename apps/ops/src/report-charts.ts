/** A value from a moment on, in milliseconds since 1970. */
export interface Point {
  readonly at: number;
  readonly value: number;
}

/** A pair of bars above and below zero, such as the cash of a month. */
export interface Bar {
  readonly name: string;
  readonly up: number;
  readonly down: number;
}

/** Labels of a chart, also for screen readers. */
interface ChartLabels {
  readonly title: string;
  readonly from: string;
  readonly to: string;
  readonly format: (value: number) => string;
}

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [480, 130, 76, 8, 20] as const;

/** Escapes text for HTML content and attributes. */
export function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Draws a value that stays until it changes, as a line in steps. */
export function stepChart(
  points: readonly Point[],
  [begin, end]: readonly [number, number],
  labels: ChartLabels,
): string {
  const height = scale(points.map(({ value }) => value));
  const across = (at: number): number =>
    LEFT + ((WIDTH - LEFT) * (Math.max(at, begin) - begin)) / Math.max(end - begin, 1);
  let before = height(0);
  const steps = points.map(({ at, value }) => {
    const [x, from] = [across(at), before];
    before = height(value);
    return `${x.toFixed(1)},${from.toFixed(1)} ${x.toFixed(1)},${before.toFixed(1)}`;
  });
  const line = [`${LEFT},${height(0).toFixed(1)}`, ...steps, `${WIDTH},${before.toFixed(1)}`];
  const most = Math.max(0, ...points.map(({ value }) => value));
  return frame(`<polyline points="${line.join(' ')}"/>`, [0, most], height, labels);
}

/** Draws incoming and outgoing amounts as bars. */
export function barChart(bars: readonly Bar[], labels: ChartLabels): string {
  const least = Math.min(0, ...bars.map(({ down }) => -down));
  const most = Math.max(0, ...bars.map(({ up }) => up));
  const height = scale([least, most]);
  const step = (WIDTH - LEFT) / Math.max(bars.length, 1);
  const width = Math.min(24, step * 0.7);
  const drawn = bars.flatMap(({ name, up, down }, index) =>
    [up, -down].map((value) => {
      const [top, bottom] = [height(Math.max(value, 0)), height(Math.min(value, 0))];
      const x = LEFT + step * (index + 0.5) - width / 2;
      const box = `x="${x.toFixed(1)}" y="${top.toFixed(1)}" width="${width.toFixed(1)}" height="${(bottom - top).toFixed(1)}"`;
      const title = `<title>${escaped(`${name}: ${labels.format(value)}`)}</title>`;
      return `<rect class="${value < 0 ? 'out' : 'in'}" ${box}>${title}</rect>`;
    }),
  );
  return frame(drawn.join(''), [...new Set([least, 0, most])], height, labels);
}

function scale(values: readonly number[]): (value: number) => number {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const room = HEIGHT - TOP - BOTTOM;
  return (value) => TOP + room * (1 - (value - least) / (most - least || 1));
}

function frame(
  drawn: string,
  marks: readonly number[],
  height: (value: number) => number,
  { title, from, to, format }: ChartLabels,
): string {
  const lines = marks.map((mark) => {
    const y = height(mark).toFixed(1);
    const text = `<text x="${LEFT - 6}" y="${y}" dy="4" text-anchor="end">${escaped(format(mark))}</text>`;
    return `<line x1="${LEFT}" x2="${WIDTH}" y1="${y}" y2="${y}"/>${text}`;
  });
  const ends = `<text x="${LEFT}" y="${HEIGHT - 4}">${escaped(from)}</text><text x="${WIDTH}" y="${HEIGHT - 4}" text-anchor="end">${escaped(to)}</text>`;
  const label = escaped(`${title}, ${from} to ${to}, at most ${format(Math.max(...marks))}`);
  return `<figure><figcaption>${escaped(title)}</figcaption><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">${lines.join('')}${drawn}${ends}</svg></figure>`;
}
