import { createParser } from './eventsource-parser.js';

/** Root of the service: two levels above this file, so that a proxy may serve it below a path. */
const ROOT = new URL('..', import.meta.url);

/** An error response with its status and error list, or a network failure. */
export class Refusal extends Error {
  /** @param {number} status 0 if there was no response @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }

  /** Whether repeating the request is pointless. */
  get isFinal() {
    return this.status >= 400 && this.status < 500 && this.status !== 429;
  }
}

/** A caller's access to the service. The token is only sent in request headers. */
export class Service {
  /**
   * @param {string} token
   * @param {(message: string) => void} refused called when the service no longer accepts the token
   */
  constructor(token, refused) {
    this.token = token;
    this.refused = refused;
    /** The owner of the token, as the service reported. @type {{ id: string, roles: string[] }} */
    this.caller = { id: '', roles: [] };
    /** Names by login id or id of a firm. @type {Map<string, string>} */
    this.names = new Map();
  }

  /** @param {string} path @returns {Promise<any>} the body, JSON */
  async get(path) {
    return (await this.request('GET', path)).json();
  }

  /**
   * @param {string} path
   * @returns {Promise<{ body: any, next: string | undefined }>} a page, and the path of the next one relative to the service
   */
  async page(path) {
    const response = await this.request('GET', path);
    const link = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    // the link begins with the public base URL, which may differ from where this page was loaded
    const next = link?.replace(/^.*?(?=\/(?:restapi|operator)\/)/, '');
    return { body: await response.json(), next };
  }

  /**
   * Reads all pages of a list.
   * @param {string} path
   * @param {number} max reads no further page once it has this many items
   * @returns {Promise<any[]>}
   */
  async all(path, max = Infinity) {
    const found = [];
    let next = /** @type {string | undefined} */ (path);
    while (next !== undefined && found.length < max) {
      const page = await this.page(next);
      found.push(...page.body);
      next = page.next;
    }
    return found;
  }

  /**
   * Sends a change and returns the JSON of the response, if any.
   * @param {'POST' | 'DELETE'} method
   * @param {string} path
   * @param {object} [body]
   * @returns {Promise<any>}
   */
  async send(method, path, body) {
    const sent = body && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const response = await this.request(method, path, sent);
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  }

  /**
   * Asks once for the name of each person and firm, unless the caller may not read them.
   * @param {readonly (string | null | undefined)[]} ids login ids, and ids of firms, which are numbers
   */
  async learnNames(ids) {
    if (!this.is('client', 'auditor')) return;
    const ask = async (/** @type {string} */ id) => {
      this.names.set(id, '');
      const of = isFirm(id) ? 'firms' : 'members';
      try {
        const found = await this.get(`/restapi/${of}/${encodeURIComponent(id)}`);
        const { firstName, lastName, name, firmName } = found;
        this.names.set(id, name ?? firmName ?? [firstName, lastName].filter(Boolean).join(' '));
      } catch (error) {
        // a name is not worth a message
        if (!(error instanceof Refusal)) throw error;
        if (!error.isFinal) this.names.delete(id);
      }
    };
    await Promise.all(
      [...new Set(ids)].map((id) => (id && !this.names.has(id) ? ask(id) : undefined)),
    );
  }

  /** Whether the caller has one of these roles. @param {...string} roles */
  is(...roles) {
    return roles.some((role) => this.caller.roles.includes(role));
  }

  /**
   * Receives server-sent events until the signal or the service ends the stream.
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
    const response = await this.request('GET', path, { headers, signal });
    const parser = createParser({
      onEvent: ({ event = 'message', data, id }) => {
        receive({ event, data: data === '' ? undefined : JSON.parse(data), id });
      },
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) return;
      parser.feed(part.value);
    }
  }

  /**
   * Sends a request.
   * @param {string} method
   * @param {string} path
   * @param {{ headers?: Record<string, string>, body?: string | Blob, signal?: AbortSignal }} [options]
   * @returns {Promise<Response>} a successful response; others are thrown as a {@link Refusal}
   */
  async request(method, path, { headers = {}, ...options } = {}) {
    const authorized = { authorization: `Bearer ${this.token}`, ...headers };
    let response;
    try {
      const url = new URL(path.slice(1), ROOT);
      response = await fetch(url, { method, headers: authorized, ...options });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new Refusal(0, 'The service does not respond.');
    }
    if (response.ok) return response;
    const refusal = new Refusal(response.status, `${response.status}: ${await problems(response)}`);
    if (response.status === 401) this.refused(refusal.message);
    throw refusal;
  }
}

/** Whether an owner is a firm. @param {string} id */
export function isFirm(id) {
  return /^[0-9]+$/.test(id);
}

/** @typedef {Partial<import('./answers.js').Answers['Problem']>} Problem */

/** Describes a problem. @param {Problem} problem */
export function problem({ type, field, errorCode, message }) {
  return [errorCode ?? type, field, message].filter(Boolean).join(' – ');
}

/** @param {Response} response */
async function problems(response) {
  try {
    return /** @type {Problem[]} */ (await response.json()).map(problem).join('; ');
  } catch {
    return response.statusText;
  }
}
