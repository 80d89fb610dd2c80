import { createParser } from './eventsource-parser.js';

/** Where the service is: two levels above this file, so that a proxy may serve it below a path. */
const ROOT = new URL('..', import.meta.url);

/** A refusal of the service: its status and its error list, or what the network says. */
export class Refusal extends Error {
  /** @param {number} status 0 when there was no answer @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }

  /** Whether the same request will be refused again, whenever it is sent. */
  get isFinal() {
    return this.status >= 400 && this.status < 500 && this.status !== 429;
  }
}

/** One caller's way to the service. The token goes into the header of each request and nowhere else. */
export class Service {
  /**
   * @param {string} token
   * @param {(message: string) => void} refused told when the service takes the token no longer
   */
  constructor(token, refused) {
    this.token = token;
    this.refused = refused;
    /** Whose token it is, once the service has said so. @type {{ id: string, roles: string[] }} */
    this.caller = { id: '', roles: [] };
  }

  /** @param {string} path @returns {Promise<any>} the body, JSON */
  async get(path) {
    return (await this.answer('GET', path)).json();
  }

  /**
   * @param {string} path
   * @returns {Promise<{ body: any, next: string | undefined }>} a page and the path of the next one, from the root of the service
   */
  async page(path) {
    const answer = await this.answer('GET', path);
    const link = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    // it begins with the public base URL, wherever this page was found
    const next = link?.replace(/^.*?(?=\/(?:restapi|operator)\/)/, '');
    return { body: await answer.json(), next };
  }

  /**
   * All of a list, page after page.
   * @param {string} path
   * @param {number} most no page is asked for once there are so many
   * @returns {Promise<any[]>}
   */
  async all(path, most = Infinity) {
    const found = [];
    let next = /** @type {string | undefined} */ (path);
    while (next !== undefined && found.length < most) {
      const page = await this.page(next);
      found.push(...page.body);
      next = page.next;
    }
    return found;
  }

  /**
   * Changes something.
   * @param {'POST' | 'DELETE'} method
   * @param {string} path
   * @param {object} [body]
   * @returns {Promise<any>} what is answered: JSON, or nothing
   */
  async send(method, path, body) {
    const sent = body && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const answer = await this.answer(method, path, sent);
    const text = await answer.text();
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Whether the caller has one of some roles. @param {...string} roles */
  is(...roles) {
    return roles.some((role) => this.caller.roles.includes(role));
  }

  /**
   * Server-sent events from now on, until the signal or the service ends it.
   * @param {string} path
   * @param {AbortSignal} signal
   * @param {(event: { event: string, data: any, id: string | undefined }) => void} receive
   * @param {string} [lastId]
   */
  async follow(path, signal, receive, lastId) {
    const headers = {
      accept: 'text/event-stream',
      ...(lastId !== undefined && { 'last-event-id': lastId }),
    };
    const answer = await this.answer('GET', path, { headers, signal });
    const parser = createParser({
      onEvent: ({ event = 'message', data, id }) => {
        receive({ event, data: data === '' ? undefined : JSON.parse(data), id });
      },
    });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) return;
      parser.feed(part.value);
    }
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {{ headers?: Record<string, string>, body?: string | Blob, signal?: AbortSignal }} [options]
   * @returns {Promise<Response>} an answer that is not a refusal
   */
  async answer(method, path, { headers = {}, ...options } = {}) {
    const authorized = { authorization: `Bearer ${this.token}`, ...headers };
    let answer;
    try {
      const url = new URL(path.slice(1), ROOT);
      answer = await fetch(url, { method, headers: authorized, ...options });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new Refusal(0, 'The service does not answer.');
    }
    if (answer.ok) return answer;
    const refusal = new Refusal(answer.status, `${answer.status}: ${await problems(answer)}`);
    if (answer.status === 401) this.refused(refusal.message);
    throw refusal;
  }
}

/** @typedef {Partial<import('./answers.js').Answers['Problem']>} Problem */

/** A problem in words. @param {Problem} problem */
export function problem({ type, field, errorCode, message }) {
  return [errorCode ?? type, field, message].filter(Boolean).join(' – ');
}

/** @param {Response} answer */
async function problems(answer) {
  try {
    return /** @type {Problem[]} */ (await answer.json()).map(problem).join('; ');
  } catch {
    return answer.statusText;
  }
}
