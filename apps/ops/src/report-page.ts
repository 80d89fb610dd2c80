import type { Schemas } from '#libs/client';
import { inWords } from '#libs/contexts/codes';
import { businessDate, businessTime, pluralize } from '#libs/platform/kernel';
import type { Verdict } from '#libs/platform/proof';
import type { HistoryEntry } from './audit-history-command.js';
import { REMAINS } from './erasure-words.js';
import { type ExportedStreams, verdictText } from './verify-file.js';

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

/** Whose events a report lists. */
export interface ReportSubject {
  readonly kind: 'account' | 'member' | 'firm';
  readonly id: string;
  /** When the account was opened, or the first event of a member or firm. */
  readonly since: string;
  /** What it is now, for people. */
  readonly facts: readonly Fact[];
  /** The certificate of the erasure of a member. */
  readonly erasure?: Schemas['ErasureCertificate'];
}

type Fact = readonly [name: string, value: string];

/** Contents of a report. Times are ISO-8601 UTC; the page shows days and times of New York. */
export interface Report {
  readonly subject: ReportSubject;
  /** Start of the period; undefined: when the subject came to be. */
  readonly from: string | undefined;
  /** End of the period, exclusive; undefined: when the report was made. */
  readonly to: string | undefined;
  readonly madeAt: string;
  /** Address of the service. */
  readonly place: string;
  /** Events up to the end of the period, oldest first. */
  readonly entries: readonly HistoryEntry[];
  readonly verdict: Verdict;
  /** Events in the verified export; empty if it could not be verified. */
  readonly proven: ExportedStreams;
  /** Name of the export that was verified. */
  readonly verified: string;
}

const STYLE = `
:root{color-scheme:light;font:14px/1.45 system-ui,sans-serif;color:#1c1f24}
body{margin:0 auto;padding:2rem;max-width:70rem}
h1{font-size:1.5rem;margin:0 0 .3rem}h2{font-size:1.1rem;margin:2rem 0 .6rem}
table{border-collapse:collapse;width:100%;font-size:.9em}
th,td{text-align:left;vertical-align:top;padding:.35rem .5rem;border-bottom:1px solid #d6d9de;overflow-wrap:anywhere}
th{color:#5c6470}td:first-child{white-space:nowrap}
thead{display:table-header-group}.quiet{color:#5c6470}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1.5rem;margin:0}dt{color:#5c6470}dd{margin:0}
.verdict{border-left:5px solid #1a7f37;background:#f4f5f7;padding:.8rem 1rem;break-inside:avoid}
.verdict.wrong{border-color:#b3261e}pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.85em;margin:.6rem 0 0}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(22rem,100%),1fr));gap:1rem 2rem}
figure{margin:0;break-inside:avoid}figcaption{color:#5c6470}svg{display:block;width:100%;height:auto}
svg text{font-size:11px;fill:#5c6470}svg line{stroke:#d6d9de}svg polyline{fill:none;stroke:#0b5cad;stroke-width:2}
svg .in{fill:#1a7f37}svg .out{fill:#9a6700}
.timeline table{table-layout:fixed}.timeline th:nth-child(1){width:20%}.timeline th:nth-child(2){width:24%}.timeline th:nth-child(3){width:12%}
.timeline td:first-child{white-space:normal}.timeline small{color:#5c6470;font-size:.8em}.timeline .unproven{color:#b3261e}
.many{columns:2;column-gap:1rem}.many div{break-inside:avoid}.many .wide{column-span:all}
.certificate{break-inside:avoid}dd{overflow-wrap:anywhere}
@media (max-width:44rem){body{padding:1rem}.timeline table,.timeline tbody,.timeline tr,.timeline td{display:block}.timeline thead{display:none}.timeline td{border:0;padding:.1rem 0}.timeline tr{border-bottom:1px solid #d6d9de;padding:.5rem 0}}
@page{size:landscape;margin:12mm}@media print{:root{font-size:9pt}body{padding:0;max-width:none}h2{break-after:avoid}th,td{padding:.12rem .4rem}}`;

