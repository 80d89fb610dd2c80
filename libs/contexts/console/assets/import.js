import { html, nothing } from './lit-html.js';
import { problem } from './service.js';
import { messageOf, submitted, table, View } from './view.js';

const NDJSON = 'application/x-ndjson';
/** Maximum refused lines shown. */
const MAX_SHOWN = 200;

/** @typedef {{ line: number, path?: string, status: number, errors?: import('./service.js').Problem[] }} LineResponse */

/** Sends a file of lines to the back-office import and shows the refused ones. */
export class ImportView extends View {
  /** Number of lines by response status. @type {Map<number, number>} */
  counts = new Map();
  /** @type {LineResponse[]} */
  refusedLines = [];
  /** @type {'no' | 'running' | 'done'} */
  state = 'no';

  /** @param {File} file */
  async send(file) {
    this.counts = new Map();
    this.refusedLines = [];
    this.state = 'running';
    this.draw();
    const headers = { 'content-type': NDJSON, accept: NDJSON };
    const response = await this.service.request('POST', '/backoffice/import', {
      headers,
      body: file,
      signal: this.shown.signal,
    });
    for (const text of (await response.text()).split('\n').filter(Boolean)) {
      const line = /** @type {LineResponse} */ (JSON.parse(text));
      this.counts.set(line.status, (this.counts.get(line.status) ?? 0) + 1);
      if (line.status >= 400 && this.refusedLines.length < MAX_SHOWN) this.refusedLines.push(line);
    }
    this.state = 'done';
  }

  template() {
    const submit = submitted((form) => {
      const file = /** @type {File} */ (form.get('file'));
      const work = () =>
        this.send(file).catch((error) => {
          this.state = 'no';
          throw new Error(messageOf(error));
        });
      this.change(`Import ${file.name} (${Math.ceil(file.size / 1024)} KiB)?`, work);
    });
    const running = this.state === 'running';
    return html`<h2>Import</h2>
      <form class="line" @submit=${submit}>
        <label
          >File of lines {path, body}
          <input name="file" type="file" accept=".ndjson,.jsonl,.json,.txt" required
        /></label>
        <button ?disabled=${running}>Import</button>
      </form>
      <p class="quiet">
        Each line is a back-office PUT. Repeating one changes nothing, so a file may be sent again.
        For large files use
        <code>ops import</code>.
      </p>
      ${running ? html`<p role="status">Importing…</p>` : nothing}
      ${this.state === 'done' ? this.result() : nothing}`;
  }

  result() {
    const counts = [...this.counts].sort(([one], [other]) => one - other);
    return html`<p id="imported" role="status">
        ${counts.length === 0 ? 'The file has no lines.' : counts.map(([status, count]) => `${count} × ${status}`).join(', ')}
      </p>
      ${table({
        id: 'refused',
        label: 'Refused lines',
        items: this.refusedLines,
        key: ({ line }) => String(line),
        columns: [
          ['Line', ({ line }) => line, 'head'],
          ['Path', ({ path }) => path],
          ['Status', ({ status }) => status, 'number'],
          ['Reason', ({ errors = [] }) => errors.map((one) => html`<div>${problem(one)}</div>`)],
        ],
        empty: '',
      })}`;
  }
}
