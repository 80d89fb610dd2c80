import { plugin } from './renderer.js';
import { shown } from './shown.js';
import { signer } from './signing.js';

/** URL of the service, relative to this file, so that a proxy can add a path prefix. */
const ROOT = new URL('..', import.meta.url).href.replace(/\/$/, '');

/**
 * Returns the `Authorization` of a request. Credentials are kept in the memory of the page only.
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
 * @param {string} id of a form
 * @param {(entered: Record<string, string>) => Promise<string> | string} accept returns the status to display
 */
function onSubmit(id, accept) {
  const form = /** @type {HTMLFormElement} */ (element(id));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const entries = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
    state.textContent = await accept(Object.fromEntries(entries));
    if (authorize === undefined) return;
    form.reset();
    credentials.dataset['given'] = '';
    element('forget').focus();
  });
}

onSubmit('key', async ({ apiKey = '', sharedSecret = '', memberId = '' }) => {
  if (!isSecureContext)
    return 'Browsers sign only over https and on localhost. Send a token instead.';
  authorize = await signer({ apiKey, sharedSecret, memberId });
  return `Requests are signed with ${apiKey}${memberId && `, acting as ${memberId}`}.`;
});
onSubmit('token', ({ token = '' }) => {
  authorize = () => `Bearer ${token}`;
  return 'Requests are sent with the token.';
});
element('forget').addEventListener('click', () => {
  authorize = undefined;
  delete credentials.dataset['given'];
  state.textContent = 'Requests are sent without credentials.';
  element('key').querySelector('input')?.focus();
});

const response = await fetch(`${ROOT}/openapi.json`);
const description = await response.json();
/** Public URL of the service, which signatures contain. */
const publicUrl = new URL(description.servers[0].url, location.origin).href.replace(/\/$/, '');

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
      const url = publicUrl + href.slice(ROOT.length);
      request.headers.Authorization = await authorize({ method, url, body });
    }
    return request;
  },
});

element('find').addEventListener('input', ({ target }) => {
  ui.layoutActions.updateFilter(/** @type {HTMLInputElement} */ (target).value.trim());
});
