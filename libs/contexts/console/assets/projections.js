import { lineChart } from './charts.js';
import { html, nothing } from './lit-html.js';
import { button, code, counted, factsOf, marked, table, View } from './view.js';

const STATES = /** @type {Record<string, 'good' | 'quiet' | 'warn' | 'bad'>} */ ({
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

/** Interval and length of the charts, in milliseconds. */
const SAMPLE_MS = 1_000;
const CHART_MS = 120_000;

/** @typedef {import('./answers.js').Answers['Generation']} Generation */
/** @typedef {import('./answers.js').Answers['Projection']} Projection */
/** @typedef {import('./answers.js').Answers['GenerationDiff']} Diff */

/** All read models with their lag and generations. */
export class ProjectionsView extends View {
  /** @type {Projection[]} */
  projections = [];
  /** When and where the rebuild of a generation was first seen. @type {Map<string, { at: number, position: number }>} */
  rebuilds = new Map();
  /** Lag, end of the log and folded position, one sample per second. @type {{ at: number, lag: number, head: number, folded: number }[]} */
  samples = [];
  /** Document counts by collection, once requested. @type {Map<string, number>} */
  documents = new Map();

  /** The last comparison of a generation with the live one. @type {Diff | undefined} */
  diff;

  start() {
    this.draw();
    void this.follow('/operator/projections', ({ event, data }) => {
      if (event === 'projections') this.show(data);
    });
    const timer = setInterval(() => {
      this.sample();
      this.draw();
    }, SAMPLE_MS);
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
    this.samples = [...this.samples.filter((one) => at - one.at < CHART_MS), sample];
  }

  /** @param {Projection[]} projections */
  show(projections) {
    this.projections = projections;
    for (const { generations } of projections) {
      for (const { collection, state, position } of generations) {
        if (state !== 'catching-up') this.rebuilds.delete(collection);
        else if (!this.rebuilds.has(collection)) {
          this.rebuilds.set(collection, { at: performance.now(), position: Number(position) });
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
          ? html`<p class="quiet" role="status">Waiting for the first status…</p>`
          : table({
              id: 'projections',
              label: 'Read models',
              items: this.projections,
              key: ({ name }) => name,
              columns: [
                ['Name', ({ name }) => code(name), 'head'],
                ['State', (one) => this.state(one)],
                ['Lag', ({ lagSeconds }) => `${lagSeconds} s`, 'number'],
                ['Position', ({ position, head }) => `${position} / ${head}`, 'number'],
                [
                  'Generations',
                  (one) => one.generations.map((known) => this.generation(one, known)),
                ],
                ['Actions', (one) => this.actions(one)],
              ],
            })
      }`;
  }

  charts() {
    const { samples } = this;
    const seconds = Math.round(((samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0)) / 1_000);
    const ofAll = { from: `${seconds} s ago`, to: 'now', fromZero: true };
    const points = (/** @type {(one: typeof samples[0]) => number} */ y) =>
      samples.map((one) => ({ x: one.at, y: y(one) }));
    const rate = (/** @type {'head' | 'folded'} */ of) =>
      samples.slice(1).map((one, index) => {
        const before = /** @type {typeof one} */ (samples[index]);
        const y = Math.max(0, ((one[of] - before[of]) * 1_000) / 1024 / (one.at - before.at));
        return { x: one.at, y };
      });
    const perSecond = (/** @type {number} */ kib) => `${kib.toFixed(1)} KiB/s`;
    return html`<div class="charts">
      ${lineChart({ label: 'Highest lag', points: points(({ lag }) => lag), format: (y) => `${y.toFixed(1)} s`, ...ofAll })}
      ${lineChart({ label: 'Written to the log', points: rate('head'), format: perSecond, ...ofAll })}
      ${lineChart({ label: 'Folded by the slowest', points: rate('folded'), format: perSecond, ...ofAll })}
    </div>`;
  }

  /** @param {Diff} diff */
  difference({ live, collection, position, fields, samples, ...counts }) {
    return html`<section id="diff" class="raised">
      <h3>${collection} compared with ${live}</h3>
      ${factsOf([
        ['Identical', counts.same],
        ['Different', counts.changed],
        ['Not in the live one', counts.added],
        ['Only in the live one', counts.gone],
        [
          'Not compared',
          counts.ahead > 0 && `${counts.ahead}, whose newest event only one of them has folded`,
        ],
        ['At position', position],
      ])}
      ${table({
        id: 'diff-fields',
        label: 'Differing fields',
        items: fields,
        key: ({ field }) => field,
        columns: [
          ['Field', ({ field }) => code(field), 'head'],
          ['Documents', ({ documents }) => documents, 'number'],
        ],
        empty: '',
      })}
      ${table({
        id: 'diff-documents',
        label: 'Differing documents',
        items: samples,
        key: ({ id }) => id,
        columns: [
          ['Document', ({ id }) => id, 'head'],
          ['Difference', ({ kind }) => KINDS[kind] ?? kind],
          ['Fields', (one) => one.fields.join(', ')],
        ],
        empty: '',
      })}
    </section>`;
  }

  /** @param {Projection} one */
  state({ state, lastError, skipped }) {
    return html`${marked(STATES[state] ?? '', state)}
    ${lastError === undefined ? nothing : html`<div class="bad">${lastError}</div>`}
    ${skipped.length === 0 ? nothing : html`<div class="quiet">skipped ${skipped.join(', ')}</div>`}`;
  }

  /** @param {Projection} of @param {Generation} known */
  generation({ name, version, head }, known) {
    const { collection, live, state } = known;
    const documents = this.documents.get(collection);
    const path = `/operator/projections/${name}`;
    const choose = () =>
      this.changeBy(`Make ${collection} live?`, 'POST', `${path}/switch`, { collection });
    const itself = `${path}/generations/${collection}`;
    const drop = () => this.changeBy(`Drop ${collection} and its documents?`, 'DELETE', itself);
    const compare = () => this.compare(`${itself}/diff`);
    const changeable = this.service.is('operator') && !live;
    return html`<div class="generation" data-generation=${collection}>
      ${code(collection)} ${marked(STATES[state] ?? 'quiet', state)}
      ${documents === undefined ? nothing : marked('quiet', counted(documents, 'document'))}
      ${!live && state !== 'retired' ? this.progress(known, head) : nothing}
      ${live ? nothing : button('Compare', compare, `Compare ${collection} with the live one`)}
      ${changeable && known.version === version ? button('Make live', choose, `Make live: ${collection}`) : nothing}
      ${changeable ? button('Drop', drop, `Drop ${collection}`) : nothing}
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
  actions({ name, generations, stoppedAt: position }) {
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
        ? 'It is held until you make it live.'
        : 'It goes live when it is complete.';
      const question = `Rebuild ${name}? Readers keep the current documents meanwhile. ${then}`;
      this.changeBy(question, 'POST', `${path}/rebuild`, { hold });
    };
    const skip = () =>
      this.changeBy(`Let ${name} skip the event at ${position}?`, 'POST', `${path}/skip`, {
        position,
      });
    return html`<div class="buttons">
      ${button('Count', count, `Count documents of ${name}`)}
      ${
        this.service.is('operator')
          ? html`${button('Rebuild', () => rebuild(false), `Rebuild ${name}`, building)}
            ${button('Rebuild and hold', () => rebuild(true), `Rebuild and hold: ${name}`, building)}
            ${position === undefined ? nothing : button(`Skip ${position}`, skip, `Skip ${position}: ${name}`)}`
          : nothing
      }
    </div>`;
  }

  /** @param {Generation} building @param {string} head */
  progress({ collection, position, lastError }, head) {
    const start = this.rebuilds.get(collection);
    const [done, all] = [Number(position), Math.max(Number(head), 1)];
    const seconds = start === undefined ? 0 : (performance.now() - start.at) / 1_000;
    const rate = start === undefined || seconds === 0 ? 0 : (done - start.position) / seconds;
    const left = rate > 0 && done < all ? `, ${Math.ceil((all - done) / rate)} s left` : '';
    return html`<progress max=${all} value=${done} aria-label="Rebuild of ${collection}"></progress>
      <span class="quiet">${Math.floor((100 * done) / all)}%${left}</span>
      ${lastError === undefined ? nothing : html`<div class="bad">${lastError}</div>`}`;
  }
}
