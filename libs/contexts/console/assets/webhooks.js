import { html, nothing } from './lit-html.js';
import {
  code,
  linkTo,
  ListView,
  marked,
  moment,
  quiet,
  submitted,
  table,
  twoLines,
  waiting,
  withQuery,
} from './view.js';

const REFRESH_MS = 5_000;

/**
 * A webhook as operators or its firm see it.
 * @typedef {Partial<import('./answers.js').Answers['WebhookStatus']> & import('./answers.js').Answers['Webhook']} Webhook
 */

/** For operators the webhooks of all firms or of one, for a firm its own. `#webhooks/FIRM/ID` is one webhook with its deliveries. */
export class WebhooksView extends ListView {
  /** @type {Webhook[] | undefined} */
  webhooks;

  /** Whether the caller sees the webhooks of all firms. */
  get ofAll() {
    return this.service.is('operator', 'auditor');
  }

  get base() {
    return this.ofAll ? '/operator/webhooks' : '/restapi/webhooks';
  }

  /** The webhook whose deliveries are shown; empty: none. */
  get id() {
    return this.address.parts[1] ?? '';
  }

  start() {
    this.draw();
    void this.watch(REFRESH_MS, async () => {
      const firmId = this.ofAll ? this.argument : '';
      this.webhooks = await this.service.all(withQuery(this.base, { firmId }));
      if (this.ofAll) await this.service.learnNames(this.webhooks.map((one) => one.firmId));
      // later pages that the user has loaded stay
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
      ${this.webhooks === undefined ? waiting : this.table(shown)}
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
        this.ofAll && [
          'Firm',
          ({ firmId = '' }) => this.withName(linkTo('webhooks', firmId), firmId),
        ],
        [
          'Webhook',
          ({ id, firmId = 'own', target, url }) =>
            html`${code(target ?? url)}
              <div>
                <a href="#webhooks/${firmId}/${id}" aria-label="Deliveries of ${id}">${id}</a>
              </div>`,
          'head',
        ],
        ['State', stateOf],
        [
          'Lag',
          ({ lagSeconds }) => (lagSeconds === undefined ? nothing : duration(Number(lagSeconds))),
          'number',
        ],
        [
          'Failing event',
          ({ failing }) =>
            failing &&
            html`${linkTo('feed', failing.accountNumber)} #${failing.sequence}
              <div class="quiet">since ${moment(failing.since)}</div>`,
        ],
        [
          'Last failure',
          ({ failing }) =>
            failing &&
            html`${marked('bad', failing.status ?? failureIn(failing.reason))}, attempt
              ${failing.attempts}
              <div class="quiet">${moment(failing.attemptedAt)}</div>`,
        ],
        ['Next attempt', ({ failing }) => moment(failing?.nextAttemptAt)],
      ],
      empty: 'There are no webhooks.',
    });
  }

  attempts() {
    return html`<h3>Deliveries</h3>
      ${quiet('Failures, successes that ended them, and runs of events delivered at once.')}
      ${this.list({
        id: 'attempts',
        label: 'Deliveries',
        key: ({ eventId, attempt, attemptedAt }) => `${eventId} ${attempt} ${attemptedAt}`,
        columns: [
          ['Tried', ({ attemptedAt }) => moment(attemptedAt)],
          ['Event', ({ eventType, eventId }) => twoLines(eventType, eventId), 'head'],
          [
            'Account',
            ({ accountNumber, sequence, events }) =>
              html`${accountNumber} #${sequence}
              ${events > 1 ? html`<div class="quiet">${events} events</div>` : nothing}`,
          ],
          ['Attempt', ({ attempt }) => attempt, 'number'],
          [
            'Outcome',
            ({ delivered, status, reason }) =>
              html`${delivered ? marked('good', 'delivered') : marked('bad', 'failed')}
              ${[status, reason && failureIn(reason)].filter((part) => part !== null).join(', ')}`,
          ],
          ['Next attempt', ({ nextAttemptAt }) => moment(nextAttemptAt)],
        ],
        empty: 'Nothing was sent yet.',
      })}
      ${this.service.is(this.ofAll ? 'operator' : 'client') ? this.replay() : nothing}`;
  }

  /** Replays are harmless for the receiver: message ids stay the same, so it recognizes what it already has. */
  replay() {
    const submit = submitted((form) => {
      const accountNumber = String(form.get('account')).trim();
      const sequence = Number(form.get('sequence'));
      this.change(`Send all events from ${sequence} of ${accountNumber} again?`, () =>
        this.service.send('POST', `${this.base}/${this.id}/replay`, { accountNumber, sequence }),
      );
    });
    return html`<h3>Replay</h3>
      <form class="line" @submit=${submit}>
        <label>From account <input name="account" required autocomplete="off" /></label>
        <label>Sequence <input name="sequence" type="number" min="1" required /></label>
        <button>Send again</button>
      </form>`;
  }
}

/** Why no response came, as Node calls it, in words. */
const FAILURES = /** @type {Record<string, string>} */ ({
  EAI_AGAIN: 'Name can’t be looked up',
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'Connection ended',
  EHOSTUNREACH: 'No route to the host',
  ENETUNREACH: 'No route to the host',
  ENOTFOUND: 'No host of this name',
  EPIPE: 'Connection ended',
  EPROTO: 'No TLS spoken',
  ETIMEDOUT: 'No response',
});

/** A reason in words with its code beside it. @param {string} reason */
function failureIn(reason) {
  const words = FAILURES[reason];
  return words === undefined ? reason : `${words} (${reason})`;
}

/** @param {number} seconds */
function duration(seconds) {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

/** @param {Webhook} webhook */
function stateOf({ state, disabledBecause, stateSince, failing }) {
  const bad = disabledBecause === 'gone' || disabledBecause === 'failing';
  const mood = bad ? 'bad' : state === 'disabled' ? 'quiet' : failing === null ? 'good' : 'warn';
  const because = disabledBecause === null ? '' : ` (${disabledBecause})`;
  return twoLines(marked(mood, state + because), html`since ${moment(stateSince)}`);
}
