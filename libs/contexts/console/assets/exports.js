import { checkedExport, checkedRoots } from './proof.js';
import { html, nothing } from './lit-html.js';
import { choice, counted, ListView, messageOf, periodFields, periodOf, withQuery } from './view.js';

/**
 * @typedef {object} Root a daily root, as `GET /operator/audit/roots` answers it
 * @property {string} day
 * @property {string} root
 * @property {number} streams
 * @property {string} position
 * @property {string | null} previous
 * @property {string} keyId
 * @property {string} signature
 */

/** Exports with proof, checked once they are here, and the signed roots of the days. */
export class ExportsView extends ListView {
  /** What the check of the roots says, by day. */
  /** @type {Map<string, { ok: boolean, text: string }>} */
  verdicts = new Map();
  /** What was exported. */
  /** @type {{ name: string, url: string, events: number, verdict: { ok: boolean, text: string } } | undefined} */
  exported;
  exporting = false;

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
    const { query } = this.address;
    const [of, id] = [query.get('of') ?? '', query.get('id') ?? ''];
    this.exporting = true;
    this.draw();
    try {
      const path = withQuery('/operator/audit/export', { [of]: id, ...periodOf(query) });
      const headers = { accept: 'application/x-ndjson' };
      const answer = await this.service.answer('GET', path, { headers, signal: this.shown.signal });
      const blob = await answer.blob();
      const { keys } = await this.service.get('/.well-known/audit-keys.json');
      const verdict = await checkedExport(await blob.text(), keys).catch((error) => ({
        ...{ ok: false, events: 0, text: messageOf(error) },
      }));
      const name = `${id === '' ? 'log' : id}.ndjson`;
      this.exported = { name, url: URL.createObjectURL(blob), events: verdict.events, verdict };
    } finally {
      this.exporting = false;
    }
  }

  async check() {
    const { keys } = await this.service.get('/.well-known/audit-keys.json');
    this.verdicts = await checkedRoots(/** @type {Root[]} */ (this.items ?? []), keys);
  }

  template() {
    const { query } = this.address;
    return html`<h2>Exports and roots</h2>
      <h3>Export</h3>
      ${choice(
        [
          {
            ...{ name: 'of', label: 'Of', value: query.get('of') ?? 'account' },
            options: [
              ['account', 'an account'],
              ['member', 'a member'],
              ['firm', 'a firm'],
            ],
          },
          { name: 'id', label: 'Number or login id', value: query.get('id') ?? '', required: true },
          ...periodFields(query),
        ],
        'Export and check',
        (values) => withQuery('#exports', values),
      )}
      <p class="quiet">
        Stored events as they are stored, personal data encrypted. An export is on record under “Who
        read what”. Of a whole log: <code>ops audit export</code>.
      </p>
      ${this.exporting ? html`<p role="status">Exporting…</p>` : nothing}
      ${this.exported === undefined ? nothing : this.result(this.exported)}
      <h3>Roots of the days</h3>
      <p>
        <button
          ?disabled=${(this.items ?? []).length === 0}
          @click=${() => this.attempt(() => this.check())}
        >
          Check signatures and chain
        </button>
      </p>
      ${
        this.items?.length === 0
          ? html`<p class="quiet">No day has ended yet.</p>`
          : this.list({
              id: 'roots',
              label: 'Roots of the days',
              key: ({ day }) => day,
              columns: [
                { name: 'Day (UTC)', kind: 'head', cell: ({ day }) => day },
                { name: 'Streams', kind: 'number', cell: ({ streams }) => streams },
                { name: 'Position', kind: 'number', cell: ({ position }) => position },
                { name: 'Root', cell: ({ root }) => html`<code>${root}</code>` },
                { name: 'Key', cell: ({ keyId }) => html`<code>${keyId}</code>` },
                { name: 'Check', cell: ({ day }) => shownVerdict(this.verdicts.get(day)) },
              ],
            })
      }`;
  }

  /** @param {NonNullable<ExportsView['exported']>} exported */
  result({ name, url, events, verdict }) {
    return html`<div id="export" class="raised" role="status">
      <p>${shownVerdict(verdict)}</p>
      <p><a href=${url} download=${name}>Save ${name}</a>, ${counted(events, 'event')}</p>
      <p class="quiet">
        This page has looked at every line and the signature.
        <code>ops audit verify ${name}</code> proves the rest, without the service: each event’s
        hash, the chains of the streams, and the root of the day.
      </p>
    </div>`;
  }
}

/** @param {{ ok: boolean, text: string } | undefined} verdict */
function shownVerdict(verdict) {
  return verdict === undefined
    ? nothing
    : html`<span class=${verdict.ok ? 'good' : 'bad'}>${verdict.text}</span>`;
}
