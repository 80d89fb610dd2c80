import { checkedExport, checkedRoots } from './proof.js';
import { html, nothing } from './lit-html.js';
import {
  button,
  code,
  counted,
  ListView,
  marked,
  messageOf,
  submitted,
  table,
  unfolding,
  withQuery,
} from './view.js';

/** Rows of the log at a time. */
const MOST_LINES = 100;

/**
 * A line of an export with an event.
 * @typedef {{ n: number, stream: string, revision: number, position: string, type: string, text: string }} StoredLine
 */

/** Exports, verified in the browser, and the signed daily roots. */
export class ExportsView extends ListView {
  /** Verdicts on the roots, by day. @type {Map<string, { ok: boolean, text: string }>} */
  verdicts = new Map();
  /** The last export. @type {{ id: string, url: string, verdict: { ok: boolean, text: string, events: number } } | undefined} */
  exported;
  exporting = false;
  /** The events of the export. @type {StoredLine[]} */
  lines = [];
  /** Part of a stream's name, and the number within the stream, for which events are shown. */
  sought = { stream: '', revision: '' };

  start() {
    super.start();
    if (this.address.query.size > 0) void this.attempt(() => this.export());
  }

  stop() {
    super.stop();
    if (this.exported) URL.revokeObjectURL(this.exported.url);
  }

  path() {
    return '/operator/audit/roots';
  }

  async export() {
    const id = this.value('id');
    this.exporting = true;
    this.draw();
    try {
      const path = withQuery('/operator/audit/export', this.subjectOf('account'));
      const headers = { accept: 'application/x-ndjson' };
      const options = { headers, signal: this.shown.signal };
      const response = await this.service.request('GET', path, options);
      const blob = await response.blob();
      const { keys } = await this.service.get('/.well-known/audit-keys.json');
      const text = await blob.text();
      const verdict = await checkedExport(text, keys).catch((error) => ({
        ok: false,
        events: 0,
        text: messageOf(error),
      }));
      this.exported = { id, url: URL.createObjectURL(blob), verdict };
      this.lines = storedEvents(text);
    } finally {
      this.exporting = false;
    }
  }

  async check() {
    const { keys } = await this.service.get('/.well-known/audit-keys.json');
    this.verdicts = await checkedRoots(this.items ?? [], keys);
  }

  template() {
    return html`<h2>Exports and roots</h2>
      <h3>Export</h3>
      ${this.choice(this.subjectFields({ required: true }), 'Export and check')}
      <p class="quiet">
        Events as stored, with personal data encrypted. An export is recorded under “Who read what”.
        To export the whole log, use <code>ops audit export</code>.
      </p>
      ${this.exporting ? html`<p role="status">Exporting…</p>` : nothing}
      ${this.exported === undefined ? nothing : [this.result(this.exported), this.log()]}
      <h3>Daily roots</h3>
      <p>
        ${button('Check signatures and chain', () => this.attempt(() => this.check()), undefined, !this.items?.length)}
      </p>
      ${this.list({
        id: 'roots',
        label: 'Daily roots',
        key: ({ day }) => day,
        columns: [
          ['Day (UTC)', ({ day }) => day, 'head'],
          ['Streams', ({ streams }) => streams, 'number'],
          ['Position', ({ position }) => position, 'number'],
          ['Root', ({ root }) => code(root)],
          ['Key', ({ keyId }) => code(keyId)],
          ['Check', ({ day }) => shownVerdict(this.verdicts.get(day))],
        ],
        empty: 'No day has ended yet.',
      })}`;
  }

  /** The events of the export as they are stored, by stream and number. */
  log() {
    const { stream, revision } = this.sought;
    const found = this.lines.filter(
      (line) =>
        line.stream.includes(stream) && (revision === '' || String(line.revision) === revision),
    );
    const seek = submitted((form) => {
      this.sought = {
        stream: String(form.get('stream')).trim(),
        revision: String(form.get('revision')).trim(),
      };
      this.draw();
    });
    return html`<h3>The exported events, as stored</h3>
      <form class="line" @submit=${seek}>
        <label>Stream contains <input name="stream" .value=${stream} autocomplete="off" /></label>
        <label>
          Number in the stream
          <input name="revision" .value=${revision} autocomplete="off" inputmode="numeric" />
        </label>
        <button>Find</button>
      </form>
      ${table({
        id: 'log',
        label: 'Stored events',
        items: found.slice(0, MOST_LINES),
        key: ({ n }) => String(n),
        columns: [
          ['Stream', (line) => code(line.stream), 'head'],
          ['Number', ({ revision: number }) => number, 'number'],
          ['Position', ({ position }) => position, 'number'],
          ['Event', ({ type, text }) => unfolding(type, JSON.parse(text))],
        ],
      })}
      ${found.length > MOST_LINES ? html`<p class="quiet">The first ${MOST_LINES} of ${found.length}.</p>` : nothing}`;
  }

  /** @param {NonNullable<ExportsView['exported']>} exported */
  result({ id, url, verdict }) {
    const name = `${id === '' ? 'log' : id}.ndjson`;
    return html`<div id="export" class="raised" role="status">
      <p>${shownVerdict(verdict)}</p>
      <p><a href=${url} download=${name}>Save ${name}</a>, ${counted(verdict.events, 'event')}</p>
      <p class="quiet">
        This page has checked the digest of every line and the signature.
        <code>ops audit verify ${name}</code> proves the rest without the service: the hash of each
        event, the chains of the streams, and the daily root.
      </p>
    </div>`;
  }
}

/** The events among the lines of an export. @param {string} text @returns {StoredLine[]} */
function storedEvents(text) {
  return text
    .split('\n')
    .filter((line) => line.includes('"kind":"event"'))
    .map((line) => ({ ...JSON.parse(line), text: line }));
}

/** @param {{ ok: boolean, text: string } | undefined} verdict */
function shownVerdict(verdict) {
  return verdict === undefined ? nothing : marked(verdict.ok ? 'good' : 'bad', verdict.text);
}
