import { html, nothing, render } from './lit-html.js';
import { repeat } from './repeat.js';
import { Refusal } from './service.js';
import { WORDS } from './words.js';

/** @typedef {import('./service.js').Service} Service */

/** Address of a view: `#name/part/…?query`. @typedef {{ name: string, parts: string[], query: URLSearchParams }} Address */

/** A view of the console: its state and template, and its work while it is shown. */
export class View {
  /** @param {Service} service @param {HTMLElement} host @param {Address} address */
  constructor(service, host, address) {
    this.service = service;
    this.host = host;
    this.address = address;
    /** Aborted when the view ends. */
    this.shown = new AbortController();
    /** Why the last request was refused. @type {string | undefined} */
    this.refusal = undefined;
    /** Why live updates are interrupted. @type {string | undefined} */
    this.interruption = undefined;
    /** Whether the service refuses live updates permanently. */
    this.refused = false;
    /** Id of the last server-sent event. @type {string | undefined} */
    this.lastId = undefined;
  }

  /** The first part of the address: what the view is about; empty if nothing in particular. */
  get argument() {
    return this.address.parts[0] ?? '';
  }

  /** A value of the address; empty if it has none. @param {string} name */
  value(name) {
    return this.address.query.get(name) ?? '';
  }

  /** Continues where an earlier view of the same kind ended. @param {View} other */
  resume(other) {
    this.lastId = other.lastId;
  }

  start() {
    this.draw();
    void this.attempt(() => this.load());
  }

  /** Loads what the view shows. */
  async load() {}

  stop() {
    this.shown.abort();
  }

  /** @returns {unknown} */
  template() {
    return nothing;
  }

  draw() {
    if (this.shown.signal.aborted) return;
    const errors = [this.refusal, this.interruption].filter((text) => text !== undefined);
    render(
      html`${errors.map((text) => html`<p class="refusal" role="alert">${text}</p>`)}
      ${this.template()}`,
      this.host,
    );
  }

  /** Does work that may be refused, shows the refusal, and draws. @param {() => Promise<void>} work */
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
   * A form that leads to another address of the view.
   * @param {readonly Field[]} fields
   * @param {string} button
   * @param {unknown} [beside] further buttons
   */
  choice(fields, button, beside = nothing) {
    const submit = submitted((form) => {
      const values = [...form].map(([name, value]) => [name, String(value).trim()]);
      visit(this.addressOf(Object.fromEntries(values)));
    });
    /** @param {Field} field */
    const input = ({ name, value = this.value(name), options, ...field }) =>
      options === undefined
        ? html`<input
            name=${name}
            type=${field.type ?? 'text'}
            ?required=${field.required ?? false}
            .value=${value}
            placeholder=${field.example ?? ''}
            autocomplete="off"
            spellcheck="false"
          />`
        : html`<select name=${name} .value=${value}>
            ${options.map(([code, text]) => html`<option value=${code} ?selected=${code === value}>${text}</option>`)}
          </select>`;
    return html`<form class="line" @submit=${submit}>
      ${fields.map((field) => html`<label>${field.label} ${input(field)}</label>`)}
      <button>${button}</button>
      ${beside}
    </form>`;
  }

  /** The address for the values of a form: `argument` is what the view is about. @param {Record<string, string>} values */
  addressOf({ argument = this.argument, ...query }) {
    const of = argument === '' ? '' : `/${encodeURIComponent(argument)}`;
    return withQuery(`#${this.address.name}${of}`, query);
  }

  /**
   * The fields for an account, member or firm and a period.
   * @param {Pick<Field, 'required'> & { everyone?: boolean }} options
   * @returns {Field[]}
   */
  subjectFields({ everyone = false, required = false }) {
    const options = /** @type {[value: string, label: string][]} */ ([
      ['account', 'an account'],
      ['member', 'a member'],
      ['firm', 'a firm'],
    ]);
    if (everyone) options.unshift(['', 'everyone']);
    return [
      { name: 'of', label: 'Of', value: this.value('of') || (options[0]?.[0] ?? ''), options },
      { name: 'id', label: 'Number or login id', required },
      ...PERIOD,
    ];
  }

  /** The period of the address, for a request. */
  get period() {
    return { from: this.value('from'), to: this.value('to') };
  }

  /**
   * The values of {@link subjectFields} for a request.
   * @param {string} [usual] kind of the id if the address has none
   * @returns {Record<string, string>}
   */
  subjectOf(usual = '') {
    const of = this.value('of') || usual;
    return { [of]: of === '' ? '' : this.value('id'), ...this.period };
  }

  /** A text with the name of a person or firm below. @param {unknown} text @param {string} id */
  withName(text, id) {
    const name = this.service.names.get(id);
    return name
      ? html`${text}
          <div class="quiet name">${name}</div>`
      : text;
  }

  /** Does work if the user confirms it. @param {string} question @param {() => Promise<void>} work */
  change(question, work) {
    if (confirm(question)) void this.attempt(work);
  }

