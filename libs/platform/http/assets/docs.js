import { plugin } from './renderer.js';
import { shown } from './shown.js';
import { signer } from './signing.js';

/** Where the service is: above this file, so that a proxy may serve it below a path. */
const ROOT = new URL('..', import.meta.url).href.replace(/\/$/, '');

/**
 * Makes the `Authorization` of a request. It is here, in the memory of the page, and nowhere else: gone with the page.
 * @type {((request: import('./signing.js').Sent) => Promise<string> | string) | undefined}
 */
let authorize;

const credentials = element('credentials');
const state = element('credentials-state');

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
function element(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no ${id}`);
  return found;
}

/**
 * Takes the credentials of a form, and says so.
 * @param {string} id
 * @param {(entered: Record<string, string>) => Promise<string> | string} take answers what is said
 */
function onEntered(id, take) {
  const form = /** @type {HTMLFormElement} */ (element(id));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const entries = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
    state.textContent = await take(Object.fromEntries(entries));
    if (authorize === undefined) return;
    form.reset();
    credentials.dataset['given'] = '';
    element('forget').focus();
  });
}

onEntered('key', async ({ apiKey = '', sharedSecret = '', memberId = '' }) => {
  if (!isSecureContext) return 'The browser signs on https and on this machine only. Send a token.';
  authorize = await signer({ apiKey, sharedSecret, memberId });
  return `Requests are signed with ${apiKey}${memberId && `, acting as ${memberId}`}.`;
});
onEntered('token', ({ token = '' }) => {
  authorize = () => `Bearer ${token}`;
  return 'Requests carry the token.';
});
element('forget').addEventListener('click', () => {
  authorize = undefined;
  delete credentials.dataset['given'];
  state.textContent = 'Requests are sent without credentials.';
  element('key').querySelector('input')?.focus();
});

const answer = await fetch(`${ROOT}/openapi.json`);
const description = await answer.json();
/** The URL the service knows itself by: what is signed begins with it. */
const known = new URL(description.servers[0].url, location.origin).href.replace(/\/$/, '');

const ui = SwaggerUIBundle({
  spec: shown(description, ROOT),
  dom_id: '#api',
  layout: 'Page',
  plugins: [plugin],
  docExpansion: 'none',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  syntaxHighlight: false,
  validatorUrl: null,
  requestInterceptor: async (/** @type {any} */ request) => {
    if (authorize !== undefined) {
      const { method, body } = request;
      const { href } = new URL(request.url);
      const url = known + href.slice(ROOT.length);
      request.headers.Authorization = await authorize({ method, url, body });
    }
    return request;
  },
});

element('find').addEventListener('input', ({ target }) => {
  ui.layoutActions.updateFilter(/** @type {HTMLInputElement} */ (target).value.trim());
});
