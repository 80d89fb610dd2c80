import { html, nothing, render } from './lit-html.js';
import { FeedView } from './feed.js';
import { ProjectionsView } from './projections.js';
import { Service } from './service.js';
import { TimelineView } from './timeline.js';
import { WebhooksView } from './webhooks.js';

/** Where the token stands while the tab is open. */
const TOKEN = 'token';

/** @type {Record<string, typeof import('./view.js').View>} */
const views = {
  projections: ProjectionsView,
  timeline: TimelineView,
  feed: FeedView,
  webhooks: WebhooksView,
};

const host = /** @type {HTMLElement} */ (document.getElementById('view'));
const corner = /** @type {HTMLElement} */ (document.getElementById('caller'));

/** @type {Service | undefined} */
let service;
/** @type {import('./view.js').View | undefined} */
let view;
/** What was shown when the token ended. */
/** @type {import('./view.js').View | undefined} */
let left;

function show() {
  if (service === undefined) return;
  const [name = '', argument = ''] = location.hash.slice(1).split('/').map(decoded);
  const chosen = Object.hasOwn(views, name) ? name : 'projections';
  for (const link of document.querySelectorAll('nav a')) {
    if (link.getAttribute('href') === `#${chosen}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  view?.stop();
  const Chosen = /** @type {typeof ProjectionsView} */ (views[chosen]);
  view = new Chosen(service, host, argument);
  // for another caller it begins anew: that one may see less
  const same = left instanceof Chosen && left.argument === argument;
  if (same && left?.service.caller.id === service.caller.id) view.resume(left);
  left = undefined;
  view.start();
}

/** @param {string} text of the address: people write there, too */
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
  await candidate.identify();
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

/**
 * The token has expired, or who issued it is trusted no longer. What was looked at is shown again to who signs in.
 * @param {string} refusal
 */
function forget(refusal) {
  sessionStorage.removeItem(TOKEN);
  service = undefined;
  view?.stop();
  left = view;
  render(nothing, corner);
  askForToken(refusal);
}

/** @param {string} [refusal] */
function askForToken(refusal) {
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    signIn(String(form.get('token')).trim()).catch((error) => askForToken(error.message));
  };
  render(
    html`<h2>Sign in</h2>
      ${refusal === undefined ? '' : html`<p class="refusal" role="alert">${refusal}</p>`}
      <form class="line" @submit=${submit}>
        <label class="wide">
          Access token of an operator or auditor
          <input name="token" type="password" required autocomplete="off" spellcheck="false" />
        </label>
        <button>Sign in</button>
      </form>
      <p class="quiet">
        <code>npm run --silent ops -- tokens issue --role operator --subject NAME</code> prints one.
        It stays in this tab.
      </p>`,
    host,
  );
}

addEventListener('hashchange', show);
const token = sessionStorage.getItem(TOKEN);
if (token === null) askForToken();
else signIn(token).catch((error) => askForToken(error.message));
