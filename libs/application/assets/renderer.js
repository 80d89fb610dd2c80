/**
 * A plugin that adapts swagger-ui. Its components are React's, written without JSX.
 * @param {any} system
 */
export function plugin({ React }) {
  const { createElement, useLayoutEffect, useRef } = React;
  /**
   * Wraps a component and fixes its DOM after each render.
   * @param {(part: HTMLElement) => void} fix
   */
  const fixed = (fix) => (/** @type {any} */ Original) => (/** @type {any} */ props) => {
    const part = useRef();
    useLayoutEffect(() => fix(part.current));
    return createElement('div', { ref: part }, createElement(Original, props));
  };
  return {
    fn: { opsFilter: found, resolveSubtree: resolved },
    statePlugins: { layout: { wrapSelectors: { isShown: openWhereFound } } },
    components: { Page: pageOf(createElement) },
    wrapComponents: {
      // The page has its own form.
      authorizeOperationBtn: () => () => null,
      // A signature is accepted once, so that a pasted `curl` with it would be refused.
      curl:
        () =>
        (/** @type {any} */ { request }) =>
          createElement('pre', { className: 'curl', tabIndex: 0 }, commandOf(request)),
      // Every operation can be tried without it.
      TryItOutButton: () => () => null,
      // Avoids links inside buttons.
      DeepLink:
        () =>
        (/** @type {any} */ { text }) =>
          createElement('span', {}, text),
      // Adds missing labels.
      parameters: fixed((part) => {
        for (const field of part.querySelectorAll('[data-param-name] select, textarea')) {
          const row = field.closest('[data-param-name]');
          const name = row?.getAttribute('data-param-name') ?? 'Request body';
          field.setAttribute('aria-label', name);
        }
      }),
      // Makes tables accessible as tables, and texts scrollable by keyboard.
      responses: fixed((part) => {
        for (const table of part.querySelectorAll('table[role]')) table.removeAttribute('role');
        for (const text of part.querySelectorAll('pre')) text.tabIndex = 0;
      }),
      headers: (/** @type {any} */ Headers) => (/** @type {any} */ props) =>
        props.headers?.size > 0
          ? createElement(
              'details',
              { className: 'response-headers' },
              createElement('summary', {}, `${props.headers.size} headers`),
              createElement(Headers, props),
            )
          : null,
    },
  };
}

/**
 * Returns the command that sends a request once more, with a new signature or the caller's token.
 * @param {any} request
 */
function commandOf(request) {
  const [method, url, body] = ['method', 'url', 'body'].map((name) => request.get(name));
  const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`;
  const { pathname, search } = new URL(url, location.href);
  const sent = typeof body === 'string' ? [quoted(body)] : [];
  const authorization = request.getIn(['headers', 'Authorization']) ?? '';
  if (authorization.startsWith('Bearer ')) {
    const header = sent.length > 0 ? ["-H 'Content-Type: application/json' --data"] : [];
    return [
      'curl -X',
      method,
      quoted(url),
      '-H "Authorization: Bearer $TOKEN"',
      ...header,
      ...sent,
    ].join(' ');
  }
  return ['docs/examples/sign.sh', method, quoted(pathname + search), ...sent].join(' ');
}

/**
 * Resolves the references in a part of the description. swagger-ui's own resolver reads the whole description for each part, which takes
 * seconds.
 * @param {any} description
 * @param {string[]} path
 */
async function resolved(description, path) {
  /**
   * @param {any} value
   * @param {readonly string[]} within enclosing references; recursive ones are not resolved
   * @returns {any}
   */
  const inPlace = (value, within) => {
    if (Array.isArray(value)) return value.map((item) => inPlace(item, within));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...own } = value;
    if (typeof $ref === 'string' && !within.includes($ref)) {
      const [, , kind, name] = $ref.split('/');
      const target = inPlace(at(description, $ref.slice(2).split('/')), [...within, $ref]);
      return { ...(kind === 'schemas' && { title: name }), ...target, ...own };
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, inPlace(item, within)]),
    );
  };
  return { spec: inPlace(at(description, path), []), errors: [] };
}

/**
 * @param {any} description
 * @param {string[]} path
 */
function at(description, path) {
  return path.reduce((value, key) => value?.[key], description);
}

/**
 * Filters operations: every word of a phrase must occur in method, path, topic, summary, description or codes.
 * @param {any} topics
 * @param {string} phrase
 */
function found(topics, phrase) {
  const words = phrase.toLowerCase().split(/\s+/);
  return topics
    .map((/** @type {any} */ topic, /** @type {string} */ name) =>
      topic.update('operations', (/** @type {any} */ operations) =>
        operations.filter((/** @type {any} */ operation) => {
          const text = textOf(operation, name);
          return words.every((word) => text.includes(word));
        }),
      ),
    )
    .filter((/** @type {any} */ topic) => topic.get('operations').size > 0);
}

/** @type {WeakMap<object, string>} */
const texts = new WeakMap();

/**
 * @param {any} operation
 * @param {string} topic
 */
function textOf(operation, topic) {
  let text = texts.get(operation);
  if (text === undefined) {
    const { summary, description = '', responses } = operation.get('operation').toJS();
    const codes = Object.keys(responses[400]?.['x-error-codes'] ?? {});
    text = [operation.get('method'), operation.get('path'), topic, summary, description, ...codes]
      .join('\n')
      .toLowerCase();
    texts.set(operation, text);
  }
  return text;
}

/**
 * Expands all topics during a search.
 * @param {(...args: any[]) => boolean} original
 * @param {any} system
 */
function openWhereFound(original, { layoutSelectors }) {
  return (/** @type {any} */ _, /** @type {string[]} */ thing, /** @type {any[]} */ ...rest) =>
    (thing[0] === 'operations-tag' && Boolean(layoutSelectors.currentFilter())) ||
    original(thing, ...rest);
}

/**
 * The layout: the description of the service, and its operations.
 * @param {any} createElement
 */
function pageOf(createElement) {
  return (/** @type {any} */ { getComponent, specSelectors }) => {
    const Markdown = getComponent('Markdown', true);
    const Operations = getComponent('operations', true);
    return createElement(
      'div',
      { className: 'swagger-ui' },
      createElement(Markdown, { source: specSelectors.info().get('description') }),
      specSelectors.taggedOperations().size === 0
        ? createElement('p', { role: 'status' }, 'No operation has all of these words.')
        : createElement(Operations),
    );
  };
}