/** Renders the report as one HTML file without external resources. */
export function reportPage(report: Report): string {
  const { subject, from, to, madeAt, place, entries } = report;
  // times of entries end with +00:00, the bound with Z
  const since = from?.replace('Z', '+00:00') ?? '';
  const shown = entries.filter(({ time }) => time >= since);
  const isAccount = subject.kind === 'account';
  const title = `${NAMES[subject.kind]} ${subject.id}`;
  const opened = `${businessTime(subject.since)}, ${isAccount ? 'when it was opened' : 'the first event'},`;
  const period = `${from === undefined ? opened : businessTime(from)} to ${businessTime(to ?? madeAt)}`;
  const proven = shown.filter((entry) => isProven(report, entry));
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)} – audit report</title><style>${STYLE}</style></head>
<body><main>
<h1>${escaped(title)}</h1>
<p class="quiet">Audit report from ${escaped(period)} (end exclusive). All days and times are those of New York; values of fields are as stored.</p>
${facts([
  ...subject.facts,
  ['Events in this period', `${shown.length}, ${proven.length} of them in the proof`],
  ['Created', `${businessTime(madeAt)} from ${place}`],
])}
<h2>Verification</h2>
${verdictOf(report)}
${subject.erasure === undefined ? '' : certificate(subject.erasure, report)}
${isAccount ? `<h2>Holdings</h2>\n${holdings(report)}\n<h2>Cash</h2>\n${cash(report)}` : ''}
<h2>Events</h2>
<p class="quiet">Personal data is not shown: **** stands for a field that contains some. Numbers are masked except for their last digits.</p>
${timeline(report, shown)}
</main></body></html>
`;
}

const NAMES = { account: 'Account', member: 'Member', firm: 'Firm' } as const;

/** What proves that a person was erased, to be printed and kept. */
function certificate(erasure: Schemas['ErasureCertificate'], report: Report): string {
  const { erasedAt, erasedBy, reason, keyId, keyFingerprint, certifiedAt, erasureHash } = erasure;
  const isProven = report.verdict.ok && erasure.certified;
  return `<section class="certificate"><h2>Certificate of erasure</h2>
<p>The personal data of ${escaped(report.subject.id)} ${
    erasure.certified
      ? 'has been erased: the key that encrypted it is destroyed, and no document shows it any more.'
      : 'is being erased: the key that encrypted it is destroyed, and documents are still being blanked.'
  } ${isProven ? 'The export that was verified contains the event of the erasure and that of this certificate.' : ''}</p>
${facts([
  ['Erased', `${businessTime(erasedAt)} by ${erasedBy}`],
  ['Reason', reason ?? 'none was given'],
  ['Key destroyed', keyId],
  ['Fingerprint of the key', keyFingerprint ?? 'the person had no key'],
  ['Certified', certifiedAt === null ? 'not yet' : businessTime(certifiedAt)],
  ['Event of the erasure', erasure.erasureId],
  ['Hash of that event', erasureHash ?? 'not yet'],
  ['What remains', REMAINS],
])}</section>`;
}

/** Whether the verified export contains an event. An older one lacks what has happened since. */
function isProven({ proven }: Report, { stream, revision }: HistoryEntry): boolean {
  const range = proven.get(stream);
  return range !== undefined && revision >= range.first && revision <= range.last;
}

function facts(rows: readonly Fact[]): string {
  const items = rows.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`);
  return `<dl>${items.join('')}</dl>`;
}

function verdictOf({ verdict, verified }: Report): string {
  const [head, meaning] = verdict.ok
    ? [
        'Verified.',
        'All exported events are unchanged and in order, and the export is complete and signed. What can’t be proven yet is listed below.',
      ]
    : [
        'Not verified.',
        'The export is not what the service signed, or belongs to something else. Do not rely on this report until that is explained.',
      ];
  return `<div class="verdict${verdict.ok ? '' : ' wrong'}"><strong>${head}</strong> ${meaning}<pre>${escaped(verdictText(verified, verdict, businessTime))}</pre></div>`;
}

/** First and last moment of the charts, in milliseconds since 1970. */
function span({ from, to, madeAt, subject }: Report): readonly [number, number] {
  return [Date.parse(from ?? subject.since), Date.parse(to ?? madeAt)];
}

