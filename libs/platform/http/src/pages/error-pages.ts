import { STATUS_CODES } from 'node:http';
import type { ApiDocument, ApiResponse } from '../description/openapi.js';
import { escaped, page } from './page.js';

/** What the description says of an error code. */
interface Explained {
  /** What it says; a code that several resources use may say something else for each. */
  readonly words: Set<string>;
  readonly statuses: Set<string>;
  /** Operations that may answer it, as method and path; none stands for any of them. */
  readonly operations: Set<string>;
}

/** Every error code of a description, in order, with what it says and who answers it. */
function codesIn({ paths, components }: ApiDocument): ReadonlyMap<string, Explained> {
  const found = new Map<string, Explained>();
  const note = (status: string, response: ApiResponse, operation?: string): void => {
    for (const [code, words] of Object.entries(response['x-error-codes'] ?? {})) {
      const known = found.get(code) ?? {
        words: new Set(),
        statuses: new Set(),
        operations: new Set(),
      };
      known.words.add(words);
      known.statuses.add(status);
      if (operation !== undefined) known.operations.add(operation);
      found.set(code, known);
    }
  };
  for (const [name, response] of Object.entries(components.responses)) {
    if (name.startsWith('Error')) note(name.slice('Error'.length), response);
  }
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { responses }] of Object.entries(methods)) {
      for (const [status, response] of Object.entries(responses)) {
        if (!('$ref' in response)) note(status, response, `${method.toUpperCase()} ${path}`);
      }
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The pages that explain error codes to people: one for each code, and one that lists them all. */
export class ErrorPages {
  readonly #codes: ReadonlyMap<string, Explained>;

  constructor(description: ApiDocument) {
    this.#codes = codesIn(description);
  }

  /** All codes. */
  index(): string {
    const rows = [...this.#codes].map(
      ([code, { words, statuses }]) =>
        `<tr><td><a href="errors/${code}">${code}</a></td><td>${[...statuses].join(', ')}</td>` +
        `<td>${[...words].map(escaped).join('; ')}</td></tr>`,
    );
    const head = '<tr><th>Code</th><th>Status</th><th>What it says</th></tr>';
    return page({
      title: 'Error codes',
      below: '',
      content: `<table>${head}${rows.join('\n')}</table>`,
    });
  }

  /** One code; undefined when there is none of this name. */
  of(code: string): string | undefined {
    const explained = this.#codes.get(code);
    if (!explained) return undefined;
    const { words, statuses, operations } = explained;
    const list = [...operations].map((operation) => `<li><code>${escaped(operation)}</code></li>`);
    const status = [...statuses].map((one) => `${one} ${STATUS_CODES[one] ?? ''}`).join(', ');
    return page({
      title: code,
      below: '../',
      content: [
        ...[...words].map((one) => `<p>${escaped(one)}.</p>`),
        `<p>Status: ${escaped(status)}. The <code>message</code> of the problem tells of the one case, <code>field</code> names the
field where one is to blame.</p>`,
        list.length === 0
          ? '<p>Any operation may answer it.</p>'
          : `<p>Answered by:</p><ul>${list.join('\n')}</ul>`,
      ].join('\n'),
    });
  }
}
