import { html, nothing } from './lit-html.js';
import { View } from './view.js';

const STATES = /** @type {Record<string, string>} */ ({
  live: 'good',
  standby: 'quiet',
  ready: 'good',
  'catching-up': 'warn',
  stopped: 'bad',
  unattended: 'bad',
});

/**
 * @typedef {object} Generation one generation of a read model
 * @property {string} collection
 * @property {boolean} live whether readers get it
 * @property {string} state
 * @property {string} position
 * @property {string} [lastError]
 */

/**
 * @typedef {object} Projection a read model, as `GET /operator/projections` answers it
 * @property {string} name
 * @property {string} state
 * @property {string} position
 * @property {string} head
 * @property {string} lagSeconds
 * @property {string} [lastError]
 * @property {string[]} skipped positions of the events it goes on without
 * @property {Generation[]} generations
 */

/** Every read model with its lag, what is being rebuilt, and a button to rebuild. */
export class ProjectionsView extends View {
  /** @type {Projection[]} */
  projections = [];
  /** When the rebuild of a generation was first seen, and where it was. */
  /** @type {Map<string, { at: number, position: number }>} */
  begun = new Map();

  start() {
    this.draw();
    void this.follow('/operator/projections', ({ event, data }) => {
      if (event === 'projections') this.show(data);
    });
  }

  /** @param {Projection[]} projections */
  show(projections) {
    this.projections = projections;
    for (const { generations } of projections) {
      for (const { collection, state, position } of generations) {
        if (state !== 'catching-up') this.begun.delete(collection);
        else if (!this.begun.has(collection)) {
          this.begun.set(collection, { at: performance.now(), position: Number(position) });
        }
      }
    }
  }

  /** @param {string} name */
  rebuild(name) {
    if (!confirm(`Rebuild ${name}? Readers keep the documents they have until it is done.`)) return;
    void this.attempt(() => this.service.post(`/operator/projections/${name}/rebuild`, {}));
  }

  template() {
    return html`<h2>Projections</h2>
      <table id="projections">
        <thead>
          <tr>
            <th>Name</th>
            <th>State</th>
            <th>Lag</th>
            <th>Position</th>
            <th>Generation</th>
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${this.projections.map((one) => this.row(one))}
        </tbody>
      </table>
      ${
        this.projections.length === 0
          ? html`<p class="quiet">Waiting for the first status.</p>`
          : nothing
      }`;
  }

  /** @param {Projection} one */
  row(one) {
    const { name, state, lagSeconds, position, head, lastError, skipped, generations } = one;
    const live = generations.find((known) => known.live);
    const beside = generations.filter((known) => !known.live && known.state !== 'retired');
    return html`<tr data-projection=${name}>
      <th scope="row"><code>${name}</code></th>
      <td>
        <span class=${STATES[state] ?? ''}>${state}</span>
        ${lastError === undefined ? nothing : html`<div class="bad">${lastError}</div>`}
        ${skipped.length === 0 ? nothing : html`<div class="quiet">without ${skipped.join(', ')}</div>`}
      </td>
      <td class="number">${lagSeconds} s</td>
      <td class="number">${position} / ${head}</td>
      <td><code>${live?.collection}</code> ${beside.map((known) => this.progress(known, head))}</td>
      <td>
        ${
          this.service.caller.roles.includes('operator')
            ? html`<button
                aria-label="Rebuild ${name}"
                ?disabled=${beside.length > 0}
                @click=${() => this.rebuild(name)}
              >
                Rebuild
              </button>`
            : nothing
        }
      </td>
    </tr>`;
  }

  /**
   * @param {Generation} building
   * @param {string} head
   */
  progress({ collection, position, state, lastError }, head) {
    const begun = this.begun.get(collection);
    const [done, all] = [Number(position), Math.max(Number(head), 1)];
    const seconds = begun === undefined ? 0 : (performance.now() - begun.at) / 1_000;
    const rate = begun === undefined || seconds === 0 ? 0 : (done - begun.position) / seconds;
    const left = rate > 0 ? `, ${Math.ceil((all - done) / rate)} s left` : '';
    return html`<div>
      <code>${collection}</code> <span class=${STATES[state] ?? ''}>${state}</span>
      <progress max=${all} value=${done} aria-label="Rebuild of ${collection}"></progress>
      <span class="quiet">${Math.floor((100 * done) / all)} %${left}</span>
      ${lastError === undefined ? nothing : html`<div class="bad">${lastError}</div>`}
    </div>`;
  }
}
