import { html, nothing } from './lit-html.js';
import {
  cents,
  counted,
  factsOf,
  marked,
  meaning,
  quiet,
  View,
  waiting,
  withQuery,
} from './view.js';

const [REFRESH_MS, FIGURES_MS] = [10_000, 60_000];
/** Accounts, events of a day, and accounts whose cash of a day is added up, at most. */
const [MOST, MOST_EVENTS, MOST_WITH_CASH] = [1_000, 10_000, 100];
/** Free space of the disk, in bytes, below which somebody should look. */
const LITTLE_SPACE = 5e9;

/** Something that needs somebody. @typedef {readonly [what: string, hash: string, how: string]} Need */

/** @typedef {import('./answers.js').Answers} Answers */
/** @typedef {Answers['Account']} Account */

/** Sums in cents. @typedef {{ accounts: number, left: number, in: number, out: number }} Cash */

/** What needs somebody first, then what there is and what happens today. Each role sees what it may. */
export class OverviewView extends View {
  /** @type {Need[] | undefined} */
  needs;
  /** @type {Answers['Root'] | undefined} */
  root;
  /** @type {Account[] | undefined} */
  accounts;
  /** Number of published events of today, by type. @type {Map<string, number> | undefined} */
  today;
  /** Cash transactions of today that were not rejected or cancelled. @type {Cash | undefined} */
  cash;

  get isOperator() {
    return this.service.is('operator', 'auditor');
  }

  get isReader() {
    return this.service.is('client', 'advisor', 'auditor');
  }

  start() {
    this.draw();
    if (this.isOperator) void this.watch(REFRESH_MS, () => this.loadNeeds());
    if (this.isReader) void this.watch(FIGURES_MS, () => this.loadFigures());
  }

  async loadNeeds() {
    const { service } = this;
    /** @type {[Answers['Consumer'][], Answers['WebhookStatus'][], Answers['Mail'][], Answers['Projection'][], Answers['Root'][]]} */
    const [consumers, webhooks, mails, models, roots] = await Promise.all([
      service.get('/operator/consumers'),
      service.all('/operator/webhooks', MOST),
      service.all('/operator/mails?status=failed', MOST),
      service.get('/operator/projections'),
      service.get('/operator/audit/roots?limit=1'),
    ]);
    this.root = roots[0];
    /** @type {Need[]} */
    const needs = [];
    for (const { name, parked } of consumers) {
      if (parked.length > 0) {
        needs.push([
          `${name}: ${counted(parked.length, 'parked event')}`,
          'consumers',
          'Retry or skip',
        ]);
      }
    }
    for (const { name, state, lastError } of models) {
      if (state === 'stopped')
        needs.push([`${name} has stopped: ${lastError}`, 'projections', 'See']);
    }
    for (const { id, firmId, target, failing, disabledBecause } of webhooks) {
      const isDisabled = disabledBecause === 'failing' || disabledBecause === 'gone';
      if (!isDisabled && (failing === null || disabledBecause === 'request')) continue;
      const what = isDisabled ? 'was disabled after failures' : 'fails';
      needs.push([
        `The webhook to ${target} of firm ${firmId} ${what}`,
        `webhooks/${firmId}/${id}`,
        'See its attempts',
      ]);
    }
    if (mails.length > 0) {
      needs.push([counted(mails.length, 'mail') + ' could not be delivered', 'mails', 'See']);
    }
    const space = await this.space();
    if (space !== undefined && space < LITTLE_SPACE) {
      needs.push([`The disk has ${(space / 1e9).toFixed(1)} GB left`, 'projections', 'See']);
    }
    this.needs = needs;
  }

