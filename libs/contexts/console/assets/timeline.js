import { html, nothing } from '/console/lit-html.js';
import { Refusal } from './service.js';
import { View } from './view.js';

const PAGE = 200;

/**
 * @typedef {object} Entry one event of the history, as `GET …/history` answers it
 * @property {string} time
 * @property {string} type
 * @property {string} description
 * @property {{ caller: string, actingMember: string | null, associatedMember: string | null }} actor
 * @property {{ field: string, from: unknown, to: unknown }[]} changes
 * @property {Record<string, unknown> | null} reason
 * @property {string} stream
 * @property {number} revision
 * @property {string} position
 * @property {string} requestId
 */

/** An account's events in order, each with its details, and the account as it was after it. */
export class TimelineView extends View {
  /** @type {Entry[]} */
  entries = [];
  /** @type {string | undefined} */
  next;
  /** Index of the entry the slider is at. */
  at = 0;
  /** The account after each event that was looked at, by index; null where it did not exist yet. */
  /** @type {Map<number, Record<string, unknown> | null>} */
  accounts = new Map();

  start() {
    this.draw();
    if (this.argument !== '') this.open(`?order=oldest&limit=${PAGE}`);
  }

  /** @param {string} query */
  open(query) {
    return this.attempt(async () => {
      const path = `/restapi/accounts/${encodeURIComponent(this.argument)}/history${query}`;
      const { body, next } = await this.service.page(path);
      this.entries.push(...body);
      this.next = next?.slice(next.indexOf('?'));
      await this.go(this.entries.length - 1);
    });
  }

  /** @param {number} index */
  async go(index) {
    this.at = index;
    this.draw();
    await Promise.all([index - 1, index].map((one) => this.load(one)));
  }

  /** @param {number} index */
  async load(index) {
    const entry = this.entries[index];
    if (entry === undefined || this.accounts.has(index)) return;
    const path = `/restapi/accounts/${encodeURIComponent(this.argument)}?asOf=${entry.position}`;
    try {
      this.accounts.set(index, await this.service.get(path));
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 404) throw error;
      this.accounts.set(index, null);
    }
  }

  template() {
    return html`<h2>Account timeline</h2>
      <form class="line" @submit=${choose}>
        <label>
          Account number
          <input name="account" required .value=${this.argument} autocomplete="off" />
        </label>
        <button>Show</button>
      </form>
      ${this.entries.length === 0 ? nothing : this.timeline()}`;
  }

  timeline() {
    const { entries, at } = this;
    const entry = /** @type {Entry} */ (entries[at]);
    const last = entries.length - 1;
    /** @param {Event} event */
    const slide = (event) => {
      const { value } = /** @type {HTMLInputElement} */ (event.target);
      void this.attempt(() => this.go(Number(value)));
    };
    return html`<label>
        <span
          >As of <time datetime=${entry.time}>${entry.time}</time>, event ${at + 1} of
          ${entries.length}</span
        >
        <input id="as-of" type="range" min="0" max=${last} .value=${String(at)} @input=${slide} />
      </label>
      <div class="split">
        <section aria-label="Events">
          <table>
            <thead>
              <tr>
                <th>Time</th>
                <th>Event</th>
                <th>By</th>
              </tr>
            </thead>
            <tbody>
              ${entries.map((one, index) => this.row(one, index))}
            </tbody>
          </table>
          ${
            this.next === undefined
              ? nothing
              : html`<button @click=${() => this.open(this.next ?? '')}>More</button>`
          }
        </section>
        <section aria-label="Account">${this.details(entry)} ${this.account()}</section>
      </div>`;
  }

  /**
   * @param {Entry} entry
   * @param {number} index
   */
  row({ time, description, actor }, index) {
    const select = () => void this.attempt(() => this.go(index));
    return html`<tr class=${index === this.at ? 'selected' : ''}>
      <td><code>${time}</code></td>
      <td><button class="plain" @click=${select}>${description}</button></td>
      <td>${actor.actingMember ?? actor.caller}</td>
    </tr>`;
  }

  /** @param {Entry} entry */
  details({ type, stream, revision, requestId, actor, reason, changes }) {
    const facts = [
      ['Type', type],
      ['Stream', `${stream}, revision ${revision}`],
      ['Request', requestId],
      ['Caller', actor.caller],
      ['Acting member', actor.actingMember],
      ['Associated member', actor.associatedMember],
      ['Reason', reason === null ? null : Object.values(reason).join(', ')],
    ];
    return html`<h2>Event</h2>
      <table id="event">
        <tbody>
          ${facts.map(([name, value]) =>
            value === null
              ? nothing
              : html`<tr>
                  <th scope="row">${name}</th>
                  <td>${value}</td>
                </tr>`,
          )}
          ${changes.map(
            ({ field, from, to }) =>
              html`<tr>
                <th scope="row">${field}</th>
                <td><code>${difference(from, to)}</code></td>
              </tr>`,
          )}
        </tbody>
      </table>`;
  }

  account() {
    const now = this.accounts.get(this.at);
    if (now === undefined) return html`<p class="quiet">…</p>`;
    if (now === null) return html`<p class="quiet">There was no account yet.</p>`;
    const before = this.accounts.get(this.at - 1) ?? {};
    return html`<h2>The account after it</h2>
      <div id="account" class="document">
        ${Object.entries(now).map(
          ([name, value]) => html`<div>${name}: ${difference(before[name], value)}</div>`,
        )}
      </div>`;
  }
}

/** @param {SubmitEvent} event */
function choose(event) {
  event.preventDefault();
  const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
  location.hash = `timeline/${encodeURIComponent(String(form.get('account')).trim())}`;
}

/**
 * @param {unknown} from
 * @param {unknown} to
 */
function difference(from, to) {
  const [before, after] = [from, to].map((value) => JSON.stringify(value ?? null));
  return before === after
    ? after
    : html`${before === 'null' ? nothing : html`<del>${before}</del> `}<ins>${after}</ins>`;
}
