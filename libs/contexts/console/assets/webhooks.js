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

/** Looked at again after so many milliseconds. */
const EVERY_MS = 5_000;

/**
 * A webhook as those see it who look after the service, or as its firm does.
 * @typedef {Partial<import('./answers.js').Answers['WebhookStatus']> & import('./answers.js').Answers['Webhook']} Webhook
 */

/**
 * The webhooks of all firms or of one, to a firm its own: state, lag, what fails and when it is tried again. `#webhooks/FIRM/ID` is one
 * of them with its attempts.
 */
export class WebhooksView extends ListView {
  /** @type {Webhook[] | undefined} */
  webhooks;

  /** Whether they are shown to those who look after the service, all of them. */
  get ofAll() {
    return this.service.is('operator', 'auditor');
  }

  /** Where webhooks are found by this caller. */
  get base() {
    return this.ofAll ? '/operator/webhooks' : '/restapi/webhooks';
  }

  /** The webhook whose attempts are shown. */
  get id() {
    return this.address.parts[1] ?? '';
  }

  start() {
    this.draw();
    void this.watch(EVERY_MS, async () => {
      const firmId = this.ofAll ? this.argument : '';
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
        this.ofAll && ['Firm', ({ firmId = '' }) => linkTo('webhooks', firmId)],
        [
          'Webhook',
          ({ id, firmId = 'own', target, url }) =>
            html`${code(target ?? url)}
              <div>
                <a href="#webhooks/${firmId}/${id}" aria-label="Attempts of ${id}">${id}</a>
              </div>`,
          'head',
        ],
        ['State', stateOf],
        [
          'Lag',
          ({ lagSeconds }) => (lagSeconds === undefined ? nothing : `${lagSeconds} s`),
          'number',
        ],
        [
          'Not taken',
          ({ failing }) =>
            failing &&
            html`${linkTo('feed', failing.accountNumber)} #${failing.sequence}
              <div class="quiet">since ${moment(failing.since)}</div>`,
        ],
        [
          'Last failure',
          ({ failing }) =>
            failing &&
            html`${marked('bad', failing.status ?? failing.reason)}, attempt ${failing.attempts}
              <div class="quiet">${moment(failing.attemptedAt)}</div>`,
        ],
        ['Next attempt', ({ failing }) => moment(failing?.nextAttemptAt)],
      ],
      empty: 'There are none.',
    });
  }

  attempts() {
    return html`<h3>Attempts</h3>
      ${quiet('Those that failed or ended failures; rows of events that were taken at once.')}
      ${this.list({
        id: 'attempts',
        label: 'Attempts',
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
              html`${delivered ? marked('good', 'taken') : marked('bad', 'not taken')}
              ${[status, reason].filter((part) => part !== null).join(', ')}`,
          ],
          ['Next attempt', ({ nextAttemptAt }) => moment(nextAttemptAt)],
        ],
      })}
      ${this.service.is(this.ofAll ? 'operator' : 'client') ? this.replay() : nothing}`;
  }

  /** A firm may have its events once more, from whoever looks after the service too: the ids of the messages stay, so that whoever has one knows it. */
  replay() {
    const submit = submitted((form) => {
      const accountNumber = String(form.get('account')).trim();
      const sequence = Number(form.get('sequence'));
      this.change(`Send everything from event ${sequence} of ${accountNumber} on once more?`, () =>
        this.service.send('POST', `${this.base}/${this.id}/replay`, { accountNumber, sequence }),
      );
    });
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
  return twoLines(marked(mood, state + because), html`since ${moment(stateSince)}`);
}
