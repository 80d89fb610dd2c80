import { html, nothing, render } from './lit-html.js';
import { AccountsView } from './accounts.js';
import { ExportsView } from './exports.js';
import { FeedView } from './feed.js';
import { ImportView } from './import.js';
import { KeysView } from './keys.js';
import {
  ClientsView,
  ConsumersView,
  ErasuresView,
  LogView,
  MailsView,
  MembersView,
  ReadsView,
  RequestsView,
} from './lists.js';
import { OverviewView } from './overview.js';
import { ProjectionsView } from './projections.js';
import { Service } from './service.js';
import { beginSignIn, endSignIn, issuerHost } from './sign-in.js';
import { TimelineView } from './timeline.js';
import { messageOf, submitted, View } from './view.js';
import { WebhooksView } from './webhooks.js';

/** Key of the token in the session storage. */
const TOKEN = 'token';

const OPERATORS = ['operator', 'auditor'];
const READERS = ['client', 'advisor', 'auditor'];

/** Views by their name in the address. */
/** @type {Record<string, [title: string, roles: readonly string[], view: typeof View]>} */
const views = {
  overview: ['Overview', [...OPERATORS, ...READERS], OverviewView],
  projections: ['Projections', OPERATORS, ProjectionsView],
  accounts: ['Accounts', READERS, AccountsView],
  members: ['Members', READERS, MembersView],
  timeline: ['Timelines', READERS, TimelineView],
  feed: ['Event feed', READERS, FeedView],
  consumers: ['Consumers', OPERATORS, ConsumersView],
  webhooks: ['Webhooks', [...OPERATORS, 'client'], WebhooksView],
  mails: ['Mails', OPERATORS, MailsView],
  log: ['Log', OPERATORS, LogView],
  exports: ['Exports and roots', OPERATORS, ExportsView],
  reads: ['Who read what', OPERATORS, ReadsView],
  requests: ['Requests', [...OPERATORS, 'client'], RequestsView],
  erasures: ['Erasures', OPERATORS, ErasuresView],
  clients: ['API clients', OPERATORS, ClientsView],
  keys: ['Keys', OPERATORS, KeysView],
  import: ['Import', ['backoffice', 'operator'], ImportView],
};

const host = /** @type {HTMLElement} */ (document.getElementById('view'));
const corner = /** @type {HTMLElement} */ (document.getElementById('caller'));
const way = /** @type {HTMLElement} */ (document.getElementById('way'));

/** @type {Service | undefined} */
let service;
/** @type {View | undefined} */
let view;
/** The view shown when the token expired. @type {View | undefined} */
let interrupted;

/** Replaces a view that the caller's role may not see. */
class ForeignView extends View {
  template() {
    const [title, roles] = views[this.address.name] ?? ['', []];
    return html`<h2>${title}</h2>
      <p>
        This view is for ${roles.join(', ')}; your token has the role
        ${this.service.caller.roles.join(', ')}.
      </p>`;
  }
}

function show() {
  if (service === undefined) return;
  const { caller } = service;
  const own = Object.keys(views).filter((name) => service?.is(...(views[name]?.[1] ?? [])));
  const [path = '', query = ''] = location.hash.slice(1).split(/\?(.*)/s);
  const [requested = '', ...parts] = path.split('/').map(decoded);
  const name = Object.hasOwn(views, requested) ? requested : (own[0] ?? '');
  render(
    own.map(
      (one) =>
        html`<a href="#${one}" aria-current=${one === name ? 'page' : nothing}
          >${views[one]?.[0]}</a
        >`,
    ),
    way,
  );
  way.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  document.title = `${views[name]?.[0] ?? 'Console'} · Brokerage account service`;
  view?.stop();
  const Chosen = own.includes(name) ? /** @type {typeof View} */ (views[name]?.[2]) : ForeignView;
  view = new Chosen(service, host, { name, parts, query: new URLSearchParams(query) });
  // another caller starts afresh, because it may see less
  const same = interrupted instanceof Chosen && interrupted.argument === view.argument;
  if (same && interrupted?.service.caller.id === caller.id) view.resume(interrupted);
  interrupted = undefined;
  view.start();
}

/** @param {string} text of the address, which people may edit */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} token */
async function signIn(token) {
  const candidate = new Service(token, (message) => {
    if (service === candidate) forget(message);
  });
  candidate.caller = await candidate.get('/operator/caller');
  sessionStorage.setItem(TOKEN, token);
  service = candidate;
  const { caller } = candidate;
  render(
    html`<span>${caller.id} <span class="quiet">(${caller.roles.join(', ')})</span></span>
      <button @click=${signOut}>Sign out</button>`,
    corner,
  );
  show();
}

function signOut() {
  sessionStorage.removeItem(TOKEN);
  view?.stop();
  location.reload();
}

/** The token is no longer accepted. The next caller signs in to the same view. @param {string} refusal */
function forget(refusal) {
  sessionStorage.removeItem(TOKEN);
  service = undefined;
  view?.stop();
  interrupted = view;
  render(nothing, corner);
  render(nothing, way);
  askForToken(refusal);
}

function leave() {
  beginSignIn().catch((error) => askForToken(messageOf(error)));
}

/** @param {string} [refusal] */
function askForToken(refusal) {
  const submit = submitted((form) => {
    signIn(String(form.get('token')).trim()).catch((error) => askForToken(messageOf(error)));
  });
  render(
    html`<h2>Sign in</h2>
      ${refusal === undefined ? '' : html`<p class="refusal" role="alert">${refusal}</p>`}
      ${issuerHost === undefined ? '' : html`<p><button @click=${leave}>Sign in at ${issuerHost}</button></p>`}
      <form class="line" @submit=${submit}>
        <label class="wide">
          Access token
          <input name="token" type="password" required autocomplete="off" spellcheck="false" />
        </label>
        <button>Sign in</button>
      </form>
      <p class="quiet">
        <code>npm run --silent ops -- tokens issue --role operator --subject NAME</code> prints a
        token; roles are operator, auditor, backoffice and client. The demonstration has one of each
        in <code>data/credentials.json</code>. It stays in this tab.
      </p>`,
    host,
  );
}

addEventListener('hashchange', () => {
  show();
  scrollTo(0, 0);
});
async function begin() {
  const token = (await endSignIn()) ?? sessionStorage.getItem(TOKEN);
  if (token === null) askForToken();
  else await signIn(token);
}

begin().catch((error) => askForToken(messageOf(error)));
