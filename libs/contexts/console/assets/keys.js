import { html, nothing } from './lit-html.js';
import { factsOf, moment, table, View } from './view.js';

const ROTATION = '/operator/audit/signing-key/rotation';

/** The master key by its fingerprint, and the keys that exports and roots are signed with. */
export class KeysView extends View {
  /** @type {Record<string, any> | undefined} */
  master;
  /** @type {{ kid: string, retiredAt: string | null }[]} */
  keys = [];

  start() {
    this.draw();
    void this.attempt(async () => {
      this.master = await this.service.get('/operator/keys/master-key');
      this.keys = (await this.service.get('/.well-known/audit-keys.json')).keys;
    });
  }

  template() {
    const { master } = this;
    return html`<h2>Keys</h2>
      <h3>Master key</h3>
      ${
        master === undefined
          ? html`<p class="quiet" role="status">…</p>`
          : factsOf(
              [
                ['Fingerprint', html`<code>${master['fingerprint']}</code>`],
                [
                  'Of the service’s own making',
                  master['generated'] ? 'yes, kept in DATA_DIR' : 'no',
                ],
                ['Keys it encrypts', String(master['keys'])],
                [
                  'Other master key',
                  master['otherFingerprint'] && html`<code>${master['otherFingerprint']}</code>`,
                ],
                ['Keys the other one encrypts', String(master['otherKeys'])],
                ['Destroyed', String(master['erasedKeys'])],
                [
                  'That neither opens',
                  master['unopenedKeys'] === 0
                    ? '0'
                    : html`<span class="bad">${master['unopenedKeys']}</span>`,
                ],
              ],
              'master-key',
            )
      }
      <p class="quiet">
        It is replaced with <code>ops keys</code>: no master key comes in or goes out here.
      </p>
      <h3>Keys of exports and roots</h3>
      ${table({
        id: 'signing-keys',
        label: 'Keys of exports and roots',
        items: this.keys,
        key: ({ kid }) => kid,
        columns: [
          { name: 'Key', kind: 'head', cell: ({ kid }) => html`<code>${kid}</code>` },
          {
            name: 'State',
            cell: ({ retiredAt }) =>
              retiredAt === null
                ? html`<span class="good">signs</span>`
                : html`<span class="quiet">replaced</span> ${moment(retiredAt)}`,
          },
        ],
      })}
      ${this.service.is('operator') ? html`<p><button @click=${() => this.rotate()}>Replace the key</button></p>` : nothing}`;
  }

  rotate() {
    this.change('Sign with a new key from now on? What was signed before stays good.', async () => {
      this.keys = (await this.service.send('POST', ROTATION)).keys;
    });
  }
}
