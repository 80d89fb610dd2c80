import { lineChart } from './charts.js';
import { html, nothing } from './lit-html.js';
import { counted, factsOf, table, View } from './view.js';

const STATES = /** @type {Record<string, string>} */ ({
  live: 'good',
  standby: 'quiet',
  ready: 'good',
  'catching-up': 'warn',
  stopped: 'bad',
  unattended: 'bad',
});

const KINDS = /** @type {Record<string, string>} */ ({
  changed: 'different',
  added: 'not in the live one',
  gone: 'only in the live one',
});

/** How often the charts go on, and how far back they go, in milliseconds. */
const EVERY_MS = 1_000;
const BACK_MS = 120_000;

/**
 * @typedef {object} Generation one generation of a read model
 * @property {string} collection
 * @property {number} version
 * @property {boolean} live whether readers get it
 * @property {string} state
 * @property {string} position
 * @property {number} [documents] where the read model was looked at by itself
 * @property {string} [lastError]
 */

/**
 * @typedef {object} Projection a read model, as `GET /operator/projections` answers it
 * @property {string} name
 * @property {number} version
 * @property {string} state
 * @property {string} position
 * @property {string} head
 * @property {string} lagSeconds
 * @property {string} [lastError]
 * @property {string} [stoppedAt] position of the event it stopped at
 * @property {string[]} skipped positions of the events it goes on without
 * @property {Generation[]} generations
 */

/**
 * @typedef {object} Diff how a generation differs from the live one, as `…/generations/{collection}/diff` answers it
 * @property {string} live
 * @property {string} collection
 * @property {string} position
 * @property {number} same
 * @property {number} added
 * @property {number} gone
 * @property {number} changed
 * @property {number} ahead
 * @property {{ field: string, documents: number }[]} fields
 * @property {{ id: string, kind: string, fields: string[] }[]} samples
 */

/** Every read model with its lag and its generations: what is rebuilt, which is live, and how many documents they have. */
export class ProjectionsView extends View {
  /** @type {Projection[]} */
  projections = [];
  /** When the rebuild of a generation was first seen, and where it was. */
  /** @type {Map<string, { at: number, position: number }>} */
  begun = new Map();
  /** Lag, end of the log and what is folded, a second each. */
  /** @type {{ at: number, lag: number, head: number, folded: number }[]} */
  samples = [];
  /** Documents of each generation of the read models that were looked at, by collection. */
  /** @type {Map<string, number>} */
  documents = new Map();

  /** How the generation that was asked for last differs from the live one. */
  /** @type {Diff | undefined} */
  diff;

  start() {
    this.draw();
    void this.follow('/operator/projections', ({ event, data }) => {
      if (event === 'projections') this.show(data);
    });
    const timer = setInterval(() => {
      this.sample();
      this.draw();
    }, EVERY_MS);
    this.shown.signal.addEventListener('abort', () => clearInterval(timer));
  }

