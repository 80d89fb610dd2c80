import { receiveWebhook } from '#libs/client';
import type { SeededRandom } from '../../support/seeded-random.js';
import { type Received, WebhookTarget } from '../../support/webhook-target.js';
import type { WeatherService } from './weather-service.js';

/** Share of messages that the receiver refuses at first. */
const REFUSED = 0.02;

/** Receiver of the firm's webhook. It accepts most messages, refuses some at first, and records anything wrong. */
export class WebhookReceiver {
  /** How often each event was accepted, by id. */
  readonly taken = new Map<string, number>();
  readonly faults: string[] = [];
  refused = 0;
  readonly #newest = new Map<string, number>();
  readonly #refused = new Set<string>();
  #secret = '';

  private constructor(
    private readonly target: WebhookTarget,
    private readonly random: SeededRandom,
  ) {
    target.answer = (received) => this.#answer(received);
  }

  /** Creates a webhook of the firm. */
  static async start(service: WeatherService, random: SeededRandom): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(await WebhookTarget.start(), random);
    const { url } = receiver.target;
    const made = await service.done('firm', 'POST', '/restapi/webhooks', { url });
    receiver.#secret = (made.body as { secret: string }).secret;
    return receiver;
  }

  /** Messages delivered again although they had been accepted. */
  get repeated(): number {
    return [...this.taken.values()].reduce((sum, times) => sum + times - 1, 0);
  }

  stop(): Promise<void> {
    return this.target.stop();
  }

  #answer({ headers, body }: Received): number {
    const { id, sequence, data } = receiveWebhook([this.#secret], headers, body);
    if (headers['webhook-id'] !== id) this.faults.push(`${headers['webhook-id']} is not ${id}`);
    if (!this.taken.has(id) && !this.#refused.has(id) && this.random.chance(REFUSED)) {
      this.#refused.add(id);
      this.refused += 1;
      return 503;
    }
    const before = this.taken.get(id) ?? 0;
    const { accountNumber } = data;
    const newest = this.#newest.get(accountNumber) ?? 0;
    const expected = before > 0 ? newest : newest + 1;
    if (Number(sequence) !== expected) {
      this.faults.push(`${accountNumber}: ${sequence} came where ${expected} was expected`);
    }
    this.taken.set(id, before + 1);
    this.#newest.set(accountNumber, Number(sequence));
    return 204;
  }
}
