import { html, nothing, render } from './lit-html.js';
import { Refusal } from './service.js';

/** @typedef {import('./service.js').Service} Service */

/**
 * One view of the console: state, a template of it, and what it does while it is shown.
 */
export class View {
  /**
   * @param {Service} service
   * @param {HTMLElement} host
   * @param {string} argument what follows the view's name in the address
   */
  constructor(service, host, argument) {
    this.service = service;
    this.host = host;
    this.argument = argument;
    /** Ends with the view. */
    this.shown = new AbortController();
    /** What the service refused of what was asked for last. */
    /** @type {string | undefined} */
    this.refusal = undefined;
    /** Why nothing is followed at present. */
    /** @type {string | undefined} */
    this.interruption = undefined;
    /** Whether it is of no use to try to follow again. */
    this.refused = false;
    /** Id of the last event that was followed. */
    /** @type {string | undefined} */
    this.lastId = undefined;
  }

  /**
   * Goes on where a view of the same kind ended.
   * @param {View} other
   */
  resume(other) {
    this.lastId = other.lastId;
  }

  /** Begins the view's work. */
  start() {
    this.draw();
  }

  /** Ends it. */
  stop() {
    this.shown.abort();
  }

  /** @returns {unknown} */
  template() {
    return nothing;
  }

  draw() {
    if (this.shown.signal.aborted) return;
    const troubles = [this.refusal, this.interruption].filter((text) => text !== undefined);
    render(
      html`${troubles.map((text) => html`<p class="refusal" role="alert">${text}</p>`)}
      ${this.template()}`,
      this.host,
    );
  }

  /**
   * Does something that may be refused, shows the refusal if it is, and draws.
   * @param {() => Promise<void>} work
   */
  async attempt(work) {
    try {
      await work();
      this.refusal = undefined;
    } catch (error) {
      this.refusal = messageOf(error);
    }
    this.draw();
  }

  /**
   * Follows server-sent events for as long as the view is shown, unless the service refuses; after an interruption from where
   * it was.
   * @param {string} path
   * @param {(event: { event: string, data: any, id: string | undefined }) => void} receive
   */
  async follow(path, receive) {
    const { signal } = this.shown;
    for (let pause = 500; !signal.aborted; pause = Math.min(pause * 2, 10_000)) {
      try {
        await this.service.follow(
          path,
          signal,
          (event) => {
            pause = 500;
            this.lastId = event.id ?? this.lastId;
            this.interruption = undefined;
            receive(event);
            this.draw();
          },
          this.lastId,
        );
      } catch (error) {
        this.interruption = messageOf(error);
        this.refused = error instanceof Refusal && error.isFinal;
        this.draw();
        if (this.refused) return;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/**
 * Shows the view of an address, anew when it is the one that is shown.
 * @param {string} hash
 */
export function visit(hash) {
  if (location.hash === hash) dispatchEvent(new Event('hashchange'));
  else location.hash = hash;
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
