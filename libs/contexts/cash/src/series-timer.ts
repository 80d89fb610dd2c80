import { Inject, Injectable } from '@nestjs/common';
import {
  businessDate,
  type Clock,
  type CommandMetadata,
  type LocalDate,
  processMetadata,
  timestampOf,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { deriveUuid, type Logger } from '#libs/platform/runtime';
import { CLOCK, Commands, EveryMinute, LOGGER } from '#libs/platform/service';
import { CashFacts } from './cash-facts.js';
import {
  type CashSeriesDocument,
  cashSeriesDocuments,
  CashSeriesIndex,
} from './documents/cash-series.document.js';
import { cash } from './domain/cash.js';
import { cashStreamId } from './domain/cash-id.js';

/**
 * Puts in the next transaction of each series once the day of the one before has come in New York. Several processes may do this
 * at once, since the number of an occurrence makes the command's id.
 */
@Injectable()
export class SeriesTimer extends EveryMinute {
  constructor(
    private readonly commands: Commands,
    private readonly readModels: ReadModels,
    private readonly facts: CashFacts,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('repeating cash transactions not put in', logger);
  }

  /** Looks at every series that is due today; answers how many there were. */
  async run(): Promise<number> {
    const now = timestampOf(this.clock.now());
    const today = businessDate(now);
    const due = { index: CashSeriesIndex.Due, equals: [], range: { to: today } };
    let count = 0;
    for await (const series of this.readModels.of(cashSeriesDocuments).each(due)) {
      await this.#schedule(series, today, now);
      count += 1;
    }
    return count;
  }

  async #schedule(series: CashSeriesDocument, today: LocalDate, now: string): Promise<void> {
    const { accountNumber, repeatCashTransactionOid, number } = series;
    const obstacle = await this.facts.obstacle(accountNumber);
    const id = cashStreamId(accountNumber, repeatCashTransactionOid);
    const command = { type: 'ScheduleOccurrences', today, obstacle } as const;
    await this.commands.execute(cash, id, command, metadata(id, number + 1, now));
  }
}

function metadata(streamId: string, number: number, receivedAt: string): CommandMetadata {
  const commandId = deriveUuid(streamId, `occurrence:${number}`);
  return processMetadata('cash.series-timer', commandId, receivedAt);
}
