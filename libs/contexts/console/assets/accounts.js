import { barChart, lineChart } from './charts.js';
import { html, nothing } from './lit-html.js';
import {
  choice,
  factsOf,
  linkTo,
  ListView,
  moment,
  periodFields,
  quiet,
  table,
  withQuery,
} from './view.js';

const PAGE = 100;
/** Cash transactions read for the monthly chart, approximately. */
const MAX_CASH = 5_000;

/** Labels of the fields shown. */
const SHOWN = /** @type {readonly (readonly [field: string, name: string])[]} */ ([
  ['accountName', 'Name'],
  ['accountType', 'Type'],
  ['accountStatus', 'Status'],
  ['primaryAccountOwner', 'Owner'],
  ['jointOwners', 'Joint owners'],
  ['trustees', 'Trustees'],
  ['accountRegistrationInfo', 'Registration'],
  ['billingPlanOid', 'Billing plan'],
  ['defaultTaxLotSelection', 'Tax lot selection'],
  ['restrictions', 'Restrictions'],
]);

/** @typedef {import('./answers.js').Answers['Folio']} Folio */

/** @typedef {{ date: string, value: string }} UnitValue */

/** The list of accounts, or one account with its folios, bank links, cash by month and unit values. */
export class AccountsView extends ListView {
  /** @type {Record<string, any> | undefined} */
  account;
  /** @type {Folio[]} */
  folios = [];
  /** @type {Record<string, any>[]} */
  links = [];
  /** @type {Record<string, string>[]} */
  cash = [];
  /** Unit values of each folio. @type {[Folio, UnitValue[]][]} */
  values = [];

  /** @param {string} [path] */
  load(path) {
    return this.argument === '' ? super.load(path) : this.loadAccount();
  }

  path() {
    return withQuery('/restapi/accounts', { limit: PAGE });
  }

  async loadAccount() {
    const path = `/restapi/accounts/${encodeURIComponent(this.argument)}`;
    [this.account, this.folios, this.links] = await Promise.all([
      this.service.get(path),
      this.service.get(`${path}/folios`),
      this.service.get(`${path}/achbanklinks`),
    ]);
    this.draw();
    this.cash = await this.service.all(`${path}/cashtransactions?limit=1000`, MAX_CASH);
    const range = `${this.day('from')},${this.day('to')}`;
    for (const folio of this.folios) {
      const of = `${path}/folios/${folio.folioNumber}/performance/unitvalues`;
      const { values } = await this.service.get(
        withQuery(of, { daterange: range, returntype: 'net' }),
      );
      if (values.length > 1) this.values = [...this.values, [folio, values]];
    }
  }

  /** A day of the address; by default the period is the last two years. @param {'from' | 'to'} name */
  day(name) {
    const today = new Date();
    if (name === 'from') today.setUTCFullYear(today.getUTCFullYear() - 2);
    return this.address.query.get(name) ?? today.toISOString().slice(0, 10);
  }

  template() {
    return this.argument === '' ? this.overview() : this.one();
  }

