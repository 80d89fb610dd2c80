import { html, nothing } from './lit-html.js';
import { linkTo, ListView, moment, table, withQuery } from './view.js';

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
 * @typedef {object} Webhook a webhook, as `GET /operator/webhooks` and `GET /restapi/webhooks` answer it
 * @property {string} id
 * @property {string} [firmId] for those who look after the service
 * @property {string} [target]
 * @property {string} [url] for the firm itself
 * @property {string} state
 * @property {string | null} disabledBecause
 * @property {string} stateSince
 * @property {string} [lagSeconds]
 * @property {Failure | null} failing
 */

/**
 * The webhooks of all firms or of one, to a firm its own: state, lag, what fails and when it is tried again. `#webhooks/FIRM/ID` is one
 * of them with its attempts.
 */
export class WebhooksView extends ListView {
  /** @type {Webhook[] | undefined} */
  webhooks;

  /** Where webhooks are found by this caller. */
  get base() {
    return this.service.is('operator', 'auditor') ? '/operator/webhooks' : '/restapi/webhooks';
  }

  /** The webhook whose attempts are shown. */
  get id() {
    return this.address.parts[1] ?? '';
  }

  start() {
    this.draw();
    void this.watch(EVERY_MS, async () => {
      const firmId = this.base.startsWith('/operator') ? this.argument : '';
      this.webhooks = await this.service.all(withQuery(this.base, { firmId }));
      // those that were asked for beyond the first page stay
      if (this.id !== '' && (this.items ?? []).length <= 100) await this.load();
    });
  }

  path() {
    return `${this.base}/${encodeURIComponent(this.id)}/deliveries`;
  }

  template() {
    const shown = (this.webhooks ?? []).filter(({ id }) => this.id === '' || id === this.id);
    return html`<h2>${this.id === '' ? 'Webhooks' : 'Webhook'}</h2>
      ${this.id === '' ? nothing : html`<p><a href="#webhooks">All webhooks</a></p>`}
      ${
        this.webhooks === undefined
          ? html`<p class="quiet" role="status">…</p>`
          : shown.length === 0
            ? html`<p class="quiet">There are none.</p>`
            : this.table(shown)
      }
      ${this.id === '' ? nothing : this.attempts()}`;
  }

  /** @param {Webhook[]} items */
  table(items) {
    return table({
      id: 'webhooks',
      label: 'Webhooks',
      items,
      key: ({ id }) => id,
      columns: [
        ...(this.base.startsWith('/operator')
          ? [
              {
                name: 'Firm',
                cell: (/** @type {Webhook} */ { firmId = '' }) => linkTo('webhooks', firmId),
              },
            ]
          : []),
        {
          name: 'Webhook',
          kind: 'head',
          cell: ({ id, firmId = 'own', target, url }) =>
            html`<code>${target ?? url}</code>
              <div>
                <a href="#webhooks/${firmId}/${id}" aria-label="Attempts of ${id}">${id}</a>
              </div>`,
        },
        { name: 'State', cell: stateOf },
        {
          name: 'Lag',
          kind: 'number',
          cell: ({ lagSeconds }) => (lagSeconds === undefined ? nothing : `${lagSeconds} s`),
        },
        {
          name: 'Not taken',
          cell: ({ failing }) =>
            failing === null
              ? nothing
              : html`<a href="#feed/${failing.accountNumber}">${failing.accountNumber}</a>
                  #${failing.sequence}
                  <div class="quiet">since ${moment(failing.since)}</div>`,
        },
        {
          name: 'Last failure',
          cell: ({ failing }) =>
            failing === null
              ? nothing
              : html`<span class="bad">${failing.status ?? failing.reason}</span>, attempt
                  ${failing.attempts}
                  <div class="quiet">${moment(failing.attemptedAt)}</div>`,
        },
        { name: 'Next attempt', cell: ({ failing }) => moment(failing?.nextAttemptAt) },
      ],
    });
  }

  attempts() {
    return html`<h3>Attempts</h3>
      <p class="quiet">
        Those that failed or ended failures; rows of events that were taken at once.
      </p>
      ${this.list({
        id: 'attempts',
        label: 'Attempts',
        key: ({ eventId, attempt, attemptedAt }) => `${eventId} ${attempt} ${attemptedAt}`,
        columns: [
          { name: 'Tried', cell: ({ attemptedAt }) => moment(attemptedAt) },
          {
            name: 'Event',
            kind: 'head',
            cell: ({ eventType, eventId }) =>
              html`${eventType}
                <div class="quiet">${eventId}</div>`,
          },
          {
            name: 'Account',
            cell: ({ accountNumber, sequence, events }) =>
              html`${accountNumber} #${sequence}
              ${events > 1 ? html`<div class="quiet">${events} events</div>` : nothing}`,
          },
          { name: 'Attempt', kind: 'number', cell: ({ attempt }) => attempt },
          {
            name: 'Outcome',
            cell: ({ delivered, status, reason }) =>
              html`<span class=${delivered ? 'good' : 'bad'}
                  >${delivered ? 'taken' : 'not taken'}</span
                >
                ${[status, reason].filter((part) => part !== null).join(', ')}`,
          },
          { name: 'Next attempt', cell: ({ nextAttemptAt }) => moment(nextAttemptAt) },
        ],
      })}
      ${this.service.is(this.base.startsWith('/operator') ? 'operator' : 'client') ? this.replay() : nothing}`;
  }

  /** A firm may have its events once more, from whoever looks after the service too: the ids of the messages stay, so that whoever has one knows it. */
  replay() {
    /** @param {SubmitEvent} event */
    const submit = (event) => {
      event.preventDefault();
      const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
      const accountNumber = String(form.get('account')).trim();
      const sequence = Number(form.get('sequence'));
      this.change(`Send everything from event ${sequence} of ${accountNumber} on once more?`, () =>
        this.service.send('POST', `${this.base}/${this.id}/replay`, { accountNumber, sequence }),
      );
    };
    return html`<h3>Replay</h3>
      <form class="line" @submit=${submit}>
        <label>From account <input name="account" required autocomplete="off" /></label>
        <label>Sequence <input name="sequence" type="number" min="1" required /></label>
        <button>Send once more</button>
      </form>`;
  }
}

/** @param {Webhook} webhook */
function stateOf({ state, disabledBecause, stateSince, failing }) {
  const bad = disabledBecause === 'gone' || disabledBecause === 'failing';
  const mood = bad ? 'bad' : state === 'disabled' ? 'quiet' : failing === null ? 'good' : 'warn';
  const because = disabledBecause === null ? '' : ` (${disabledBecause})`;
  return html`<span class=${mood}>${state}${because}</span>
    <div class="quiet">since ${moment(stateSince)}</div>`;
}
