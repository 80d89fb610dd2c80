import { STATUS_CODES } from 'node:http';
import type { ApiDocument, ApiResponse } from '#libs/platform/http';
import { escaped, page } from './page.js';

interface ErrorCode {
  /** Its meanings, which can differ between resources. */
  readonly meanings: Set<string>;
  readonly statuses: Set<string>;
  /** Operations that return it, as method and path; empty for all. */
  readonly operations: Set<string>;
}

/** Collects the error codes of a description, in alphabetical order. */
function codesIn({ paths, components }: ApiDocument): ReadonlyMap<string, ErrorCode> {
  const found = new Map<string, ErrorCode>();
  const note = (status: string, response: ApiResponse, operation?: string): void => {
    for (const [code, meaning] of Object.entries(response['x-error-codes'] ?? {})) {
      const known = found.get(code) ?? {
        meanings: new Set(),
        statuses: new Set(),
        operations: new Set(),
      };
      known.meanings.add(meaning);
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

/** Pages about error codes: one for each, and an index. */
export class ErrorPages {
  readonly #codes: ReadonlyMap<string, ErrorCode>;

  /** @param fixes what to do, in HTML, by error code and by status */
  constructor(
    description: ApiDocument,
    private readonly fixes: ReadonlyMap<string, string>,
  ) {
    this.#codes = codesIn(description);
  }

  /** All codes for programs. */
  list(): readonly unknown[] {
    return [...this.#codes].map(([code, found]) => ({
      code,
      statuses: [...found.statuses].map(Number),
      meanings: [...found.meanings],
      toFix: this.#fixOf(code, found)?.replace(/<[^>]*>/g, '') ?? null,
      operations: [...found.operations],
    }));
  }

  #fixOf(code: string, { statuses }: ErrorCode): string | undefined {
    const [status = ''] = statuses;
    return this.fixes.get(code) ?? this.fixes.get(status);
  }

  index(): string {
    const rows = [...this.#codes].map(
      ([code, { meanings, statuses }]) =>
        `<tr><td><a href="errors/${code}">${code}</a></td><td>${[...statuses].join(', ')}</td>` +
        `<td>${[...meanings].map(escaped).join('; ')}</td></tr>`,
    );
    const head = '<tr><th>Code</th><th>Status</th><th>Meaning</th></tr>';
    return page({
      title: 'Error codes',
      below: '',
      content: `<p>For programs: <a href="errors.json">errors.json</a>.</p><table>${head}${rows.join('\n')}</table>`,
    });
  }

  /** Returns the page of a code; undefined if there is no such code. */
  of(code: string): string | undefined {
    const found = this.#codes.get(code);
    if (!found) return undefined;
    const { meanings, statuses, operations } = found;
    const list = [...operations].map((operation) => `<li><code>${escaped(operation)}</code></li>`);
    const fix = this.#fixOf(code, found);
    const status = [...statuses].map((one) => `${one} ${STATUS_CODES[one] ?? ''}`).join(', ');
    return page({
      title: code,
      below: '../',
      content: [
        ...[...meanings].map((meaning) => `<p>${escaped(meaning)}.</p>`),
        `<p>Status: ${escaped(status)}. The <code>message</code> of the problem has details; <code>field</code> names the field
concerned, if any.</p>`,
        ...(fix === undefined ? [] : [`<p><strong>To fix:</strong> ${fix}.</p>`]),
        list.length === 0
          ? '<p>Any operation can return it.</p>'
          : `<p>Returned by:</p><ul>${list.join('\n')}</ul>`,
      ].join('\n'),
    });
  }
}
