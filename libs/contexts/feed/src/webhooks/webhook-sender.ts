import { isIP } from 'node:net';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Webhook as Signer } from 'standardwebhooks';
import { Agent, request } from 'undici';
import type { Clock } from '#libs/platform/kernel';
import { CLOCK, type Platform, PLATFORM } from '#libs/platform/service';
import { signingSecrets, type Webhook } from '../domain/webhook.js';
import { hostOf, isPublicAddress, publicLookup } from './target-guard.js';

const CONNECT_MS = 5_000;
const ANSWER_MS = 15_000;
/** As much of an answer is read away, so that its connection can be used again. */
const ANSWER_BYTES = 16 * 1024;

/** What became of an attempt. */
export interface SendResult {
  readonly delivered: boolean;
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** Kind of failure; null when there was none. */
  readonly reason: string | null;
  /** Milliseconds that the receiver wants to be left alone; 0: it did not say. */
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
        timeout: CONNECT_MS,
        ...(!this.#allowPrivate && { lookup: publicLookup(hostLookup) }),
      },
      headersTimeout: ANSWER_MS,
      bodyTimeout: ANSWER_MS,
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.#closing.abort();
    await this.#agent.destroy();
  }

  /**
   * Sends a message, signed with each secret in force. Only 2xx is a delivery; redirects are not followed.
   * @param id of the message: the same each time it is sent
   * @returns undefined when it was cut off by `stop` or the end of the process, which says nothing of the receiver
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
    // an address is connected to without being looked up
    if (!this.#allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) {
      return notSent('PrivateTargetError');
    }
    try {
      const answer = await request(webhook.url, {
        method: 'POST',
        dispatcher: this.#agent,
        headers: {
          'content-type': 'application/cloudevents+json',
          'user-agent': 'brokerage-account-service',
          ...this.#signed(webhook, id, body),
        },
        body,
        signal: AbortSignal.any([cut, AbortSignal.timeout(ANSWER_MS)]),
      });
      const { statusCode: status, headers } = answer;
      await answer.body.dump({ limit: ANSWER_BYTES }).catch(() => undefined);
      const delivered = status >= 200 && status < 300;
      const retryAfter = retryAfterOf(headers['retry-after'], this.clock.now());
      return { delivered, status, reason: delivered ? null : 'status', retryAfter };
    } catch (error) {
      return isCut() ? undefined : notSent(kindOf(error));
    }
  }

  #signed(webhook: Webhook, id: string, body: string): Record<string, string> {
    const now = new Date(this.clock.now());
    const signatures = signingSecrets(webhook, now.toISOString()).map((secret) =>
      new Signer(secret.reveal() ?? '').sign(id, now, body),
    );
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': signatures.join(' '),
    };
  }
}

/** An attempt that was not answered, or not made. */
export function notSent(reason: string): SendResult {
  return { delivered: false, status: null, reason, retryAfter: 0 };
}

/** Milliseconds that a header `Retry-After` asks for, as seconds or as a date; 0 for none and for nonsense. */
function retryAfterOf(header: string | string[] | undefined, now: number): number {
  if (typeof header !== 'string') return 0;
  const milliseconds = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Math.max(0, milliseconds || 0);
}

/** Kind of an error; its message may quote what was sent. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : error.name;
}
