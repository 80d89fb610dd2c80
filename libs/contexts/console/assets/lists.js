import { html, nothing } from './lit-html.js';
import { choice, linkTo, ListView, moment, periodFields, periodOf, withQuery } from './view.js';

/** Members of firms: the way to their timelines. */
export class MembersView extends ListView {
  path() {
    return withQuery('/restapi/members', { limit: 100 });
  }

  template() {
    return html`<h2>Members</h2>
      ${choice(
        [{ name: 'login', label: 'Login id', value: '', required: true }],
        'Show timeline',
        ({ login = '' }) => `#timeline/members/${encodeURIComponent(login)}`,
      )}
      ${this.list({
        id: 'members',
        label: 'Members',
        key: ({ loginId }) => loginId,
        columns: [
          {
            name: 'Login id',
            kind: 'head',
            cell: ({ loginId }) =>
              html`<a href="#timeline/members/${encodeURIComponent(loginId)}">${loginId}</a>`,
          },
          {
            name: 'Name',
            cell: ({ firstName, lastName }) => `${firstName ?? ''} ${lastName ?? ''}`,
          },
          {
            name: 'Firm',
            cell: ({ firmOid }) =>
              html`<a href="#timeline/firms/${encodeURIComponent(firmOid)}">${firmOid}</a>`,
          },
          { name: 'Advisor', cell: ({ advisorLoginId }) => advisorLoginId },
          { name: 'Identity', cell: ({ cipStatus }) => cipStatus },
        ],
      })}`;
  }
}

/** Looked at again after so many milliseconds. */
const EVERY_MS = 5_000;

/**
 * @typedef {object} Parked an event that a consumer of the log went on without
 * @property {string} position
 * @property {string} type
 * @property {string} partition
 * @property {number} attempts
 * @property {string} error
 */

/** Consumers of the log and what they have parked: it can be tried again or skipped. */
export class ConsumersView extends ListView {
  start() {
    this.draw();
    void this.watch(EVERY_MS, () => this.load());
  }

  path() {
    return '/operator/consumers?limit=100';
  }

  template() {
    return html`<h2>Consumers</h2>
      ${this.list({
        id: 'consumers',
        label: 'Consumers of the log',
        key: ({ name }) => name,
        columns: [
          { name: 'Name', kind: 'head', cell: ({ name }) => html`<code>${name}</code>` },
          {
            name: 'Position',
            kind: 'number',
            cell: ({ position, head }) => `${position} / ${head}`,
          },
          {
            name: 'Parked',
            cell: ({ name, parked }) =>
              parked.map((/** @type {Parked} */ one) => this.parked(name, one)),
          },
          {
            name: 'Skipped',
            cell: ({ skipped }) =>
              skipped.length === 0
                ? nothing
                : html`<span class="quiet">without ${skipped.join(', ')}</span>`,
          },
        ],
      })}`;
  }

  /**
   * @param {string} consumer
   * @param {Parked} parked
   */
  parked(consumer, { position, type, partition, attempts, error }) {
    const ask = (/** @type {string} */ what, /** @type {object} */ body) => async () => {
      await this.service.send('POST', `/operator/consumers/${consumer}/${what}`, body);
      await this.load();
    };
    const skip = () => {
      const reason = prompt(`Why does ${consumer} go on without the event at ${position}?`);
      if (reason) void this.attempt(ask('skip', { position, reason }));
    };
    return html`<div>
      <code>${type}</code> at ${position}, ${attempts} attempts; what follows of ${partition} waits
      <div class="bad">${error}</div>
      ${
        this.service.is('operator')
          ? html`<button
                aria-label="Try again ${position}: ${consumer}"
                @click=${() => this.attempt(ask('retry', { position }))}
              >
                Try again
              </button>
              <button aria-label="Go on without ${position}: ${consumer}" @click=${skip}>
                Go on without it
              </button>`
          : nothing
      }
    </div>`;
  }
}

/** Mails by what became of them; a failed one can be sent once more. */
export class MailsView extends ListView {
  get status() {
    return this.address.query.get('status') ?? 'failed';
  }

  path() {
    return withQuery('/operator/mails', { status: this.status });
  }

  template() {
    const { status } = this;
    return html`<h2>Mails</h2>
      ${choice(
        [
          {
            ...{ name: 'status', label: 'What became of them', value: status },
            options: [
              ['failed', 'failed'],
              ['due', 'due'],
              ['sent', 'sent'],
            ],
          },
        ],
        'Show',
        (values) => withQuery('#mails', values),
      )}
      ${this.list({
        id: 'mails',
        label: 'Mails',
        key: ({ mailId }) => mailId,
        columns: [
          {
            name: 'Mail',
            kind: 'head',
            cell: ({ mailId, topic }) =>
              html`${mailId}
                <div class="quiet">${topic}</div>`,
          },
          {
            name: 'To',
            cell: ({ loginId, firmId }) =>
              html`${loginId}
                <div class="quiet">firm ${firmId}</div>`,
          },
          { name: 'Subject', cell: ({ subject }) => subject },
          { name: 'Asked for', cell: ({ requestedAt }) => moment(requestedAt) },
          { name: 'Attempts', kind: 'number', cell: ({ attempts }) => attempts },
          { name: 'Next attempt', cell: ({ dueAt }) => moment(dueAt) },
          { name: 'Why', cell: ({ failure, code }) => [failure, code].filter(Boolean).join(', ') },
          ...(status === 'failed' && this.service.is('operator')
            ? [
                {
                  name: 'Work',
                  cell: (/** @type {{ mailId: string }} */ { mailId }) =>
                    html`<button
                      aria-label="Send once more: ${mailId}"
                      @click=${() => this.requeue(mailId)}
                    >
                      Send once more
                    </button>`,
                },
              ]
            : []),
        ],
      })}`;
  }

  /** @param {string} mailId */
  requeue(mailId) {
    this.change(`Send mail ${mailId} once more?`, async () => {
      await this.service.send('POST', `/operator/mails/${encodeURIComponent(mailId)}/requeue`);
      await this.load();
    });
  }
}

const KINDS = /** @type {Record<string, string>} */ ({
  fullTid: 'whole tax id',
  asOf: 'state of the past',
  export: 'export',
});

/** The ledger of sensitive reads. */
export class ReadsView extends ListView {
  path() {
    const { query } = this.address;
    const of = query.get('of') ?? '';
    const value = query.get('id') ?? '';
    return withQuery('/operator/audit/sensitivereads', {
      [of]: of === '' ? '' : value,
      ...periodOf(query),
    });
  }

  template() {
    const { query } = this.address;
    return html`<h2>Who read what</h2>
      ${choice(
        [
          {
            ...{ name: 'of', label: 'Of', value: query.get('of') ?? '' },
            options: [
              ['', 'everybody'],
              ['account', 'an account'],
              ['member', 'a member'],
              ['firm', 'a firm'],
            ],
          },
          { name: 'id', label: 'Number or login id', value: query.get('id') ?? '' },
          ...periodFields(query),
        ],
        'Show',
        (values) => withQuery('#reads', values),
      )}
      ${this.list({
        id: 'reads',
        label: 'Sensitive reads',
        key: ({ time, requestId, subjects }) => `${time} ${requestId} ${subjects.join()}`,
        columns: [
          { name: 'Time', cell: ({ time }) => moment(time) },
          { name: 'Who', kind: 'head', cell: who },
          {
            name: 'What',
            cell: ({ kind, asOf }) =>
              html`${KINDS[kind] ?? kind}
              ${asOf === null ? nothing : html`<div>of ${moment(asOf)}</div>`}`,
          },
          { name: 'Of', cell: ({ subjects }) => subjects.join(', ') },
          {
            name: 'Request',
            cell: ({ method, route, requestId }) =>
              html`${method} ${route}
                <div class="quiet">${requestId}</div>`,
          },
        ],
      })}`;
  }
}

/** @param {{ caller: string, actingMember: string | null, associatedMember: string | null }} actor */
export function who({ caller, actingMember, associatedMember }) {
  return html`${actingMember ?? caller}
  ${actingMember === null ? nothing : html`<div class="quiet">by ${caller}</div>`}
  ${associatedMember === null ? nothing : html`<div class="quiet">for ${associatedMember}</div>`}`;
}

/** API clients of all firms. */
export class ClientsView extends ListView {
  path() {
    return withQuery('/operator/clients', { firmId: this.argument });
  }

  template() {
    const operator = this.service.is('operator');
    return html`<h2>API clients</h2>
      ${this.list({
        id: 'clients',
        label: 'API clients',
        key: ({ apiKey }) => apiKey,
        columns: [
          { name: 'API key', kind: 'head', cell: ({ apiKey }) => html`<code>${apiKey}</code>` },
          { name: 'Firm', cell: ({ firmId }) => linkTo('clients', firmId) },
          { name: 'Login id', cell: ({ loginId }) => loginId },
          {
            name: 'State',
            cell: ({ revoked }) =>
              html`<span class=${revoked ? 'quiet' : 'good'}
                >${revoked ? 'revoked' : 'good'}</span
              >`,
          },
          ...(operator ? [{ name: 'Work', cell: (/** @type {any} */ one) => this.work(one) }] : []),
        ],
      })}`;
  }

  /** @param {{ firmId: string, apiKey: string, revoked: boolean }} client */
  work({ firmId, apiKey, revoked }) {
    const path = `/backoffice/firms/${encodeURIComponent(firmId)}/clients/${encodeURIComponent(apiKey)}`;
    const revoke = () =>
      this.change(
        `Revoke ${apiKey}? Nothing it signs is taken any more, and it can not be undone.`,
        async () => {
          await this.service.send('DELETE', path);
          await this.load();
        },
      );
    return revoked
      ? nothing
      : html`<button aria-label="Revoke ${apiKey}" @click=${revoke}>Revoke</button>`;
  }
}

/** Persons whose data have been erased. */
export class ErasuresView extends ListView {
  path() {
    return '/operator/erasures';
  }

  template() {
    return html`<h2>Erasures</h2>
      ${this.list({
        id: 'erasures',
        label: 'Erasures',
        key: ({ loginId }) => loginId,
        columns: [
          { name: 'Person', kind: 'head', cell: ({ loginId }) => loginId },
          { name: 'Erased', cell: ({ erasedAt }) => moment(erasedAt) },
          { name: 'By', cell: ({ erasedBy }) => erasedBy },
          { name: 'Certified', cell: ({ certifiedAt }) => moment(certifiedAt) },
        ],
      })}`;
  }
}