/** First and last day of the charts. */
function ends(report: Report): { readonly from: string; readonly to: string } {
  const day = (at: number): string => businessDate(new Date(at).toISOString());
  const [begin, end] = span(report);
  // the end is exclusive
  return { from: day(begin), to: day(end - 1) };
}

/** Charts the reported shares of each security over time, summed over all folios. */
function holdings(report: Report): string {
  const folios = new Map<string, ReadonlyMap<string, number>>();
  const held = new Map<string, Point[]>();
  for (const { time, type, about, changes } of report.entries) {
    const positions = changes.find(({ field }) => field === 'positions')?.to;
    if (type !== 'folio.PositionsSet' || !Array.isArray(positions)) continue;
    const folio = about.find(({ name }) => name === 'folioNumber')?.value ?? '';
    const now = new Map(
      (positions as { ticker: string; shareQuantity: string }[]).map(
        ({ ticker, shareQuantity }) => [ticker, Number(shareQuantity)] as const,
      ),
    );
    const changed = new Set([...now.keys(), ...(folios.get(folio)?.keys() ?? [])]);
    folios.set(folio, now);
    for (const ticker of changed) {
      const value = [...folios.values()].reduce((sum, one) => sum + (one.get(ticker) ?? 0), 0);
      held.set(ticker, [...(held.get(ticker) ?? []), { at: Date.parse(time), value }]);
    }
  }
  if (held.size === 0) return '<p class="quiet">No positions were reported.</p>';
  const format = (value: number): string => String(Math.round(value * 10_000) / 10_000);
  const charts = [...held]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([ticker, points]) => {
      const title = `${ticker}: ${format(points.at(-1)?.value ?? 0)} shares at the end`;
      return stepChart(points, span(report), { ...ends(report), title, format });
    });
  return `<div class="charts">${charts.join('')}</div>`;
}

