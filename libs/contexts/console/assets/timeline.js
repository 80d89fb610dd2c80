import { html, nothing } from './lit-html.js';
import { who } from './lists.js';
import { Refusal } from './service.js';
import {
  button,
  code,
  factsOf,
  linkTo,
  logLink,
  moment,
  PERIOD,
  quiet,
  table,
  View,
  waiting,
  withQuery,
} from './view.js';

const PAGE = 200;

/** @typedef {import('./answers.js').Answers['HistoryEntry']} Entry */

/** Kinds of timelines, as in the address, and their names. */
const KINDS = /** @type {readonly (readonly [kind: string, name: string])[]} */ ([
  ['accounts', 'Account'],
  ['folios', 'Folio'],
  ['achbanklinks', 'Bank link'],
  ['members', 'Member'],
  ['firms', 'Firm'],
]);

/** Length of an account number. Folio numbers begin with one. */
const ACCOUNT_LENGTH = 10;

/**
 * The events of an account, folio, bank link, member or firm in order, each with its details and the state after it. Starts with the
 * newest. The address is `#timeline/ACCOUNT`, `#timeline/ACCOUNT/folios/NUMBER`, `#timeline/ACCOUNT/achbanklinks/OID`,
 * `#timeline/members/LOGIN` or `#timeline/firms/ID`.
 */
export class TimelineView extends View {
  /** @type {Entry[]} */
  entries = [];
  /** Query of the page of earlier events; undefined if there is none. @type {string | undefined} */
  earlier;
  /** Index of the selected entry. */
  at = 0;
  /** The states read so far, by position of the event; null if nothing existed yet. */
  /** @type {Map<string, Record<string, unknown> | null>} */
  states = new Map();
  /** Requests for states, by position. Each read of a past state is recorded, so none is repeated. @type {Map<string, Promise<void>>} */
  requests = new Map();
  /** Whether the first page has arrived. */
  loaded = false;

  /** What the timeline is about: its kind, the account it belongs to if it is part of one, and its id. */
  get subject() {
    const [first = '', second, third = ''] = this.address.parts;
    if (['members', 'firms'].includes(first)) return { kind: first, account: '', id: second ?? '' };
    if (second === undefined) return { kind: 'accounts', account: '', id: first };
    return { kind: second, account: first, id: third };
  }

  /** Path of the resource. */
  get path() {
    const { kind, account, id } = this.subject;
    const of = account === '' ? '' : `/accounts/${encodeURIComponent(account)}`;
    return `/restapi${of}/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`;
  }

  async load() {
    if (this.subject.id === '') return;
    const filters = { type: this.value('type'), actor: this.value('actor') };
    const first = { order: 'newest', limit: PAGE, ...this.period, ...filters };
    await this.prepend(withQuery('', first));
    this.loaded = true;
    this.at = Math.max(0, this.entries.length - 1);
    await this.loadStates();
  }

  /** Adds a page of earlier events. @param {string} query */
  async prepend(query) {
    const { body, next } = await this.service.page(`${this.path}/history${query}`);
    this.entries = [...body.reverse(), ...this.entries];
    this.at += body.length;
    this.earlier = next?.slice(next.indexOf('?'));
  }

  /** @param {number} index */
  select(index) {
    this.at = index;
    return this.attempt(() => this.loadStates());
  }

  /** Keeps the selected event in sight. */
  draw() {
    super.draw();
    const row = /** @type {HTMLElement | null} */ (this.host.querySelector('#events .selected'));
    const list = row?.closest('section');
    if (!row || !list) return;
    const top = row.offsetTop - list.scrollTop;
    if (top < 0 || top + row.offsetHeight > list.clientHeight) list.scrollTop += top;
  }

  /** Loads the states after the selected event and after the one before it. */
  async loadStates() {
    this.draw();
    const { entries, at } = this;
    await Promise.all([entries[at - 1], entries[at]].map((entry) => this.loadState(entry)));
  }

  /** @param {Entry | undefined} entry @returns {Promise<void> | undefined} */
  loadState(entry) {
    if (entry === undefined) return undefined;
    const { position } = entry;
    const forget = (/** @type {unknown} */ error) => {
      this.requests.delete(position);
      throw error;
    };
    const request = this.requests.get(position) ?? this.fetchState(position).catch(forget);
    this.requests.set(position, request);
    return request;
  }

