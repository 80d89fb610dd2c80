import { html, nothing } from './lit-html.js';
import { repeat } from './repeat.js';
import { View, visit } from './view.js';

/** Rows kept on the page, and events held during a pause. */
const MOST = 500;

/**
 * @typedef {object} Published a CloudEvent of the account event feed
 * @property {string} id
 * @property {string} type
 * @property {string} subject
 * @property {string} time
 * @property {string} sequence
 * @property {{ accountNumber: string }} data
 */

/** The account event feed as it comes, newest first. */
export class FeedView extends View {
  /** @type {Published[]} */
  events = [];
  paused = false;
  following = false;
  /** @type {Published[]} what came during a pause */
  held = [];
  /** @type {string | undefined} */
  selected;

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
    const account = this.argument === '' ? '' : `/accounts/${encodeURIComponent(this.argument)}`;
    void this.follow(`/restapi${account}/events?cursor=newest`, ({ event, data }) => {
      this.following = event !== 'end';
      if (typeof data?.specversion !== 'string') return;
      if (this.paused) this.held = [...this.held, data].slice(-MOST);
      else this.add([data]);
    });
  }

  /** @param {Published[]} events */
  add(events) {
    this.events = [...events.toReversed(), ...this.events].slice(0, MOST);
  }

  pause() {
    this.paused = !this.paused;
    if (!this.paused) this.add(this.held.splice(0));
    this.draw();
  }

  template() {
    /** @param {SubmitEvent} event */
    const choose = (event) => {
      event.preventDefault();
      const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
      visit(`#feed/${encodeURIComponent(String(form.get('account')).trim())}`);
    };
    return html`<h2>Event feed</h2>
      <form class="line" @submit=${choose}>
        <label>
          Account number, empty for all
          <input name="account" .value=${this.argument} autocomplete="off" />
        </label>
        <button>Follow</button>
        <button type="button" @click=${() => this.pause()}>
          ${this.paused ? `Go on (${this.held.length} held)` : 'Pause'}
        </button>
      </form>
      <table id="feed">
        <thead>
          <tr>
            <th>Time</th>
            <th>Account</th>
            <th>Sequence</th>
            <th>Event</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(this.events, idOf, (event) => this.row(event))}
        </tbody>
      </table>
      <p class="quiet" role="status">${this.state()}</p>`;
  }

  state() {
    if (this.refused) return 'Not following.';
    const live = this.following && this.interruption === undefined;
    return live ? 'Following: new events come as they happen.' : 'Connecting.';
  }

  /** @param {Published} event */
  row(event) {
    const open = this.selected === event.id;
    const { accountNumber } = event.data;
    const select = () => {
      this.selected = open ? undefined : event.id;
      this.draw();
    };
    return html`<tr data-event=${event.id} class=${open ? 'selected' : ''}>
      <td><code>${event.time}</code></td>
      <td><a href="#timeline/${accountNumber}">${accountNumber}</a></td>
      <td class="number">${event.sequence}</td>
      <td>
        <button class="plain" aria-expanded=${open} @click=${select}>${event.type}</button>
        ${open ? html`<pre>${JSON.stringify(event, null, 2)}</pre>` : nothing}
      </td>
    </tr>`;
  }
}

/**
 * A row stays the row of its event while others come above it, with the focus and a click that has begun.
 * @param {Published} event
 */
function idOf(event) {
  return event.id;
}