  /** Sends a request if the user confirms it, and reloads. @param {string} question @param {Parameters<Service['send']>} request */
  changeBy(question, ...request) {
    this.change(question, async () => {
      await this.service.send(...request);
      await this.load();
    });
  }

  /**
   * Repeats work while the view is shown. Its errors don't replace the message about a refused change.
   * @param {number} everyMs
   * @param {() => Promise<void>} work
   */
  async watch(everyMs, work) {
    while (!this.shown.signal.aborted) {
      try {
        await work();
        this.interruption = undefined;
      } catch (error) {
        this.interruption = messageOf(error);
      }
      this.draw();
      await pause(everyMs);
    }
  }

  /**
   * Follows server-sent events while the view is shown, unless the service refuses. Resumes after interruptions.
   * @param {string} path
   * @param {(event: { event: string, data: any, id: string | undefined }) => void} receive
   */
  async follow(path, receive) {
    const { signal } = this.shown;
    for (let wait = 500; !signal.aborted; wait = Math.min(wait * 2, 10_000)) {
      try {
        /** @type {typeof receive} */
        const take = (event) => {
          wait = 500;
          this.lastId = event.id ?? this.lastId;
          this.interruption = undefined;
          receive(event);
          this.draw();
        };
        await this.service.follow(path, signal, take, this.lastId);
      } catch (error) {
        this.interruption = messageOf(error);
        this.refused = error instanceof Refusal && error.isFinal;
        this.draw();
        if (this.refused) return;
      }
      await pause(wait);
    }
  }
}

/** A list in pages, each loaded by the button at its end. */
export class ListView extends View {
  /** @type {any[] | undefined} */
  items;
  /** Path of the next page, if any. @type {string | undefined} */
  next;
  /** The field with a login id, or the id of a firm, beside which the name is shown, if any. */
  namedField = '';

  /** Loads the given page, or the first one again. @param {string} [path] */
  async load(path) {
    const { body, next } = await this.service.page(path ?? this.path());
    this.items = path === undefined ? body : [...(this.items ?? []), ...body];
    this.next = next;
    this.draw();
    const field = this.namedField;
    if (field !== '')
      await this.service.learnNames(body.map((/** @type {any} */ item) => item[field]));
  }

  /** @returns {string} */
  path() {
    throw new Error('a list has a path');
  }

