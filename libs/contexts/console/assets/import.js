import { html, nothing } from './lit-html.js';
import { problem } from './service.js';
import { messageOf, submitted, table, View } from './view.js';

const NDJSON = 'application/x-ndjson';
/** Refused lines that are shown. */
const MOST = 200;

/** @typedef {{ line: number, path?: string, status: number, errors?: import('./service.js').Problem[] }} Answered */

/** Sends a file of lines to the back-office import, and shows which of them were refused. */
export class ImportView extends View {
  /** How many lines were taken, by status. @type {Map<number, number>} */
  counts = new Map();
  /** @type {Answered[]} */
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
    const answer = await this.service.answer('POST', '/backoffice/import', {
      ...{ headers, body: file, signal: this.shown.signal },
    });
    for (const line of (await answer.text()).split('\n').filter(Boolean)) {
      const answered = /** @type {Answered} */ (JSON.parse(line));
      this.counts.set(answered.status, (this.counts.get(answered.status) ?? 0) + 1);
      if (answered.status >= 400 && this.refusedLines.length < MOST)
        this.refusedLines.push(answered);
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
        Each line is a back-office PUT; one that was taken before changes nothing, so a file may be
        sent again. Large files:
        <code>ops import</code>.
      </p>
      ${running ? html`<p role="status">Importing…</p>` : nothing}
      ${this.state === 'done' ? this.result() : nothing}`;
  }

  result() {
    const counts = [...this.counts].sort(([one], [other]) => one - other);
    return html`<p id="imported" role="status">
        ${counts.length === 0 ? 'There are no lines in it.' : counts.map(([status, count]) => `${count} × ${status}`).join(', ')}
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
          ['Why', ({ errors = [] }) => errors.map((one) => html`<div>${problem(one)}</div>`)],
        ],
        empty: '',
      })}`;
  }
}
