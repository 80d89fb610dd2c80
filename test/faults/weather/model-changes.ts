import type { SeededRandom } from '../../support/seeded-random.js';
import { createFolio, openAccount } from './households.js';
import type { WeatherService } from './weather-service.js';

/** A member who follows the model. */
interface Follower {
  readonly loginId: string;
  readonly accountNumber: string;
  readonly email: string;
  /** Number of changes before the member followed it. */
  readonly since: number;
}

const MOST_FOLLOWERS = 30;

/** A model, its followers, and its changes, made one at a time so that it is known whom each notifies. */
export class ModelChanges {
  readonly followers: Follower[] = [];
  /** The model's name after each change. */
  readonly names: string[] = [];

  constructor(
    private readonly service: WeatherService,
    private readonly random: SeededRandom,
  ) {}

  /** Adds a follower or makes a change. */
  async step(): Promise<void> {
    const { followers, names } = this;
    const more = names.length > 0 && followers.length < MOST_FOLLOWERS && this.random.chance(0.5);
    if (followers.length < 2 || more) await this.#follow();
    else await this.#change();
  }

  async #follow(): Promise<void> {
    const { loginId, email, accountNumber } = await openAccount(this.service);
    const folioNumber = await createFolio(this.service, accountNumber, 'Followed');
    const path = `/restapi/accounts/${accountNumber}/folios/${folioNumber}/rtgsubscription`;
    const { rtgOid } = this.service.credentials;
    await this.service.done('firm', 'PUT', path, { folioNumber, prePackagedFolioOid: rtgOid });
    this.followers.push({ loginId, accountNumber, email, since: this.names.length });
  }

  async #change(): Promise<void> {
    const name = `Model ${this.names.length + 1}.`;
    const targetWeights = [{ ticker: 'VTI', targetWeight: '100.00' }];
    const path = `/backoffice/rtgs/${this.service.credentials.rtgOid}`;
    await this.service.done('backoffice', 'PUT', path, { name, targetWeights });
    this.names.push(name);
  }

  /** Number of changes of which each follower is notified, in the order of `followers`. */
  expectedNotices(): number[] {
    return this.followers.map(({ since }) => this.names.length - since);
  }

  /** All expected mails, as `address subject`. */
  expectedMails(): string[] {
    return this.followers.flatMap(({ email, since }) =>
      this.names.slice(since).map((name) => `${email} ${name}`),
    );
  }
}
