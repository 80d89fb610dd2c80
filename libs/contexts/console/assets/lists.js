import { html, nothing } from './lit-html.js';
import {
  button,
  code,
  factsOf,
  linkTo,
  ListView,
  logLink,
  marked,
  meaning,
  moment,
  section,
  table,
  twoLines,
  unfolding,
  waiting,
  withQuery,
} from './view.js';

/** Members of firms, or one with the accounts and items for attention. */
export class MembersView extends ListView {
  namedField = 'firmOid';

  /** @type {Record<string, any> | undefined} */
  member;
  /** @type {Record<string, any>[]} */
  accounts = [];
  /** @type {Record<string, any>[]} */
  attention = [];

  path() {
    const [name, email, sort] = ['name', 'email', 'sort'].map((one) => this.value(one));
    return withQuery('/restapi/members', { limit: 100, name, email, sort });
  }

  /** @param {string} [path] */
  load(path) {
    return this.argument === '' ? super.load(path) : this.loadMember();
  }

  async loadMember() {
    const login = encodeURIComponent(this.argument);
    this.member = await this.service.get(`/restapi/members/${login}`);
    this.draw();
    [this.accounts, this.attention] = await Promise.all([
      this.service.all(`/restapi/accounts?limit=100&owner=${login}`, 100),
      this.service.all(`/restapi/members/${login}/ifas`, 100),
      this.service.learnNames([this.member?.['firmOid']]),
    ]);
  }

  one() {
    const { member, argument } = this;
    if (member === undefined) return html`<h2>Member ${argument}</h2>`;
    const firm = member['firmOid'];
    return html`<h2>Member ${argument}</h2>
      <p><a href="#timeline/members/${encodeURIComponent(argument)}">Timeline</a></p>
      ${factsOf([
        ['Name', `${member['firstName'] ?? ''} ${member['lastName'] ?? ''}`.trim()],
        ['Firm', this.withName(linkTo('timeline/firms', firm), firm)],
        ['Advisor', member['advisorLoginId'] && linkTo('members', member['advisorLoginId'])],
        ['Membership', meaning('transState', member['transState'])],
        ['Identity check', meaning('cipStatus', member['cipStatus'])],
        ['Member since', moment(member['creationDate'])],
      ])}
      ${section('Accounts', {
        id: 'member-accounts',
        label: 'Accounts of the member',
        items: this.accounts,
        key: ({ accountNumber }) => accountNumber,
        columns: [
          ['Account', ({ accountNumber }) => linkTo('accounts', accountNumber), 'head'],
          ['Name', ({ accountName }) => accountName],
          ['Type', ({ accountType }) => meaning('accountType', accountType)],
          ['Status', ({ accountStatus }) => meaning('accountStatus', accountStatus)],
        ],
      })}
      ${section('Items for attention', {
        id: 'member-items',
        label: 'Items for attention of the member',
        items: this.attention,
        key: ({ id }) => id,
        columns: [
          ['Item', ({ id }) => id, 'head'],
          ['Type', ({ ifaType }) => meaning('ifaType', ifaType)],
          ['Status', ({ ifaStatus }) => meaning('ifaStatus', ifaStatus)],
          [
            'About',
            ({ targetOid, targetOidType }) =>
              targetOidType === 'A' ? linkTo('accounts', targetOid) : targetOid,
          ],
          ['Since', ({ startDate }) => moment(startDate)],
        ],
      })}`;
  }

  template() {
    if (this.argument !== '') return this.one();
    return html`<h2>Members</h2>
      ${this.choice([{ name: 'argument', label: 'Login id', required: true }], 'Show')}
      ${this.choice(
        [
          { name: 'name', label: 'Name begins with' },
          { name: 'email', label: 'E-mail' },
        ],
        'Find',
      )}
      ${this.list({
        id: 'members',
        label: 'Members',
        key: ({ loginId }) => loginId,
        columns: [
          ['Login id', ({ loginId }) => linkTo('members', loginId), 'head'],
          ['Name', ({ firstName, lastName }) => `${firstName ?? ''} ${lastName ?? ''}`],
          ['Firm', ({ firmOid }) => this.withName(linkTo('timeline/firms', firmOid), firmOid)],
          ['Advisor', ({ advisorLoginId }) => advisorLoginId],
          ['Identity', ({ cipStatus }) => meaning('cipStatus', cipStatus)],
        ],
      })}`;
  }
}