  /** The list, and the button for the next page. @param {Omit<Table<any>, 'items'>} shown */
  list(shown) {
    const { items, next } = this;
    if (items === undefined) return waiting;
    return html`${table({ ...shown, items })}
    ${next === undefined ? nothing : html`<p>${button('More', () => this.attempt(() => this.load(next)))}</p>`}`;
  }
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * A column: name, content of a cell, and whether it is the header of its row or a number.
 * @template T
 * @typedef {readonly [name: string, cell: (item: T) => unknown, kind?: 'head' | 'number']} Column
 */

/**
 * @template T
 * @typedef {object} Table
 * @property {string} id
 * @property {string} label accessible name
 * @property {readonly T[]} items
 * @property {(item: T) => string} key unique key of a row
 * @property {readonly (Column<T> | false)[]} columns
 * @property {(item: T) => boolean} [selected]
 * @property {string | null} [empty] text to show if there are no items, instead of the table; null: the table
 */

/**
 * A table. On a narrow screen each row becomes a block of named values; the explicit roles keep it a table for assistive technology.
 * @template T
 * @param {Table<T>} table
 */
export function table({ id, label, columns, items, key, selected, empty = 'None.' }) {
  if (items.length === 0 && empty !== null) return quiet(empty);
  const shown = columns.filter((column) => column !== false);
  /** @param {T} item @param {Column<T>} column */
  const cell = (item, [name, cell, kind]) =>
    kind === 'head'
      ? html`<th scope="row" role="rowheader" data-label=${name}><div>${cell(item)}</div></th>`
      : html`<td role="cell" data-label=${name} class=${kind ?? nothing}>
          <div>${cell(item)}</div>
        </td>`;
  /** @param {Column<T>} column */
  const heading = ([name, , kind]) =>
    html`<th scope="col" role="columnheader" class=${kind ?? nothing}>${name}</th>`;
  /** @param {T} item */
  const row = (item) =>
    html`<tr role="row" data-key=${key(item)} class=${selected?.(item) ? 'selected' : ''}>
      ${shown.map((column) => cell(item, column))}
    </tr>`;
  return html`<table id=${id} role="table" aria-label=${label}>
    <thead role="rowgroup">
      <tr role="row">
        ${shown.map(heading)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${repeat(items, key, row)}
    </tbody>
  </table>`;
}

/**
 * A table below its heading, which is its name if it has no longer one.
 * @template T
 * @param {string} heading
 * @param {Omit<Table<T>, 'label'> & { label?: string }} shown
 */
export function section(heading, shown) {
  return html`<h3>${heading}</h3>
    ${table({ label: heading, ...shown })}`;
}

/** Placeholder while something is loading. */
export const waiting = html`<p class="quiet" role="status">…</p>`;

/**
 * The meaning of a code with the code beside it.
 * @param {string} table the name of the field, or of a context and the field
 * @param {unknown} code
 */
export function meaning(table, code) {
  const word = WORDS[table]?.[String(code)];
  if (word === undefined) return code;
  // a long code is a word itself
  return String(code).length > 3 ? word : html`${word} <span class="quiet">${code}</span>`;
}

/** The options of a select for all codes of a table, with one for none. @param {string} table */
export function codeOptions(table) {
  const options = Object.entries(WORDS[table] ?? {});
  return /** @type {[string, string][]} */ ([['', 'any'], ...options]);
}

/** A quiet remark, or nothing. @param {string} text */
export function quiet(text) {
  return text === '' ? nothing : html`<p class="quiet">${text}</p>`;
}

/** @param {unknown} text @param {unknown} below smaller second line */
export function twoLines(text, below) {
  return html`${text}
    <div class="quiet">${below}</div>`;
}

/** Text in the color of a mood. @param {'good' | 'warn' | 'bad' | 'quiet' | ''} mood @param {unknown} text */
export function marked(mood, text) {
  return html`<span class=${mood}>${text}</span>`;
}

/** @param {unknown} text */
export function code(text) {
  return html`<code>${text}</code>`;
}

/**
 * @param {string} text
 * @param {() => unknown} work
 * @param {string} [label] accessible name, if the text isn't enough
 * @param {boolean} [disabled]
 */
export function button(text, work, label, disabled = false) {
  return html`<button
    type="button"
    aria-label=${label ?? nothing}
    ?disabled=${disabled}
    @click=${work}
  >
    ${text}
  </button>`;
}

/** Names and values; empty ones are left out. @param {readonly (readonly [name: unknown, value: unknown])[]} facts @param {string} [id] */
export function factsOf(facts, id) {
  return html`<dl id=${id ?? nothing}>
    ${facts.map(([name, value]) =>
      value === null || value === undefined || value === '' || value === false
        ? nothing
        : html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
    )}
  </dl>`;
}

/** An amount in integer cents, so that sums are exact. @param {string | undefined} amount */
export function cents(amount = '0') {
  return Number(amount.replace('.', ''));
}

/** A count with its noun. @param {number} count @param {string} thing */
export function counted(count, thing) {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
/** Writes local times as `yyyy-MM-dd HH:mm:ss`, like those in UTC. */
const here = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium' });

/** A moment in UTC and in local time. @param {string | null | undefined} text ISO-8601 */
export function moment(text) {
  if (text === null || text === undefined) return nothing;
  const utc = text.replace('T', ' ').replace(/(\.\d+)?(\+00:00|Z)$/, ' UTC');
  const local =
    timeZone === 'UTC'
      ? nothing
      : html` <code class="quiet">${here.format(new Date(text))} local</code>`;
  return html`<time datetime=${text}><code>${utc}</code>${local}</time>`;
}

/**
 * @typedef {object} Field of a form that selects what is shown
 * @property {string} name
 * @property {string} label
 * @property {string} [value] default: that of the address
 * @property {'text' | 'date'} [type]
 * @property {boolean} [required]
 * @property {string} [example]
 * @property {readonly (readonly [value: string, label: string])[]} [options]
 */

/** Handles a submitted form in the page. @param {(form: FormData) => void} work */
export function submitted(work) {
  /** @param {SubmitEvent} event */
  return (event) => {
    event.preventDefault();
    work(new FormData(/** @type {HTMLFormElement} */ (event.target)));
  };
}

/** The days of a period. @type {readonly Field[]} */
export const PERIOD = [
  { name: 'from', label: 'From day (New York)', type: 'date' },
  { name: 'to', label: 'To day (New York)', type: 'date' },
];

/** Adds the non-empty values to a path as a query. @param {string} path @param {Record<string, string | number | undefined>} values */
export function withQuery(path, values) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** A link to another view. @param {string} view @param {string} id @param {string} [text] */
export function linkTo(view, id, text = id) {
  return html`<a href="#${view}/${encodeURIComponent(id)}">${text}</a>`;
}

/** A link to a place of the log. @param {{ stream?: string, from?: string | number | undefined, order?: string }} place @param {unknown} text */
export function logLink(place, text) {
  return html`<a href=${withQuery('#log', place)}>${text}</a>`;
}

/** JSON that unfolds below its name. @param {string} name @param {unknown} value */
export function unfolding(name, value) {
  return html`<details>
    <summary>${name}</summary>
    <pre>${JSON.stringify(value, null, 2)}</pre>
  </details>`;
}

/** Shows the view of an address, again if it is already shown. @param {string} hash */
function visit(hash) {
  if (location.hash === hash) dispatchEvent(new Event('hashchange'));
  else location.hash = hash;
}

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
