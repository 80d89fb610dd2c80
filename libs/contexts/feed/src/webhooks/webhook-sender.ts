import { isIP } from 'node:net';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Webhook as Signer } from 'standardwebhooks';
import { Agent, request } from 'undici';
import type { Clock } from '#libs/platform/kernel';
import { CLOCK, type Platform, PLATFORM } from '#libs/platform/service';
import { signingSecrets, type Webhook } from '../webhook.js';
import { hostOf, isPublicAddress, publicLookup } from './target-guard.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** How long a receiver may take, in milliseconds. */
export const RESPONSE_TIMEOUT_MS = 15_000;
/** Up to this size a response body is read, so that the connection can be reused. */
const MAX_RESPONSE_BYTES = 16 * 1024;

/** The outcome of an attempt. */
export interface SendResult {
  readonly delivered: boolean;
  /** HTTP status; null if there was no response. */
  readonly status: number | null;
  /** Kind of failure; null after a success. */
  readonly reason: string | null;
  /** Milliseconds to wait as requested by the receiver; 0: not requested. */
  readonly retryAfter: number;
}

/** Sends signed messages to the URLs of webhooks (Standard Webhooks). */
@Injectable()
export class WebhookSender implements OnModuleDestroy {
  readonly #agent: Agent;
  readonly #allowPrivate: boolean;
  readonly #closing = new AbortController();

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PLATFORM) { config, hostLookup }: Platform,
  ) {
    this.#allowPrivate = config.webhookAllowPrivate;
    this.#agent = new Agent({
      connect: {
        timeout: CONNECT_TIMEOUT_MS,
        ...(!this.#allowPrivate && { lookup: publicLookup(hostLookup) }),
      },
      headersTimeout: RESPONSE_TIMEOUT_MS,
      bodyTimeout: RESPONSE_TIMEOUT_MS,
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.#closing.abort();
    await this.#agent.destroy();
  }

  /**
   * Sends a message, signed with each valid secret. Only 2xx is a success; redirects aren't followed.
   * @param id message id, the same in every attempt
   * @returns undefined if it was cut off by `stop` or the end of the process, which says nothing about the receiver
   */
  async send(
    webhook: Webhook,
    id: string,
    body: string,
    stop: AbortSignal,
  ): Promise<SendResult | undefined> {
    const cut = AbortSignal.any([stop, this.#closing.signal]);
    const isCut = (): boolean => cut.aborted;
    if (isCut()) return undefined;
    const host = hostOf(new URL(webhook.url));
    // Node connects to an IP address without a lookup, so the agent's lookup can't check it
    if (!this.#allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) {
      return notSent('PrivateTargetError');
    }
    const now = new Date(this.clock.now());
    const secrets = signingSecrets(webhook, now.toISOString()).map((one) => one.reveal() ?? '');
    try {
      const response = await request(webhook.url, {
        method: 'POST',
        dispatcher: this.#agent,
        headers: webhookHeaders(secrets, { id, body }, now),
        body,
        signal: AbortSignal.any([cut, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
      });
      const { statusCode: status, headers } = response;
      await response.body.dump({ limit: MAX_RESPONSE_BYTES }).catch(() => undefined);
      const delivered = status >= 200 && status < 300;
      const retryAfter = retryAfterOf(headers['retry-after'], this.clock.now());
      return { delivered, status, reason: delivered ? null : 'status', retryAfter };
    } catch (error) {
      return isCut() ? undefined : notSent(kindOf(error));
    }
  }
}

/** Headers of a message, signed with each secret (`whsec_` and Base64). `id` is the same in every attempt. */
export function webhookHeaders(
  secrets: readonly string[],
  { id, body }: { readonly id: string; readonly body: string },
  now: Date,
): Record<string, string> {
  const signatures = secrets.map((secret) => new Signer(secret).sign(id, now, body));
  return {
    'content-type': 'application/cloudevents+json',
    'user-agent': 'brokerage-account-service',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}

/** The result of an attempt that got no response or wasn't made. */
export function notSent(reason: string): SendResult {
  return { delivered: false, status: null, reason, retryAfter: 0 };
}

/** Parses `Retry-After` (seconds or date) to milliseconds; 0 if absent or invalid. */
function retryAfterOf(header: string | string[] | undefined, now: number): number {
  if (typeof header !== 'string') return 0;
  const milliseconds = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Math.max(0, milliseconds || 0);
}

/** The code or name of an error. Not its message, which may quote what was sent. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : error.name;
}