const REFRESH_MS = 5_000;

/** @typedef {import('./answers.js').Answers['ParkedEvent']} Parked */

/** Consumers of the log and their parked events, which can be retried or skipped. */
export class ConsumersView extends ListView {
  start() {
    this.draw();
    void this.watch(REFRESH_MS, () => this.load());
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
          ['Name', ({ name }) => code(name), 'head'],
          ['Position', ({ position, head }) => `${position} / ${head}`, 'number'],
          ['Lag (s)', ({ lagSeconds }) => lagSeconds, 'number'],
          [
            'Parked',
            ({ name, parked }) =>
              parked.length === 0
                ? marked('quiet', 'none')
                : parked.map((/** @type {Parked} */ one) => this.parked(name, one)),
          ],
          ['Skipped', ({ skipped }) => marked('quiet', skipped.join(', ') || 'none')],
        ],
      })}`;
  }

  /** @param {string} consumer @param {Parked} parked */
  parked(consumer, { position, type, partition, attempts, error }) {
    const settle = (/** @type {string} */ action, /** @type {object} */ body) =>
      this.attempt(async () => {
        await this.service.send('POST', `/operator/consumers/${consumer}/${action}`, body);
        await this.load();
      });
    const skip = () => {
      const reason = prompt(`Why should ${consumer} skip the event at ${position}?`);
      if (reason) void settle('skip', { position, reason });
    };
    return html`<div>
      ${code(type)} at ${logLink({ from: position }, position)}, ${attempts} attempts; later events
      of ${partition} wait
      <div class="bad">${error}</div>
      ${
        this.service.is('operator')
          ? html`${button('Retry', () => settle('retry', { position }), `Retry ${position}: ${consumer}`)}
            ${button('Skip', skip, `Skip ${position}: ${consumer}`)}`
          : nothing
      }
    </div>`;
  }
}

/** Mails by status. Failed ones can be requeued. */
export class MailsView extends ListView {
  namedField = 'firmId';

  get status() {
    return this.value('status') || 'failed';
  }

  path() {
    return withQuery('/operator/mails', { status: this.status });
  }

  template() {
    const { status } = this;
    const options = ['failed', 'due', 'sent'].map((one) => /** @type {const} */ ([one, one]));
    return html`<h2>Mails</h2>
      ${this.choice([{ name: 'status', label: 'Status', value: status, options }], 'Show')}
      ${this.list({
        id: 'mails',
        label: 'Mails',
        key: ({ mailId }) => mailId,
        columns: [
          ['Mail', ({ mailId, topic }) => twoLines(mailId, topic), 'head'],
          [
            'To',
            ({ loginId, firmId }) =>
              twoLines(loginId, `firm ${firmId} ${this.service.names.get(firmId) ?? ''}`),
          ],
          ['Subject', ({ subject }) => subject],
          ['Requested', ({ requestedAt }) => moment(requestedAt)],
          ['Attempts', ({ attempts }) => attempts, 'number'],
          status === 'due' && ['Next attempt', ({ dueAt }) => moment(dueAt)],
          status !== 'sent' && [
            'Reason',
            ({ failure, code }) => [failure, code].filter(Boolean).join(', '),
          ],
          status === 'failed' &&
            this.service.is('operator') && ['Actions', ({ mailId }) => this.requeue(mailId)],
        ],
        empty: `There are no ${status} mails.`,
      })}`;
  }

  /** @param {string} mailId */
  requeue(mailId) {
    const path = `/operator/mails/${encodeURIComponent(mailId)}/requeue`;
    const send = () => this.changeBy(`Send mail ${mailId} again?`, 'POST', path);
    return button('Send again', send, `Send again: ${mailId}`);
  }
}

const KINDS = /** @type {Record<string, string>} */ ({
  fullTid: 'full tax id',
  asOf: 'past state',
  export: 'stored events',
});

/** The ledger of sensitive reads. */
export class ReadsView extends ListView {
  path() {
    return withQuery('/operator/audit/sensitivereads', this.subjectOf());
  }

  template() {
    const fields = this.subjectFields({ everyone: true });
    return html`<h2>Who read what</h2>
      ${this.choice(fields, 'Show')}
      ${this.list({
        id: 'reads',
        label: 'Sensitive reads',
        key: ({ time, requestId, subjects }) => `${time} ${requestId} ${subjects.join()}`,
        columns: [
          ['Time', ({ time }) => moment(time)],
          ['Who', who, 'head'],
          [
            'What',
            ({ kind, asOf }) =>
              html`${KINDS[kind] ?? kind}
              ${asOf === null ? nothing : html`<div>as of ${moment(asOf)}</div>`}`,
          ],
          ['Of', ({ subjects }) => subjects.join(', ').replaceAll(':', ' ')],
          ['Request', ({ method, route, requestId }) => twoLines(`${method} ${route}`, requestId)],
        ],
        empty: 'There are no such reads.',
      })}`;
  }
}

/** @param {import('./answers.js').Answers['Actor']} actor */
export function who({ caller, actingMember, associatedMember }) {
  return html`${actingMember ?? caller}
  ${actingMember === null ? nothing : html`<div class="quiet">by ${caller}</div>`}
  ${associatedMember === null ? nothing : html`<div class="quiet">for ${associatedMember}</div>`}`;
}

/** The log as it is stored, newest first. Each page begins with the last event of the page before it. */
export class LogView extends ListView {
  get place() {
    const [stream = '', from = '', order] = ['stream', 'from', 'order'].map((one) =>
      this.value(one),
    );
    return { stream, from, order };
  }

  path() {
    return withQuery('/operator/audit/log', { ...this.place, limit: 50 });
  }

  async load() {
    await super.load();
    if (this.place.order === 'oldest') this.items?.reverse();
  }

  template() {
    return html`<h2>Log</h2>
      ${this.choice(
        [
          { name: 'stream', label: 'Stream, empty for all' },
          { name: 'from', label: 'From number or position' },
        ],
        'Show',
      )}
      <p class="quiet">
        Events as stored, with personal data encrypted. Looking is recorded under “Who read what”.
      </p>
      ${this.items === undefined ? waiting : this.page(this.items)}`;
  }

  /** @param {import('./answers.js').Answers['StoredEvent'][]} items */
  page(items) {
    const { stream, from, order } = this.place;
    const [isLast, isMiddle] = [this.next === undefined, from !== ''];
    const [hasNewer, hasOlder] = order === 'oldest' ? [!isLast, isMiddle] : [isMiddle, !isLast];
    /** A link to the page that begins with an event of this one. @param {string} text @param {number} at */
    const turn = (text, at, way = '') => {
      const { revision, position } = items.at(at) ?? {};
      return logLink({ stream, from: stream === '' ? position : revision, order: way }, text);
    };
    return html`${table({
        id: 'log',
        label: 'Stored events, newest first',
        items,
        key: ({ position }) => position,
        columns: [
          ['Position', ({ position }) => logLink({ from: position }, position), 'number'],
          [
            'Time',
            ({ metadata }) =>
              moment(/** @type {string} */ (metadata['recordedAt'] ?? metadata['at'])),
          ],
          ['Stream', ({ stream: name }) => logLink({ stream: name }, code(name)), 'head'],
          ['Number', ({ revision }) => revision, 'number'],
          ['Event', ({ type, ...event }) => unfolding(type, { type, ...event })],
        ],
        empty: 'There are no such events.',
      })}
      <p>
        ${hasNewer ? turn('Newer', 0, 'oldest') : nothing} ${hasOlder ? turn('Older', -1) : nothing}
      </p>`;
  }
}

const REQUEST_FILTERS = /** @type {const} */ ({
  status: 'Status (409, 4xx)',
  path: 'Path',
  errorCode: 'Error code',
  requestId: 'Request id',
});

/** What a firm sent and what came back: its own for a firm, for operators and auditors that of `#requests/FIRM`. */
export class RequestsView extends ListView {
  get ofAny() {
    return this.service.is('operator', 'auditor');
  }