/** Charts money in and out by month, in whole cents, from completed transactions. */
function cash(report: Report): string {
  const transactions = new Map<string, Readonly<Record<string, unknown>>>();
  for (const { type, about, changes } of report.entries) {
    const oid = about.find(({ name }) => name === 'cashTransactionOid')?.value;
    if (!type.startsWith('cash.') || oid === undefined) continue;
    const fields = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
    transactions.set(oid, { ...transactions.get(oid), ...fields });
  }
  const { id: accountNumber } = report.subject;
  const { from, to } = ends(report);
  const months = new Map<string, Bar>();
  let [outside, pending] = [0, 0];
  for (const { status, processDate, amount, sourceId, targetId } of transactions.values()) {
    const day = String(processDate);
    if (status !== 'CL' || typeof amount !== 'string') {
      pending += 1;
      continue;
    }
    // without a bound, whatever the account has ever had: the back office may report a day before its opening
    if ((report.from !== undefined && day < from) || (report.to !== undefined && day > to)) {
      outside += 1;
      continue;
    }
    const cents = Number(amount.replace('.', ''));
    const name = day.slice(0, 7);
    const { up, down } = months.get(name) ?? { up: 0, down: 0 };
    const [goes, comes] = [sourceId, targetId].map((id) => String(id).startsWith(accountNumber));
    if (goes === comes) continue;
    months.set(name, { name, up: up + (comes ? cents : 0), down: down + (goes ? cents : 0) });
  }
  if (months.size === 0) {
    const others = [
      ...(outside > 0 ? [`${pluralize(outside, 'transaction')} completed on other days`] : []),
      ...(pending > 0 ? [`${pluralize(pending, 'transaction')} not completed`] : []),
    ];
    const rest = others.length === 0 ? '' : ` Not counted: ${others.join(', ')}.`;
    return `<p class="quiet">No money moved on a day of this period.${rest}</p>`;
  }
  const bars = [...months.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  const [first, last] = [bars[0]?.name ?? '', bars.at(-1)?.name ?? ''];
  const labels = { title: 'In and out by month', from: first, to: last, format: dollars };
  const rows = bars.map(({ name, up, down }) => [escaped(name), dollars(up), dollars(down)]);
  return `<div class="charts">${barChart(bars, labels)}<div>${tableOf(['Month', 'In', 'Out'], rows)}</div></div>`;
}

function dollars(cents: number): string {
  const [sign, whole] = [cents < 0 ? '-' : '', Math.abs(cents)];
  const rest = String(whole % 100).padStart(2, '0');
  return `${sign}${Math.floor(whole / 100).toLocaleString('en-US')}.${rest}`;
}

function timeline(report: Report, entries: readonly HistoryEntry[]): string {
  if (entries.length === 0) return '<p>No events in this period.</p>';
  const rows = entries.map((entry) => {
    const { time, description, about, actor, requestId } = entry;
    const reason = reasonInWords(entry);
    const ids = about.map(({ name, value }) => `${name} ${value}`);
    const isMissing = report.verdict.ok && !isProven(report, entry);
    const who = [
      actor.actingMember ?? actor.caller,
      ...(actor.actingMember === null ? [] : [`by ${actor.caller}`]),
      ...(actor.associatedMember === null ? [] : [`for ${actor.associatedMember}`]),
    ];
    return [
      `${lines([businessTime(time)])}${small([requestId])}${isMissing ? '<br><small class="unproven">not in the proof</small>' : ''}`,
      lines([description, ...(reason === undefined ? [] : [reason])]) + small(ids),
      lines(who),
      changesOf(entry),
    ];
  });
  return `<div class="timeline">${tableOf(['Time and request', 'What and why', 'Who', 'Changed'], rows)}</div>`;
}

/** Length of a text that is not squeezed into one of two columns. */
const WIDEST = 80;

/** What an event changed, in two columns if it is much. */
function changesOf(entry: HistoryEntry): string {
  const texts = changed(entry);
  const div = (text: string): string => (text.length > WIDEST ? '<div class="wide">' : '<div>');
  const each = texts.map((text) => `${div(text)}${escaped(text)}</div>`).join('');
  return texts.length > 2 ? `<div class="many">${each}</div>` : each;
}

function lines(texts: readonly string[]): string {
  return texts.map(escaped).join('<br>');
}

function small(texts: readonly string[]): string {
  return texts.length === 0 ? '' : `<br><small>${texts.map(escaped).join(', ')}</small>`;
}

/** Maximum number of fields shown per event, and maximum length of a value: some events change hundreds of fields. */
const [MOST_FIELDS, LONGEST] = [12, 160];
/** Fields named by days, such as unit values, are one line. */
const DAY = /^\d{4}-\d\d-\d\d(?:\.|$)/;

function changed({ type, changes }: HistoryEntry): string[] {
  const dated = changes.filter(({ field }) => DAY.test(field));
  const days = [...new Set(dated.map(({ field }) => field.slice(0, 10)))].sort();
  const others = changes.filter(({ field }) => !DAY.test(field));
  const shown = others.slice(0, MOST_FIELDS).map(({ field, from, to }) => {
    const plain = (value: unknown): string => inWords(type, field, shortened(value));
    if (from === null) return `${field}: ${plain(to)}`;
    return `${field}: ${plain(from)} → ${to === null ? 'nothing' : plain(to)}`;
  });
  const left = others.length - shown.length;
  return [
    ...(days.length > 0 ? [`${pluralize(days.length, 'day')}: ${days[0]} to ${days.at(-1)}`] : []),
    ...shown,
    ...(left > 0 ? [`and ${left} more`] : []),
  ];
}

function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** @param rows contents of cells, as HTML */
function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const names = head.map((name) => `<th scope="col">${escaped(name)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<table><thead><tr>${names}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
}

/** Why something was refused, ended or lifted, as a sentence; undefined for events without a reason. */
export function reasonInWords({
  type,
  reason,
}: Pick<HistoryEntry, 'type' | 'reason'>): string | undefined {
  if (reason === null) return undefined;
  const text = (name: string): string | undefined =>
    typeof reason[name] === 'string' ? reason[name] : JSON.stringify(reason[name]);
  const [outcome = '', code, cause, by] = ['outcome', 'code', 'cause', 'by'].map(text);
  const left = text('remainingAttempts');
  const head = outcome.charAt(0).toUpperCase() + outcome.slice(1);
  const parts = [
    code === undefined ? head : `${head}: ${inWords(type, 'reasonCode', code)}`,
    cause && `cause: ${cause}`,
    by && `by ${by}`,
    left && `attempts left: ${left}`,
  ];
  return `${parts.filter(Boolean).join('; ')}.`;
}
