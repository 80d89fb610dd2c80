import { html, nothing } from './lit-html.js';
import { Refusal } from './service.js';
import { View, visit } from './view.js';

const PAGE = 200;

/**
 * @typedef {object} Entry one event of the history, as `GET …/history` answers it
 * @property {string} time
 * @property {string} type
 * @property {string} description
 * @property {{ caller: string, actingMember: string | null, associatedMember: string | null }} actor
 * @property {{ name: string, value: string }[]} about
 * @property {{ field: string, from: unknown, to: unknown }[]} changes
 * @property {Record<string, unknown> | null} reason
 * @property {string} stream
 * @property {number} revision
 * @property {string} position
 * @property {string} requestId
 */

/** An account's events in order, each with its details, and the account as it was after it. The newest are there first. */
export class TimelineView extends View {
  /** @type {Entry[]} */
  entries = [];
  /** Query of the page of events before these; undefined: there are none. */
  /** @type {string | undefined} */
  earlier;
  /** Index of the entry the slider is at. */
  at = 0;
  /** The account after each event that was looked at, by position; null where it did not exist yet. */
  /** @type {Map<string, Record<string, unknown> | null>} */
  accounts = new Map();
  /** What has been asked for, by position: each look at the past is on record. */
  /** @type {Map<string, Promise<void>>} */
  asked = new Map();

  start() {
    this.draw();
    if (this.argument !== '') {
      void this.attempt(async () => {
        await this.prepend(`?order=newest&limit=${PAGE}`);
        this.at = this.entries.length - 1;
        await this.look();
      });
    }
  }

  /**
   * Puts a page of events before those that are there.
   * @param {string} query
   */
  async prepend(query) {
    const path = `/restapi/accounts/${encodeURIComponent(this.argument)}/history${query}`;
    const { body, next } = await this.service.page(path);
    this.entries = [...body.reverse(), ...this.entries];
    this.at += body.length;
    this.earlier = next?.slice(next.indexOf('?'));
  }

  /** @param {number} index */
  go(index) {
    this.at = index;
    return this.attempt(() => this.look());
  }

  /** Gets the account after the event the slider is at, and before it. */
  async look() {
    this.draw();
    const { entries, at } = this;
    await Promise.all([entries[at - 1], entries[at]].map((entry) => this.ask(entry)));
  }

  /**
   * @param {Entry | undefined} entry
   * @returns {Promise<void> | undefined}
   */
  ask(entry) {
    if (entry === undefined) return undefined;
    const { position } = entry;
    const known = this.asked.get(position);
    if (known !== undefined) return known;
    const asked = this.load(position).catch((error) => {
      this.asked.delete(position);
      throw error;
    });
    this.asked.set(position, asked);
    return asked;
  }

  /** @param {string} position */
  async load(position) {
    const path = `/restapi/accounts/${encodeURIComponent(this.argument)}?asOf=${position}`;
    try {
      this.accounts.set(position, await this.service.get(path));
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 404) throw error;
      this.accounts.set(position, null);
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
    const { entries, at, earlier } = this;
    const entry = /** @type {Entry} */ (entries[at]);
    const last = entries.length - 1;
    /** @param {Event} event */
    const slide = ({ target }) => {
      this.at = Number(/** @type {HTMLInputElement} */ (target).value);
      this.draw();
    };
    return html`<label>
        <span
          >As of <time datetime=${entry.time}>${entry.time}</time>, event ${at + 1} of
          ${entries.length}${earlier === undefined ? nothing : ', without earlier ones'}</span
        >
        <input
          id="as-of"
          type="range"
          min="0"
          max=${last}
          .value=${String(at)}
          @input=${slide}
          @change=${() => void this.go(this.at)}
        />
      </label>
      <div class="split">
        <section aria-label="Events">
          ${
            earlier === undefined
              ? nothing
              : html`<button @click=${() => this.attempt(() => this.prepend(earlier))}>
                  Earlier events
                </button>`
          }
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
        </section>
        <section aria-label="Account">${this.details(entry)} ${this.account()}</section>
      </div>`;
  }

  /**
   * @param {Entry} entry
   * @param {number} index
   */
  row({ time, description, actor }, index) {
    const select = () => void this.go(index);
    return html`<tr class=${index === this.at ? 'selected' : ''}>
      <td><code>${time}</code></td>
      <td><button class="plain" @click=${select}>${description}</button></td>
      <td>${actor.actingMember ?? actor.caller}</td>
    </tr>`;
  }

  /** @param {Entry} entry */
  details({ type, stream, revision, requestId, about, actor, reason, changes }) {
    const facts = [
      ['Type', type],
      ...about.map(({ name, value }) => [name, value]),
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
    const { entries, at } = this;
    const [previous, entry] = [entries[at - 1], entries[at]];
    const now = this.accounts.get(entry?.position ?? '');
    if (now === undefined) return html`<p class="quiet">…</p>`;
    if (now === null) return html`<p class="quiet">There was no account yet.</p>`;
    const first = at === 0 && this.earlier !== undefined;
    const before = first ? now : (this.accounts.get(previous?.position ?? '') ?? {});
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
  visit(`#timeline/${encodeURIComponent(String(form.get('account')).trim())}`);
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
