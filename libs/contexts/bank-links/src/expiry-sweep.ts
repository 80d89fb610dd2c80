import { Inject, Injectable } from '@nestjs/common';
import {
  businessNow,
  type Clock,
  isRefusal,
  latestBusinessNow,
  processMetadata,
  timestampOf,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { deriveUuid, type Logger } from '#libs/platform/runtime';
import { CLOCK, CommandRunner, DueByFirmClock, EveryMinute, LOGGER } from '#libs/platform/service';
import { bankLinkDocuments, BankLinkIndex } from './read-models/bank-link.document.js';
import { bankLink } from './domain/bank-link.js';

/**
 * Cancels links whose micro-deposits have expired. Reads and verifications check the time themselves and don't wait for it.
 * Several processes may sweep at once.
 */
@DueByFirmClock()
@Injectable()
export class ExpirySweep extends EveryMinute {
  constructor(
    private readonly commands: CommandRunner,
    private readonly readModels: ReadModels,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('sweep of expired micro-deposits failed', logger);
  }

  /** Cancels every link that is due. Returns how many it cancelled, regardless of what the read model still lists. */
  async run(atLeast?: bigint): Promise<number> {
    const due = {
      index: BankLinkIndex.Expiry,
      equals: [],
      range: { to: latestBusinessNow(this.clock) },
    };
    let count = 0;
    for await (const link of this.readModels.of(bankLinkDocuments).each(due, atLeast)) {
      const { bankLinkOid, firmId, expiresAt = '' } = link;
      if (expiresAt > businessNow(this.clock, firmId)) continue;
      const command = { type: 'ExpireMicroDeposits' } as const;
      // the same id in every process
      const commandId = deriveUuid(bankLinkOid, 'expire-micro-deposits');
      const now = timestampOf(this.clock.now());
      const about = { ...processMetadata('bank-links.expiry-sweep', commandId, now), firmId };
      const outcome = await this.commands.execute(bankLink, bankLinkOid, command, about);
      if (!isRefusal(outcome) && !outcome.repeated && outcome.events.length > 0) count += 1;
    }
    return count;
  }
}