  /** @param {string} position */
  async fetchState(position) {
    try {
      this.states.set(position, await this.service.get(`${this.path}?asOf=${position}`));
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 404) throw error;
      this.states.set(position, null);
    }
  }

  /** @param {Record<string, string>} values of the form */
  addressOf({ kind = '', id = '', account = '', ...filters }) {
    const [own, parent] = [id, account === '' ? id.slice(0, ACCOUNT_LENGTH) : account].map(
      encodeURIComponent,
    );
    const places = /** @type {Record<string, string>} */ ({
      accounts: `${own}`,
      folios: `${parent}/folios/${own}`,
      achbanklinks: `${parent}/achbanklinks/${own}`,
    });
    return withQuery(`#timeline/${places[kind] ?? `${kind}/${own}`}`, filters);
  }

  template() {
    const { kind, account, id } = this.subject;
    const name = KINDS.find(([one]) => one === kind)?.[1] ?? kind;
    return html`<h2>${id === '' ? 'Timelines' : `${name} ${id}`}</h2>
      ${this.choice(
        [
          { name: 'kind', label: 'Kind', value: kind, options: KINDS },
          { name: 'id', label: 'Number or login id', value: id, required: true },
          {
            name: 'account',
            label: 'Account of a bank link',
            value: kind === 'achbanklinks' ? account : '',
          },
          ...PERIOD,
          { name: 'type', label: 'Event types', example: 'account.AccountUpdated' },
          { name: 'actor', label: 'Done by', example: 'login id or API key' },
        ],
        'Show',
      )}
      ${
        kind === 'accounts' && id !== ''
          ? html`<p>${linkTo('accounts', id, 'Account overview')}</p>`
          : account === ''
            ? nothing
            : html`<p>${linkTo('accounts', account, `Account ${account}`)}</p>`
      }
      ${this.entries.length > 0 ? this.timeline() : quiet(this.remark())}`;
  }

  /** What is said in the place of events. */
  remark() {
    if (this.subject.id === '') return 'Enter a number or login id to see what happened to it.';
    return this.loaded ? 'There are no events.' : '';
  }

  timeline() {
    const { entries, at, earlier } = this;
    const entry = /** @type {Entry} */ (entries[at]);
    /** @param {Event} event */
    const slide = ({ target }) => {
      this.at = Number(/** @type {HTMLInputElement} */ (target).value);
      this.draw();
    };
    return html`<label>
        <span
          >As of ${moment(entry.time)}, event ${at + 1} of
          ${entries.length}${earlier === undefined ? nothing : ', not counting earlier ones'}</span
        >
        <input
          id="as-of"
          type="range"
          min="0"
          max=${entries.length - 1}
          .value=${String(at)}
          @input=${slide}
          @change=${() => void this.select(this.at)}
        />
      </label>
      <div class="split">
        <section aria-label="Events">
          ${earlier === undefined ? nothing : button('Earlier events', () => this.attempt(() => this.prepend(earlier)))}
          ${table({
            id: 'events',
            label: 'Events',
            items: entries,
            key: ({ position }) => position,
            selected: (one) => one === entry,
            columns: [
              ['Time', ({ time }) => moment(time)],
              [
                'Event',
                (one) =>
                  html`<button
                    class="plain"
                    aria-current=${one === entry ? 'true' : nothing}
                    @click=${() => void this.select(entries.indexOf(one))}
                  >
                    ${one.description}
                  </button>`,
                'head',
              ],
              ['By', ({ actor }) => who(actor)],
            ],
          })}
        </section>
        <section aria-label="Event and state">${this.details(entry)} ${this.state()}</section>
      </div>`;
  }

  /** @param {Entry} entry */
  details({ type, time, stream, revision, requestId, about, actor, reason, changes }) {
    const place = `${stream}, number ${revision}`;
    return html`<h3>Event</h3>
      ${factsOf(
        [
          ['Type', type],
          ['Time', moment(time)],
          ...about.map(({ name, value }) => /** @type {const} */ ([name, value])),
          [
            'Stream',
            this.service.is('auditor') ? logLink({ stream, from: revision }, place) : place,
          ],
          ['Request', requestId],
          ['Caller', actor.caller],
          ['Acting member', actor.actingMember],
          ['Associated member', actor.associatedMember],
          ['Reason', reason === null ? null : Object.values(reason).join(', ')],
          ...changes.map(
            ({ field, from, to }) => /** @type {const} */ ([field, code(difference(from, to))]),
          ),
        ],
        'event',
      )}`;
  }

  state() {
    const { entries, at } = this;
    const [previous, entry] = [entries[at - 1], entries[at]];
    const now = this.states.get(entry?.position ?? '');
    if (now === undefined) return waiting;
    if (now === null) return quiet('It did not exist yet.');
    const first = at === 0 && this.earlier !== undefined;
    const before = first ? now : (this.states.get(previous?.position ?? '') ?? {});
    return html`<h3>State after the event</h3>
      <div
        id="account"
        class="document"
        tabindex="0"
        role="group"
        aria-label="State after the event"
      >
        ${Object.entries(now).map(
          ([name, value]) => html`<div>${name}: ${difference(before[name], value)}</div>`,
        )}
      </div>`;
  }
}

/** @param {unknown} from @param {unknown} to */
function difference(from, to) {
  const [before, after] = [from, to].map((value) => JSON.stringify(value ?? null));
  return before === after
    ? after
    : html`${before === 'null' ? nothing : html`<del>${before}</del> `}<ins>${after}</ins>`;
}