  overview() {
    return html`<h2>Accounts</h2>
      ${choice(
        [{ name: 'account', label: 'Account number', value: '', required: true }],
        'Show',
        ({ account = '' }) => `#accounts/${encodeURIComponent(account)}`,
      )}
      ${this.list({
        id: 'accounts',
        label: 'Accounts',
        key: ({ accountNumber }) => accountNumber,
        columns: [
          ['Account', ({ accountNumber }) => linkTo('accounts', accountNumber), 'head'],
          ['Name', ({ accountName }) => accountName],
          ['Type', ({ accountType }) => accountType],
          ['Status', ({ accountStatus }) => accountStatus],
          ['Owner', ({ primaryAccountOwner }) => primaryAccountOwner],
          ['Opened', ({ creationDate }) => moment(creationDate)],
        ],
      })}`;
  }

  one() {
    const { account, argument } = this;
    return html`<h2>Account ${argument}</h2>
      ${account === undefined ? nothing : this.details(account)}`;
  }

  /** @param {Record<string, any>} account */
  details(account) {
    const { argument } = this;
    /** @param {unknown} value */
    const text = (value) =>
      Array.isArray(value)
        ? value
            .map((item) => (typeof item === 'object' ? Object.values(item).join(' ') : item))
            .join(', ')
        : value;
    return html`<p>
        <a href="#timeline/${argument}">Timeline</a> · <a href="#feed/${argument}">Event feed</a>
      </p>
      ${factsOf([
        ...SHOWN.map(([field, name]) => /** @type {const} */ ([name, text(account[field])])),
        ['Opened', moment(account['creationDate'])],
      ])}
      <h3>Folios</h3>
      ${table({
        id: 'folios',
        label: 'Folios',
        items: this.folios,
        key: ({ folioNumber }) => folioNumber,
        columns: [
          [
            'Folio',
            ({ folioNumber }) => linkTo(`timeline/${argument}/folios`, folioNumber),
            'head',
          ],
          ['Name', ({ folioName }) => folioName],
          ['Status', ({ folioStatus }) => (folioStatus === 'O' ? 'open' : 'closed')],
        ],
      })}
      <h3>Bank links</h3>
      ${table({
        id: 'bank-links',
        label: 'Bank links',
        items: this.links,
        key: ({ bankLinkOid }) => bankLinkOid,
        columns: [
          [
            'Bank link',
            ({ bankLinkOid }) => linkTo(`timeline/${argument}/achbanklinks`, bankLinkOid),
            'head',
          ],
          ['Bank', ({ bankName }) => bankName],
          ['Account ends in', ({ bankAccountNumber }) => bankAccountNumber],
          ['Verified', ({ verifyStatus }) => (verifyStatus ? 'yes' : 'no')],
          ['Created', ({ creationDate }) => moment(creationDate)],
        ],
        empty: 'None.',
      })}
      <h3>Cash by month</h3>
      ${this.months()}
      <h3>Unit values</h3>
      ${choice(
        periodFields(new URLSearchParams({ from: this.day('from'), to: this.day('to') })),
        'Show',
        (days) => withQuery(`#accounts/${encodeURIComponent(argument)}`, days),
      )}
      ${
        this.values.length === 0
          ? quiet('None in this period.')
          : this.values.map(([folio, values]) => unitValues(folio, values))
      }`;
  }

  months() {
    const { argument } = this;
    /** @type {Map<string, [inwards: number, outwards: number]>} */
    const months = new Map();
    for (const { processDate = '', sourceId, targetId, amount, status } of this.cash) {
      // cancelled and pending transactions have moved nothing
      if (status !== 'CL') continue;
      const month = processDate.slice(0, 7);
      const sums = months.get(month) ?? [0, 0];
      const inwards = targetId === argument || targetId?.startsWith(argument);
      const outwards = sourceId === argument || sourceId?.startsWith(argument);
      if (inwards && !outwards) sums[0] += cents(amount);
      if (outwards && !inwards) sums[1] -= cents(amount);
      months.set(month, sums);
    }
    const bars = [...months]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, values]) => ({ name, values }));
    if (bars.length === 0) return quiet('No cash has moved yet.');
    const span = { from: bars[0]?.name ?? '', to: bars.at(-1)?.name ?? '' };
    const label = 'Cash in and out';
    return barChart({ label, bars, kinds: ['in', 'out'], format: dollars, ...span });
  }
}

/** @param {Folio} folio @param {UnitValue[]} values */
function unitValues({ folioNumber, folioName }, values) {
  const points = values.map(({ date, value }) => ({ x: Date.parse(date), y: Number(value) }));
  return lineChart({
    label: `${folioName} (${folioNumber})`,
    points,
    format: (y) => y.toFixed(2),
    from: values[0]?.date ?? '',
    to: values.at(-1)?.date ?? '',
  });
}

/** An amount in integer cents, so that sums are exact. @param {string | undefined} amount */
function cents(amount = '0') {
  return Number(amount.replace('.', ''));
}

/** @param {number} sum in cents */
function dollars(sum) {
  return (sum / 100).toLocaleString('en-US', { maximumFractionDigits: 0 });
}
