import Router from 'find-my-way';
import { ProblemsException } from './problems.js';

/** All routes of the application, to distinguish a wrong method (405) from an unknown path (404). */
export class RouteTable {
  readonly #router = Router();
  readonly #methods = new Map<string, Set<string>>();

  add(template: string, methods: string | readonly string[]): void {
    let known = this.#methods.get(template);
    if (known === undefined) {
      this.#methods.set(template, (known = new Set()));
      this.#router.on('GET', template, () => undefined, known);
    }
    for (const method of typeof methods === 'string' ? [methods] : methods) known.add(method);
  }

  /** Returns the methods of the resource at a request target; undefined if there is none. */
  methodsAt(url: string): readonly string[] | undefined {
    const path = url.split('?', 1)[0] ?? url;
    if (!path.startsWith('/')) return undefined;
    const found = this.#router.find('GET', path);
    if (!found || Object.values(found.params).includes('')) return undefined;
    return [...(found.store as Set<string>), 'OPTIONS'].sort();
  }

  /** Returns the response to a request without a route: 404, or 405 with `Allow`. */
  refusal(url: string): ProblemsException {
    const methods = this.methodsAt(url);
    if (methods === undefined) {
      return new ProblemsException(404, 'No resource has this path: /docs lists them all.');
    }
    const allow = methods.join(', ');
    const message = `The resource does not support this method; it supports ${allow}.`;
    return new ProblemsException(405, message, { allow });
  }
}