  sample() {
    if (this.projections.length === 0 || this.interruption !== undefined) return;
    const at = performance.now();
    const of = (/** @type {(one: Projection) => number} */ value) => this.projections.map(value);
    const sample = {
      at,
      lag: Math.max(...of(({ lagSeconds }) => Number(lagSeconds))),
      head: Math.max(...of(({ head }) => Number(head))),
      folded: Math.min(...of(({ position }) => Number(position))),
    };
    this.samples = [...this.samples.filter((one) => at - one.at < BACK_MS), sample];
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

  template() {
    return html`<h2>Projections</h2>
      ${this.samples.length < 2 ? nothing : this.charts()}
      ${this.diff === undefined ? nothing : this.difference(this.diff)}
      ${
        this.projections.length === 0
          ? html`<p class="quiet" role="status">Waiting for the first status.</p>`
          : table({
              id: 'projections',
              label: 'Read models',
              items: this.projections,
              key: ({ name }) => name,
              columns: [
                { name: 'Name', kind: 'head', cell: ({ name }) => html`<code>${name}</code>` },
                { name: 'State', cell: (one) => this.state(one) },
                { name: 'Lag', kind: 'number', cell: ({ lagSeconds }) => `${lagSeconds} s` },
                {
                  name: 'Position',
                  kind: 'number',
                  cell: ({ position, head }) => `${position} / ${head}`,
                },
                { name: 'Generations', cell: (one) => this.generations(one) },
                { name: 'Work', cell: (one) => this.work(one) },
              ],
            })
      }`;
  }

  charts() {
    const { samples } = this;
    const seconds = Math.round(((samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0)) / 1_000);
    const span = { from: `${seconds} s ago`, to: 'now' };
    const points = (/** @type {(one: typeof samples[0]) => number} */ y) =>
      samples.map((one) => ({ x: one.at, y: y(one) }));
    const rate = (/** @type {'head' | 'folded'} */ of) =>
      samples.slice(1).map((one, index) => {
        const before = /** @type {typeof one} */ (samples[index]);
        return {
          x: one.at,
          y: Math.max(0, ((one[of] - before[of]) * 1_000) / (one.at - before.at)),
        };
      });
    const perSecond = (/** @type {number} */ bytes) => `${(bytes / 1024).toFixed(1)} KiB/s`;
    return html`<div class="charts">
      ${lineChart({ label: 'Lag of the slowest', points: points(({ lag }) => lag), format: (y) => `${y.toFixed(1)} s`, fromZero: true, ...span })}
      ${lineChart({ label: 'Written to the log', points: rate('head'), format: perSecond, fromZero: true, ...span })}
      ${lineChart({ label: 'Folded by the slowest', points: rate('folded'), format: perSecond, fromZero: true, ...span })}
    </div>`;
  }

  /** @param {Diff} diff */
  difference({ live, collection, position, fields, samples, ...counts }) {
    return html`<section id="diff" class="raised">
      <h3>${collection} against ${live}</h3>
      ${factsOf([
        ['The same', counts.same],
        ['Different', counts.changed],
        ['Not in the live one', counts.added],
        ['Only in the live one', counts.gone],
        [
          'Not compared',
          counts.ahead === 0
            ? null
            : `${counts.ahead}, with events that one of them does not have yet`,
        ],
        ['At position', position],
      ])}
      ${
        fields.length === 0
          ? nothing
          : table({
              id: 'diff-fields',
              label: 'Fields that differ',
              items: fields,
              key: ({ field }) => field,
              columns: [
                { name: 'Field', kind: 'head', cell: ({ field }) => html`<code>${field}</code>` },
                { name: 'Documents', kind: 'number', cell: ({ documents }) => documents },
              ],
            })
      }
      ${
        samples.length === 0
          ? nothing
          : table({
              id: 'diff-documents',
              label: 'Documents that differ',
              items: samples,
              key: ({ id }) => id,
              columns: [
                { name: 'Document', kind: 'head', cell: ({ id }) => id },
                { name: 'How', cell: ({ kind }) => KINDS[kind] ?? kind },
                { name: 'Fields', cell: (one) => one.fields.join(', ') },
              ],
            })
      }
    </section>`;
  }

  /** @param {Projection} one */
  state({ state, lastError, skipped }) {
    return html`<span class=${STATES[state] ?? ''}>${state}</span>
      ${lastError === undefined ? nothing : html`<div class="bad">${lastError}</div>`}
      ${skipped.length === 0 ? nothing : html`<div class="quiet">without ${skipped.join(', ')}</div>`}`;
  }

  /** @param {Projection} one */
  generations(one) {
    return one.generations.map((known) => this.generation(one, known));
  }

  /**
   * @param {Projection} of
   * @param {Generation} known
   */
  generation({ name, version, head }, known) {
    const { collection, live, state } = known;
    const documents = this.documents.get(collection);
    const path = `/operator/projections/${name}`;
    const buttons = this.service.is('operator') && !live;
    return html`<div class="generation" data-generation=${collection}>
      <code>${collection}</code> <span class=${STATES[state] ?? 'quiet'}>${state}</span>
      ${documents === undefined ? nothing : html`<span class="quiet">${counted(documents, 'document')}</span>`}
      ${!live && state !== 'retired' ? this.progress(known, head) : nothing}
      ${
        live
          ? nothing
          : html`<button
              aria-label="Compare ${collection} with the live one"
              @click=${() => this.compare(`${path}/generations/${collection}/diff`)}
            >
              Compare
            </button>`
      }
      ${
        buttons && known.version === version
          ? html`<button
              aria-label="Make live: ${collection}"
              @click=${() =>
                this.change(`Have readers get ${collection}?`, () =>
                  this.service.send('POST', `${path}/switch`, { collection }),
                )}
            >
              Make live
            </button>`
          : nothing
      }
      ${
        buttons
          ? html`<button
              aria-label="Drop ${collection}"
              @click=${() =>
                this.change(`Remove ${collection} and its documents?`, () =>
                  this.service.send('DELETE', `${path}/generations/${collection}`),
                )}
            >
              Drop
            </button>`
          : nothing
      }
    </div>`;
  }

  /** @param {string} path */
  async compare(path) {
    await this.attempt(async () => {
      this.diff = await this.service.get(path);
    });
    this.host.querySelector('#diff')?.scrollIntoView();
  }

  /** @param {Projection} one */
  work({ name, generations, stoppedAt }) {
    const path = `/operator/projections/${name}`;
    const building = generations.some(({ live, state }) => !live && state !== 'retired');
    const count = () =>
      this.attempt(async () => {
        const { generations: counted } = await this.service.get(path);
        for (const { collection, documents } of counted) this.documents.set(collection, documents);
      });
    /** @param {boolean} hold */
    const rebuild = (hold) => {
      const then = hold
        ? 'It waits beside the live one until you make it live.'
        : 'It goes live by itself.';
      this.change(
        `Rebuild ${name}? Readers keep the documents they have until it is done. ${then}`,
        () => this.service.send('POST', `${path}/rebuild`, { hold }),
      );
    };
    return html`<div class="buttons">
      <button aria-label="Count documents of ${name}" @click=${count}>Count</button>
      ${
        this.service.is('operator')
          ? html`<button
                aria-label="Rebuild ${name}"
                ?disabled=${building}
                @click=${() => rebuild(false)}
              >
                Rebuild
              </button>
              <button
                aria-label="Rebuild beside: ${name}"
                ?disabled=${building}
                @click=${() => rebuild(true)}
              >
                Rebuild beside
              </button>
              ${
                stoppedAt === undefined
                  ? nothing
                  : html`<button
                      aria-label="Go on without ${stoppedAt}: ${name}"
                      @click=${() =>
                        this.change(`Let ${name} go on without the event at ${stoppedAt}?`, () =>
                          this.service.send('POST', `${path}/skip`, { position: stoppedAt }),
                        )}
                    >
                      Go on without ${stoppedAt}
                    </button>`
              }`
          : nothing
      }
    </div>`;
  }

  /**
   * @param {Generation} building
   * @param {string} head
   */
  progress({ collection, position, lastError }, head) {
    const begun = this.begun.get(collection);
    const [done, all] = [Number(position), Math.max(Number(head), 1)];
    const seconds = begun === undefined ? 0 : (performance.now() - begun.at) / 1_000;
    const rate = begun === undefined || seconds === 0 ? 0 : (done - begun.position) / seconds;
    const left = rate > 0 && done < all ? `, ${Math.ceil((all - done) / rate)} s left` : '';
    return html`<progress max=${all} value=${done} aria-label="Rebuild of ${collection}"></progress>
      <span class="quiet">${Math.floor((100 * done) / all)}%${left}</span>
      ${lastError === undefined ? nothing : html`<div class="bad">${lastError}</div>`}`;
  }
}
