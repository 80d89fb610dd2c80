import { html, nothing } from './lit-html.js';
import { View } from './view.js';

/** Looked at again after so many milliseconds. */
const EVERY_MS = 5_000;

/**
 * @typedef {object} Failure the event that a receiver has not taken for longest
 * @property {string} accountNumber
 * @property {string} sequence
 * @property {string} since
 * @property {number} attempts
 * @property {string} attemptedAt
 * @property {number | null} status
 * @property {string} reason
 * @property {string | null} nextAttemptAt
 */

/**
 * @typedef {object} Webhook a webhook, as `GET /operator/webhooks` answers it
 * @property {string} id
 * @property {string} firmId
 * @property {string} target
 * @property {string} state
 * @property {string | null} disabledBecause
 * @property {string} stateSince
 * @property {string} lagSeconds
 * @property {Failure | null} failing
 */

/** The webhooks of all firms, or of one: state, lag, what fails and when it is tried again. */
export class WebhooksView extends View {
  /** @type {Webhook[] | undefined} */
  webhooks;

  start() {
    this.draw();
    void this.watch();
  }

  async watch() {
    const firm = this.argument === '' ? '' : `?firmId=${encodeURIComponent(this.argument)}`;
    while (!this.shown.signal.aborted) {
      await this.attempt(async () => {
        const found = [];
        /** @type {string | undefined} */
        let next = `/operator/webhooks${firm}`;
        while (next !== undefined) {
          const page = await this.service.page(next);
          found.push(...page.body);
          next = page.next;
        }
        this.webhooks = found;
      });
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }

  template() {
    return html`<h2>Webhooks</h2>
      <table id="webhooks">
        <thead>
          <tr>
            <th>Firm</th>
            <th>Webhook</th>
            <th>State</th>
            <th>Lag</th>
            <th>Not taken</th>
            <th>Last failure</th>
            <th>Next attempt</th>
          </tr>
        </thead>
        <tbody>
          ${(this.webhooks ?? []).map((one) => this.row(one))}
        </tbody>
      </table>
      ${this.webhooks?.length === 0 ? html`<p class="quiet">There are none.</p>` : nothing}`;
  }

  /** @param {Webhook} one */
  row({ id, firmId, target, state, disabledBecause, stateSince, lagSeconds, failing }) {
    const bad = disabledBecause === 'gone' || disabledBecause === 'failing';
    const mood = bad ? 'bad' : state === 'disabled' ? 'quiet' : failing === null ? 'good' : 'warn';
    const because = disabledBecause === null ? '' : ` (${disabledBecause})`;
    return html`<tr data-webhook=${id}>
      <td><a href="#webhooks/${firmId}">${firmId}</a></td>
      <th scope="row">
        <code>${target}</code>
        <div class="quiet">${id}</div>
      </th>
      <td>
        <span class=${mood}>${state}${because}</span>
        <div class="quiet">${stateSince}</div>
      </td>
      <td class="number">${lagSeconds} s</td>
      <td>
        ${
          failing === null
            ? nothing
            : html`<a href="#feed/${failing.accountNumber}">${failing.accountNumber}</a>
                #${failing.sequence}
                <div class="quiet">since ${failing.since}</div>`
        }
      </td>
      <td>
        ${
          failing === null
            ? nothing
            : html`<span class="bad">${failing.status ?? failing.reason}</span>
                <div class="quiet">${failing.attemptedAt}, attempt ${failing.attempts}</div>`
        }
      </td>
      <td><code>${failing?.nextAttemptAt ?? ''}</code></td>
    </tr>`;
  }
}