  path() {
    const firm = `/operator/firms/${encodeURIComponent(this.argument)}/requests`;
    const filters = Object.keys(REQUEST_FILTERS).map((name) => [name, this.value(name)]);
    return withQuery(this.ofAny ? firm : '/restapi/requests', Object.fromEntries(filters));
  }

  /** @param {string} [path] */
  async load(path) {
    if (this.ofAny && this.argument === '') this.items = [];
    else await super.load(path);
  }

  template() {
    const firm = { name: 'argument', label: 'Firm id', value: this.argument, required: true };
    const filters = Object.entries(REQUEST_FILTERS).map(([name, label]) => ({ name, label }));
    return html`<h2>Requests</h2>
      ${this.choice([...(this.ofAny ? [firm] : []), ...filters], 'Show')}
      ${this.list({
        id: 'requests',
        label: 'Requests',
        key: ({ time, requestId, path }) => `${time} ${requestId} ${path}`,
        columns: [
          ['Time', ({ time, durationMs }) => twoLines(moment(time), `${durationMs} ms`)],
          [
            'Request',
            ({ method, path, requestId }) => twoLines(code(`${method} ${path ?? ''}`), requestId),
            'head',
          ],
          [
            'Answer',
            ({ status, errorCodes }) =>
              twoLines(marked(status < 400 ? 'good' : 'bad', status), errorCodes.join(', ')),
          ],
          ['Key', ({ idempotencyKey }) => idempotencyKey],
          [
            'Remarks',
            ({ dryRun, replayed, authenticated }) =>
              [dryRun && 'dry run', replayed && 'replayed', !authenticated && 'not authenticated']
                .filter(Boolean)
                .join(', '),
          ],
        ],
        empty:
          this.ofAny && this.argument === ''
            ? 'Enter the id of a firm to see what it sent.'
            : 'There are no such requests.',
      })}`;
  }
}

