import { html, nothing } from './lit-html.js';
import { button, code, factsOf, marked, moment, table, View, waiting } from './view.js';

const ROTATION = '/operator/audit/signing-key/rotation';

/** The master key by its fingerprint, and the keys that exports and roots are signed with. */
export class KeysView extends View {
  /** @type {Record<string, any> | undefined} */
  master;
  /** @type {{ kid: string, retiredAt: string | null }[]} */
  keys = [];

  async load() {
    this.master = await this.service.get('/operator/keys/master-key');
    this.keys = (await this.service.get('/.well-known/audit-keys.json')).keys;
  }

  template() {
    const { master } = this;
    return html`<h2>Keys</h2>
      <h3>Master key</h3>
      ${
        master === undefined
          ? waiting
          : factsOf(
              [
                ['Fingerprint', code(master['fingerprint'])],
                [
                  'Of the service’s own making',
                  master['generated'] ? 'yes, kept in DATA_DIR' : 'no',
                ],
                ['Keys it encrypts', String(master['keys'])],
                [
                  'Other master key',
                  master['otherFingerprint'] && code(master['otherFingerprint']),
                ],
                ['Keys the other one encrypts', String(master['otherKeys'])],
                ['Destroyed', String(master['erasedKeys'])],
                [
                  'That neither opens',
                  marked(master['unopenedKeys'] === 0 ? '' : 'bad', String(master['unopenedKeys'])),
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
          ['Key', ({ kid }) => code(kid), 'head'],
          [
            'State',
            ({ retiredAt }) =>
              retiredAt === null
                ? marked('good', 'signs')
                : html`${marked('quiet', 'replaced')} ${moment(retiredAt)}`,
          ],
        ],
      })}
      ${this.service.is('operator') ? html`<p>${button('Replace the key', () => this.rotate())}</p>` : nothing}`;
  }

  rotate() {
    this.change('Sign with a new key from now on? What was signed before stays good.', async () => {
      this.keys = (await this.service.send('POST', ROTATION)).keys;
    });
  }
}