  /** Free bytes of the disk, as far as the caller may know. */
  async space() {
    if (!this.service.is('operator')) return undefined;
    const text = await (await this.service.request('GET', '/metrics')).text();
    const [, bytes] = /^brokerage_data_directory_free_bytes(?:\{[^}]*\})? (\S+)$/m.exec(text) ?? [];
    return bytes === undefined ? undefined : Number(bytes);
  }

  async loadFigures() {
    this.accounts = await this.service.all(
      `/restapi/accounts?limit=${MOST}&sort=-creationDate`,
      MOST,
    );
    this.draw();
    // a day as `from` stands for its end
    const yesterday = newYork(new Date(Date.now() - 86_400_000));
    const path = `/restapi/events?limit=${MOST}&from=${yesterday}`;
    const events = await this.service.all(path, MOST_EVENTS);
    const counts = new Map();
    for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
    this.today = counts;
    this.draw();
    const moved = events.filter(({ type }) => type.startsWith('brokerage.cash-transaction.'));
    await this.loadCash([...new Set(moved.map(({ data }) => data.accountNumber))]);
  }

  /** @param {string[]} accounts that have news about cash today */
  async loadCash(accounts) {
    const cash = {
      accounts: 0,
      left: Math.max(0, accounts.length - MOST_WITH_CASH),
      in: 0,
      out: 0,
    };
    for (const account of accounts.slice(0, MOST_WITH_CASH)) {
      const path = `/restapi/accounts/${encodeURIComponent(account)}/cashtransactions`;
      const query = { from: newYork(new Date()), transactionStatuses: 'PD,PR,CL' };
      const transactions = await this.service.all(withQuery(path, query));
      if (transactions.length > 0) cash.accounts += 1;
      for (const { transactionType, amount } of transactions) {
        cash[transactionType === 'AHD' ? 'in' : 'out'] += cents(amount);
      }
    }
    this.cash = cash;
  }

  template() {
    return html`<h2>Overview</h2>
      ${this.isOperator ? this.needing() : nothing} ${this.isReader ? this.figures() : nothing}`;
  }

  needing() {
    const { needs, root } = this;
    if (needs === undefined) return waiting;
    return html`<h3>Needs somebody</h3>
      ${
        needs.length === 0
          ? html`<p id="needs" class="good">Nothing does.</p>`
          : html`<ul id="needs">
              ${needs.map(
                ([what, hash, how]) =>
                  html`<li>${marked('bad', what)}: <a href="#${hash}">${how}</a></li>`,
              )}
            </ul>`
      }
      <p class="quiet">
        ${
          root === undefined
            ? 'No daily root was signed yet: the first is, once a day (UTC) with events has ended.'
            : html`The newest daily root is of ${root.day}.`
        }
      </p>`;
  }

  figures() {
    const { accounts, today } = this;
    if (accounts === undefined) return waiting;
    /** @type {Map<string, number>} */
    const states = new Map();
    for (const { accountStatus = '' } of accounts) {
      states.set(accountStatus, (states.get(accountStatus) ?? 0) + 1);
    }
    const day = newYork(new Date());
    const opened = accounts.filter(
      ({ creationDate }) => newYork(new Date(creationDate ?? '')) === day,
    );
    const shown = accounts.length < MOST ? 'Accounts' : `The newest ${MOST} accounts`;
    const count = [...(today?.values() ?? [])].reduce((sum, one) => sum + one, 0);
    const { cash } = this;
    return html`<h3>${shown}</h3>
      ${factsOf(
        [
          ...[...states].map(
            ([status, of]) => /** @type {const} */ ([meaning('accountStatus', status), String(of)]),
          ),
          ['Opened today', html`<a href="#accounts?sort=-creationDate">${opened.length}</a>`],
        ],
        'account-figures',
      )}
      <h3>
        ${count < MOST_EVENTS ? 'Today' : `Today, the first ${count.toLocaleString('en-US')} events`}
      </h3>
      ${
        today === undefined
          ? waiting
          : today.size === 0
            ? quiet('Nothing has happened yet.')
            : factsOf(
                [...today]
                  .sort(([one], [other]) => (one < other ? -1 : 1))
                  .map(([type, count]) => [inPlainWords(type), String(count)]),
                'today',
              )
      }
      ${
        cash === undefined || cash.accounts === 0
          ? nothing
          : html`<h3>
                Money of today${cash.left > 0 ? `, without ${counted(cash.left, 'account')}` : ''}
              </h3>
              ${factsOf(
                [
                  ['In', dollars(cash.in)],
                  ['Out', dollars(cash.out)],
                  ['Accounts', String(cash.accounts)],
                ],
                'money',
              )}
              <p class="quiet">
                Cash transactions created today that are pending, processed or completed.
              </p>`
      }`;
  }
}

/** @param {number} sum in cents */
function dollars(sum) {
  return (sum / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

/** @param {string} type of a published event: `brokerage.cash-transaction.created.v1` */
function inPlainWords(type) {
  const [, thing = '', what = ''] = type.split('.');
  const text = `${thing} ${what}`.replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const DAYS = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });

/** The day in New York, as `yyyy-MM-dd`. @param {Date} at */
function newYork(at) {
  return Number.isNaN(at.getTime()) ? '' : DAYS.format(at);
}