/** API clients of all firms. */
export class ClientsView extends ListView {
  namedField = 'firmId';

  path() {
    return withQuery('/operator/clients', { firmId: this.argument });
  }

  template() {
    return html`<h2>API clients</h2>
      ${this.list({
        id: 'clients',
        label: 'API clients',
        key: ({ apiKey }) => apiKey,
        columns: [
          ['API key', ({ apiKey }) => code(apiKey), 'head'],
          ['Firm', ({ firmId }) => this.withName(linkTo('clients', firmId), firmId)],
          ['Login id', ({ loginId }) => loginId],
          [
            'State',
            ({ revoked }) => (revoked ? marked('quiet', 'revoked') : marked('good', 'active')),
          ],
          this.service.is('operator') && [
            'Actions',
            (one) => (one.revoked ? nothing : this.revocation(one)),
          ],
        ],
      })}`;
  }

  /** @param {{ firmId: string, apiKey: string }} client */
  revocation({ firmId, apiKey }) {
    const path = `/backoffice/firms/${encodeURIComponent(firmId)}/clients/${encodeURIComponent(apiKey)}`;
    const question = `Revoke ${apiKey}? Its requests will be refused. This can’t be undone.`;
    return button('Revoke', () => this.changeBy(question, 'DELETE', path), `Revoke ${apiKey}`);
  }
}

/** Persons whose data was erased. */
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
          ['Person', ({ loginId }) => loginId, 'head'],
          ['Erased', ({ erasedAt }) => moment(erasedAt)],
          ['By', ({ erasedBy }) => erasedBy],
          ['Reason', ({ reason }) => reason],
          ['Certified', ({ certifiedAt }) => moment(certifiedAt)],
        ],
        empty: 'Nobody was erased.',
      })}`;
  }
}
