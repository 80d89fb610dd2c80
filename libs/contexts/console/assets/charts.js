import { html, nothing, svg } from './lit-html.js';

/** The coordinate system of charts. They are displayed as wide as there is room. */
const WIDTH = 400;
const HEIGHT = 130;
const [LEFT, RIGHT, TOP, BOTTOM] = [62, 6, 10, 22];

/** @typedef {{ x: number, y: number }} Point */

/**
 * @typedef {object} Chart
 * @property {string} label
 * @property {(y: number) => string} format of a value
 * @property {string} from label at the left end
 * @property {string} to label at the right end
 */

/** A line through points in order of x. @param {Chart & { points: readonly Point[], fromZero?: boolean }} chart */
export function lineChart({ points, fromZero = false, ...chart }) {
  const scale = scaleOf(
    points.map(({ y }) => y),
    fromZero,
  );
  const [first, last] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 1];
  const x = (/** @type {number} */ at) =>
    LEFT + ((WIDTH - LEFT - RIGHT) * (at - first)) / (last - first || 1);
  const path = points.map((point) => `${round(x(point.x))},${round(scale.y(point.y))}`).join(' ');
  return frame(chart, scale, points.at(-1)?.y, svg`<polyline class="line" points=${path} />`);
}

/**
 * Bars above and below zero.
 * @param {Chart & { bars: readonly { name: string, values: readonly number[] }[], kinds: readonly string[] }} chart
 */
export function barChart({ bars, kinds, ...chart }) {
  const scale = scaleOf(
    bars.flatMap(({ values }) => values),
    true,
  );
  const step = (WIDTH - LEFT - RIGHT) / Math.max(bars.length, 1);
  const width = Math.max(1, Math.min(28, step * 0.7));
  const drawn = bars.flatMap(({ name, values }, index) =>
    values.map((value, kind) => {
      const [top, bottom] = [scale.y(Math.max(value, 0)), scale.y(Math.min(value, 0))];
      return svg`<rect class="bar-${kind}" x=${round(LEFT + step * (index + 0.5) - width / 2)} y=${round(top)} width=${round(width)} height=${round(bottom - top)}>
        <title>${name}: ${kinds[kind]} ${chart.format(value)}</title>
      </rect>`;
    }),
  );
  return frame(chart, scale, undefined, drawn);
}

/**
 * @param {Chart} chart
 * @param {ReturnType<typeof scaleOf>} scale
 * @param {number | undefined} now
 * @param {unknown} drawn
 */
function frame({ label, format, from, to }, { min, max, y }, now, drawn) {
  const description = `${label}: from ${from} to ${to}, minimum ${format(min)}, maximum ${format(max)}`;
  const lines = min < 0 && max > 0 ? [min, 0, max] : [min, max];
  return html`<figure class="chart">
    <figcaption>
      ${label}${now === undefined ? nothing : html` <strong>${format(now)}</strong>`}
    </figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${description}>
      ${lines.map(
        (
          value,
        ) => svg`<line class="grid" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(value)} y2=${y(value)} />
          <text x=${LEFT - 6} y=${y(value) + 4} text-anchor="end">${format(value)}</text>`,
      )}
      ${drawn}
      <text x=${LEFT} y=${HEIGHT - 5}>${from}</text>
      <text x=${WIDTH - RIGHT} y=${HEIGHT - 5} text-anchor="end">${to}</text>
    </svg>
  </figure>`;
}

/** Maps values to heights. @param {readonly number[]} values @param {boolean} fromZero */
function scaleOf(values, fromZero) {
  let min = values.length === 0 ? 0 : Math.min(...values);
  let max = values.length === 0 ? 1 : Math.max(...values);
  if (fromZero) [min, max] = [Math.min(min, 0), Math.max(max, 0)];
  if (min === max) max = min + (Math.abs(min) || 1) * 0.1;
  const height = HEIGHT - TOP - BOTTOM;
  /** @param {number} value */
  const y = (value) => TOP + height * (1 - (value - min) / (max - min));
  return { min, max, y };
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}
