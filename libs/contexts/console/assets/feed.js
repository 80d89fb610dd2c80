import { html, nothing } from './lit-html.js';
import { button, linkTo, moment, table, View, withQuery } from './view.js';

/** Maximum rows on the page, and events held during a pause. */
const MAX_ROWS = 500;
/** Rows at first, and pages that are read for them. */
const [FIRST_ROWS, MAX_PAGES] = [50, 10];

/** How far back the first rows are sought, in milliseconds: further while there are too few, up to a day. */
const SPANS = [300_000, 3_600_000, 86_400_000];

/** @typedef {import('./answers.js').Answers['PublishedEvent'] & { data: { accountNumber: string } }} Published */

/** The live event feed, newest first. */
export class FeedView extends View {
  /** @type {Published[]} */
  events = [];
  paused = false;
  following = false;
  /** Whether there were too many events to begin with those of a day. */
  busy = false;
  /** @type {Published[]} events that arrived during a pause */
  held = [];
  /** @type {string | undefined} */
  selected;

  /** Published types, separated by commas; empty: all. */
  get eventTypes() {
    return this.value('eventTypes');
  }

  /** @param {View} other */
  resume(other) {
    super.resume(other);
    if (!(other instanceof FeedView)) return;
    this.events = other.events;
    this.held = other.held;
    this.paused = other.paused;
  }

  start() {
    this.draw();
    void this.begin();
  }

  /** Shows the last events of up to a day first, and then follows from there. */
  async begin() {
    const account = this.argument === '' ? '' : `/accounts/${encodeURIComponent(this.argument)}`;
    const path = `/restapi${account}/events`;
    const { eventTypes } = this;
    // a view that is resumed has its events
    if (this.lastId === undefined) {
      await this.attempt(async () => {
        /** @type {Published[]} */
        let events = [];
        for (const span of SPANS) {
          const from = new Date(Date.now() - span).toISOString();
          const found = await this.latest(path, { from, eventTypes });
          this.busy = found === undefined;
          if (found === undefined) break;
          this.lastId = found.cursor;
          events = found.events;
          if (events.length >= FIRST_ROWS) break;
        }
        this.add(events);
      });
    }
    void this.follow(withQuery(path, { cursor: 'newest', eventTypes }), ({ event, data }) => {
      this.following = event !== 'end';
      if (typeof data?.specversion !== 'string') return;
      if (this.paused) this.held = [...this.held, data].slice(-MAX_ROWS);
      else this.add([data]);
    });
  }

  /**
   * The last events of a feed, and the cursor after them; nothing if there are too many to read.
   * @param {string} path
   * @param {Record<string, string>} query where to begin, and the types
   * @returns {Promise<{ events: Published[], cursor: string | undefined } | undefined>}
   */
  async latest(path, { from, eventTypes }) {
    /** @type {Published[]} */
    let events = [];
    /** @type {string | undefined} */
    let cursor;
    for (let page = 0; page < MAX_PAGES; page++) {
      const place = cursor === undefined ? { from } : { cursor };
      const after = withQuery(path, { ...place, eventTypes, limit: 1_000 });
      const response = await this.service.request('GET', after);
      const found = /** @type {Published[]} */ (await response.json());
      events = [...events, ...found].slice(-FIRST_ROWS);
      cursor = response.headers.get('x-feed-cursor') ?? undefined;
      if (found.length === 0 || !response.headers.has('link')) return { events, cursor };
    }
    return undefined;
  }

  /** @param {Published[]} events */
  add(events) {
    this.events = [...events.toReversed(), ...this.events].slice(0, MAX_ROWS);
  }

  pause() {
    this.paused = !this.paused;
    if (!this.paused) this.add(this.held.splice(0));
    this.draw();
  }

  template() {
    return html`<h2>Event feed</h2>
      ${this.choice(
        [
          { name: 'argument', label: 'Account number, empty for all', value: this.argument },
          {
            name: 'eventTypes',
            label: 'Event types, empty for all',
            example: 'brokerage.account.opened.v1',
          },
        ],
        'Follow',
        button(this.paused ? `Resume (${this.held.length} held)` : 'Pause', () => this.pause()),
      )}
      ${table({
        id: 'feed',
        label: 'Events, newest first',
        items: this.events,
        key: ({ id }) => id,
        selected: ({ id }) => id === this.selected,
        columns: [
          ['Time', ({ time }) => moment(time)],
          ['Account', ({ data }) => linkTo('timeline', data.accountNumber)],
          ['Sequence', ({ sequence }) => sequence, 'number'],
          ['Event', (event) => this.event(event)],
        ],
        empty: null,
      })}
      <p class="quiet" role="status">${this.state()}</p>`;
  }

  state() {
    if (this.refused) return 'Not following.';
    const live = this.following && this.interruption === undefined;
    if (!live) return 'Connecting…';
    const before =
      'The day has too many events to begin with them all: select an account or types.';
    return `Following: new events appear as they happen.${this.busy ? ` ${before}` : ''}`;
  }

  /** @param {Published} event */
  event(event) {
    const open = this.selected === event.id;
    const select = () => {
      this.selected = open ? undefined : event.id;
      this.draw();
    };
    return html`<button class="plain" aria-expanded=${open} @click=${select}>${event.type}</button>
      ${open ? html`<pre>${JSON.stringify(event, null, 2)}</pre>` : nothing}`;
  }
}
