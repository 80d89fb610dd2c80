import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Clock, CommandMetadata } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { deriveUuid, type Logger } from '#libs/platform/runtime';
import { CLOCK, Commands, LOGGER, nameOf } from '#libs/platform/service';
import { bankLinkDocuments, BankLinkIndex } from './documents/bank-link.document.js';
import { bankLink } from './domain/bank-link.js';

const EVERY_MS = 60_000;
const PAGE = 200;

/**
 * Cancels links whose micro-deposits have expired. What is due stands in the log, so no restart loses it; reads and verifications
 * go by the time themselves and need not wait for it. Several processes may sweep at once.
 */
@Injectable()
export class ExpirySweep implements OnApplicationBootstrap, OnModuleDestroy {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly commands: Commands,
    private readonly readModels: ReadModels,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => {
      this.#running = this.sweep().catch((error: unknown) => {
        this.logger.warn({ error: nameOf(error) }, 'expired micro-deposits not swept');
      });
    }, EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Cancels every link that is due now; answers how many. */
  async sweep(): Promise<number> {
    const now = new Date(this.clock.now()).toISOString();
    const links = this.readModels.of(bankLinkDocuments);
    let count = 0;
    let after: string | undefined;
    do {
      const due = { index: BankLinkIndex.Expiry, equals: [], range: { to: now }, limit: PAGE };
      const page = await links.find(after === undefined ? due : { ...due, after });
      for (const { bankLinkOid } of page.items) {
        const command = { type: 'ExpireMicroDeposits' } as const;
        await this.commands.execute(bankLink, bankLinkOid, command, metadata(bankLinkOid, now));
        count += 1;
      }
      after = page.next;
    } while (after !== undefined);
    return count;
  }
}

/** One command for each link, whichever process sends it. */
function metadata(bankLinkOid: string, receivedAt: string): CommandMetadata {
  const commandId = deriveUuid(bankLinkOid, 'expire-micro-deposits');
  return {
    commandId,
    requestId: commandId,
    correlationId: commandId,
    causationId: commandId,
    caller: 'bank-links.expiry-sweep',
    receivedAt,
  };
}
