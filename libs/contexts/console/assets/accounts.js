import { barChart, lineChart } from './charts.js';
import { html, nothing } from './lit-html.js';
import { isFirm, Refusal } from './service.js';
import {
  cents,
  code,
  codeOptions,
  factsOf,
  linkTo,
  ListView,
  meaning,
  moment,
  PERIOD,
  quiet,
  section,
  withQuery,
} from './view.js';

const PAGE = 100;
/** Rows of a table on the page of an account. */
const MOST_SHOWN = 50;
/** Parameters of the list. */
const FILTERS = ['accountName', 'owner', 'accountType', 'accountStatus', 'sort'];
/** Cash transactions read for the monthly chart, approximately. */
const MAX_CASH = 5_000;

/** Fields that have codes. */
const CODES = ['accountType', 'accountStatus', 'defaultTaxLotSelection'];

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
  namedField = 'primaryAccountOwner';

  /** @type {Record<string, any> | undefined} */
  account;
  /** @type {Folio[]} */
  folios = [];
  /** @type {Record<string, any>[]} */
  links = [];
  /** @type {Record<string, string>[]} */
  cash = [];
  /** Permissions, placements, signatures, orders and items, by name. @type {Record<string, Record<string, any>[]>} */
  more = {};
  /** Name of the billing plan. @type {string | undefined} */
  plan;
  /** Unit values of each folio. @type {[Folio, UnitValue[]][]} */
  values = [];

  /** @param {string} [path] */
  load(path) {
    return this.argument === '' ? super.load(path) : this.loadAccount();
  }

  path() {
    const asked = FILTERS.map((name) => /** @type {const} */ ([name, this.value(name)]));
    return withQuery('/restapi/accounts', { limit: PAGE, ...Object.fromEntries(asked) });
  }

  async loadAccount() {
    const path = `/restapi/accounts/${encodeURIComponent(this.argument)}`;
    [this.account, this.folios, this.links] = await Promise.all([
      this.service.get(path),
      this.service.get(`${path}/folios`),
      this.service.get(`${path}/achbanklinks`),
    ]);
    this.draw();
    const owners = [
      this.account?.['primaryAccountOwner'],
      ...(this.account?.['jointOwners'] ?? []),
    ];
    await Promise.all([
      ...['permissions', 'privateplacementorders', 'customeragreement'].map(async (name) => {
        this.more[name] = await this.service.all(`${path}/${name}`);
      }),
      ...this.folios.map(async ({ folioNumber }) => {
        const orders = await this.service.all(`${path}/folios/${folioNumber}/orders`, MOST_SHOWN);
        this.more['orders'] = [
          ...(this.more['orders'] ?? []),
          ...orders.map((order) => ({ ...order, folioNumber })),
        ];
      }),
      this.service.learnNames(owners),
      ...owners
        .filter((login) => login && !isFirm(login))
        .map(async (login) => {
          const member = `/restapi/members/${encodeURIComponent(login)}`;
          try {
            const items = await this.service.all(`${member}/ifas`, MOST_SHOWN);
            this.more['items'] = [
              ...(this.more['items'] ?? []),
              ...items.map((item) => ({ ...item, login })),
            ];
            const { firmOid } = await this.service.get(member);
            const plans = `/restapi/firms/${encodeURIComponent(firmOid)}/billingplans`;
            this.plan = (
              await this.service.get(`${plans}/${this.account?.['billingPlanOid']}`)
            ).name;
          } catch (error) {
            // an owner that the caller may not read
            if (!(error instanceof Refusal) || !error.isFinal) throw error;
          }
        }),
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

  /** A day of the address; by default the period is the last two years. @param {string} name */
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
      ${this.choice([{ name: 'argument', label: 'Account number', required: true }], 'Show')}
      ${this.filter()}
      ${this.list({
        id: 'accounts',
        label: 'Accounts',
        key: ({ accountNumber }) => accountNumber,
        columns: [
          ['Account', ({ accountNumber }) => linkTo('accounts', accountNumber), 'head'],
          ['Name', ({ accountName }) => accountName],
          ['Type', ({ accountType }) => meaning('accountType', accountType)],
          ['Status', ({ accountStatus }) => meaning('accountStatus', accountStatus)],
          ['Owner', ({ primaryAccountOwner: owner }) => this.withName(ownerLink(owner), owner)],
          ['Opened', ({ creationDate }) => moment(creationDate)],
        ],
      })}`;
  }

  /** Narrows and orders the list. */
  filter() {
    /** @type {[string, string][]} */
    const orders = [
      ['', 'by number'],
      ['-creationDate', 'newest first'],
      ['creationDate', 'oldest first'],
      ['accountName', 'by name'],
    ];
    return this.choice(
      [
        { name: 'accountName', label: 'Name begins with' },
        { name: 'owner', label: 'Owner (login id)' },
        { name: 'accountType', label: 'Type', options: codeOptions('accountType') },
        { name: 'accountStatus', label: 'Status', options: codeOptions('accountStatus') },
        { name: 'sort', label: 'Order', options: orders },
      ],
      'Find',
    );
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
        ...SHOWN.map(
          ([field, name]) => /** @type {const} */ ([name, this.fact(field, text(account[field]))]),
        ),
        ['Opened', moment(account['creationDate'])],
      ])}
      ${section('Folios', {
        id: 'folios',
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
      ${section('Bank links', {
        id: 'bank-links',
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
      })}
      ${this.people()}
      <h3>Cash by month</h3>
      ${this.months()} ${this.transactions()} ${this.orders()}
      <h3>Unit values</h3>
      ${this.choice(
        PERIOD.map((field) => ({ ...field, value: this.day(field.name) })),
        'Show',
      )}
      ${
        this.values.length === 0
          ? quiet('None in this period.')
          : this.values.map(([folio, values]) => unitValues(folio, values))
      }`;
  }

  /** @param {string} field @param {any} value */
  fact(field, value) {
    if (CODES.includes(field)) return meaning(field, value);
    if (field === 'billingPlanOid') return html`${this.plan} <span class="quiet">${value}</span>`;
    if (field !== 'primaryAccountOwner' && field !== 'jointOwners') return value;
    const names = String(value ?? '')
      .split(', ')
      .filter(Boolean);
    return names.length === 0
      ? undefined
      : names.map(
          (login) =>
            html`<div>
              ${ownerLink(login)} <span class="quiet">${this.service.names.get(login)}</span>
            </div>`,
        );
  }

  /** Permissions, items for attention and signed documents. */
  people() {
    const { permissions = [], items = [], customeragreement: signatures = [] } = this.more;
    return html`${section('Permissions', {
      id: 'permissions',
      items: permissions,
      key: ({ loginId }) => loginId,
      columns: [
        ['Login id', ({ loginId }) => this.withName(linkTo('members', loginId), loginId), 'head'],
        ['Permission', ({ permission }) => meaning('permission', permission)],
        ['Alerts', ({ alertLevel }) => alertLevel],
      ],
    })}
    ${section('Items for attention', {
      id: 'items',
      label: 'Items for attention of the owners',
      items,
      key: ({ id, login }) => `${login} ${id}`,
      columns: [
        ['Item', ({ id }) => id, 'head'],
        ['Of', ({ login }) => this.withName(login, login)],
        ['Type', ({ ifaType }) => meaning('ifaType', ifaType)],
        ['Status', ({ ifaStatus }) => meaning('ifaStatus', ifaStatus)],
        ['Since', ({ startDate }) => moment(startDate)],
      ],
    })}
    ${section('Signed documents', {
      id: 'documents',
      items: signatures,
      key: ({ loginId, sha256 }) => `${loginId} ${sha256}`,
      columns: [
        ['Signer', ({ loginId }) => this.withName(linkTo('members', loginId), loginId), 'head'],
        ['Signed', ({ signedAt }) => moment(signedAt)],
        [
          'Form',
          ({ signatureMethod, signatureImageEncoding }) =>
            [signatureMethod, signatureImageEncoding]
              .filter(Boolean)
              .join(', ')
              .replaceAll('_', ' ')
              .toLowerCase(),
        ],
        ['SHA-256', ({ sha256 }) => code(sha256)],
      ],
    })}`;
  }

  transactions() {
    const shown = this.cash
      .toSorted((one, other) =>
        String(one['processDate']) < String(other['processDate']) ? 1 : -1,
      )
      .slice(0, MOST_SHOWN);
    return html`${section('Cash transactions', {
      id: 'cash',
      label: 'Cash transactions, newest first',
      items: shown,
      key: ({ oid = '' }) => oid,
      columns: [
        ['Transaction', ({ oid }) => oid, 'head'],
        ['Day', ({ processDate }) => processDate],
        ['Type', ({ transactionType }) => meaning('cash.transactionType', transactionType)],
        ['Status', ({ status }) => meaning('cash.status', status)],
        ['Amount', ({ amount }) => amount, 'number'],
      ],
    })}
    ${this.cash.length > shown.length ? quiet(`The newest ${shown.length} of ${this.cash.length}.`) : nothing}`;
  }

  /** Orders of all folios, and subscriptions to private placements. */
  orders() {
    const { orders = [], privateplacementorders: placements = [] } = this.more;
    const shown = orders
      .toSorted((one, other) => (one['creationDate'] < other['creationDate'] ? 1 : -1))
      .slice(0, MOST_SHOWN);
    return html`${section('Orders', {
      id: 'orders',
      label: 'Orders, newest first',
      items: shown,
      key: ({ folioOrderOid }) => folioOrderOid,
      columns: [
        ['Order', ({ folioOrderOid }) => folioOrderOid, 'head'],
        ['Folio', ({ folioNumber }) => folioNumber],
        ['Created', ({ creationDate }) => moment(creationDate)],
        ['Type', ({ orderType }) => meaning('order.orderType', orderType)],
        ['State', ({ state }) => meaning('order.state', state)],
      ],
    })}
    ${section('Private placements', {
      id: 'placements',
      label: 'Subscriptions to private placements',
      items: placements,
      key: ({ privatePlacementOrderOid }) => privatePlacementOrderOid,
      columns: [
        ['Subscription', ({ privatePlacementOrderOid }) => privatePlacementOrderOid, 'head'],
        ['Offer', ({ privatePlacementOfferOid }) => privatePlacementOfferOid],
        ['Amount', ({ requestedDollarAmount }) => requestedDollarAmount, 'number'],
        ['Status', ({ status }) => status],
        ['Received', ({ receivedTimestamp }) => moment(receivedTimestamp)],
      ],
    })}`;
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
    const known = [...months.keys()].sort();
    if (known.length === 0) return quiet('No cash has moved yet.');
    const bars = monthsUpTo(known.at(-1) ?? '', known[0] ?? '').map((name) => ({
      name,
      values: months.get(name) ?? [0, 0],
    }));
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

/** @param {number} sum in cents */
function dollars(sum) {
  return (sum / 100).toLocaleString('en-US', { maximumFractionDigits: 0 });
}

/** All months up to the last one, from the first one or a year before. @param {string} last yyyy-MM @param {string} first */
function monthsUpTo(last, first) {
  const names = [last];
  const day = new Date(`${last}-01`);
  while (names.length < 12 || (names[0] ?? '') > first) {
    day.setUTCMonth(day.getUTCMonth() - 1);
    names.unshift(day.toISOString().slice(0, 7));
  }
  return names;
}

/** A link to the page of a person, or to the timeline of a firm. @param {string} owner */
function ownerLink(owner) {
  return linkTo(isFirm(owner) ? 'timeline/firms' : 'members', owner);
}
