import { html, nothing } from '/console/lit-html.js';
import { View } from './view.js';

/** Rows kept on the page. */
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

  start() {
    this.draw();
    const account = this.argument === '' ? '' : `/accounts/${encodeURIComponent(this.argument)}`;
    void this.follow(`/restapi${account}/events?cursor=newest`, ({ event, data }) => {
      this.following = event !== 'end';
      if (typeof data?.specversion !== 'string') return;
      if (this.paused) this.held.push(data);
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
      location.hash = `feed/${encodeURIComponent(String(form.get('account')).trim())}`;
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
          ${this.events.map((event) => this.row(event))}
        </tbody>
      </table>
      <p class="quiet" role="status">${this.state()}</p>`;
  }

  state() {
    if (this.refused) return 'Not following.';
    const live = this.following && this.refusal === undefined;
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
    return html`<tr class=${open ? 'selected' : ''}>
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
