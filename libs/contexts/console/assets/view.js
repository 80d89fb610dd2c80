import { html, nothing, render } from '/console/lit-html.js';
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
    /** @type {string | undefined} */
    this.refusal = undefined;
    /** Whether asking again is of no use. */
    this.refused = false;
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
    const { refusal } = this;
    render(
      html`${refusal === undefined ? nothing : html`<p class="refusal" role="alert">${refusal}</p>`}
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
      this.refused = false;
    } catch (error) {
      if (this.shown.signal.aborted) return;
      this.refused = error instanceof Refusal && error.isFinal;
      this.refusal = error instanceof Error ? error.message : String(error);
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
    /** @type {string | undefined} */
    let lastId;
    for (let pause = 500; !signal.aborted; pause = Math.min(pause * 2, 10_000)) {
      await this.attempt(() =>
        this.service.follow(
          path,
          signal,
          (event) => {
            pause = 500;
            lastId = event.id ?? lastId;
            this.refusal = undefined;
            receive(event);
            this.draw();
          },
          lastId,
        ),
      );
      if (this.refused) return;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
