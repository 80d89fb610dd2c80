import { Inject, Injectable } from '@nestjs/common';
import { account } from '#libs/contexts/accounts';
import { AggregateStore } from '#libs/platform/event-store';
import {
  businessDate,
  businessNow,
  type Clock,
  latestBusinessNow,
  processMetadata,
  timestampOf,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { deriveUuid, type Logger } from '#libs/platform/runtime';
import { CLOCK, CommandRunner, DueByFirmClock, EveryMinute, LOGGER } from '#libs/platform/service';
import {
  type CashSeriesDocument,
  cashSeriesDocuments,
  CashSeriesIndex,
} from './read-models/cash-series.document.js';
import { cash } from './domain/cash.js';
import { cashStreamId } from './domain/cash-id.js';
import { seriesObstacle } from './series-obstacle.js';

/**
 * Creates the next transaction of each series on the day of the newest in New York. Safe to run in several processes: the command
 * id is derived from the occurrence number.
 */
@DueByFirmClock()
@Injectable()
export class SeriesTimer extends EveryMinute {
  constructor(
    private readonly commands: CommandRunner,
    private readonly readModels: ReadModels,
    private readonly aggregates: AggregateStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('repeating cash transactions not created', logger);
  }

  /** Schedules every series due today. Returns how many there were. */
  async run(atLeast?: bigint): Promise<number> {
    const to = businessDate(latestBusinessNow(this.clock));
    const due = { index: CashSeriesIndex.Due, equals: [], range: { to } };
    let count = 0;
    for await (const series of this.readModels.of(cashSeriesDocuments).each(due, atLeast)) {
      if (await this.#schedule(series)) count += 1;
    }
    return count;
  }

  /** Returns whether the series is due by its firm's clock. */
  async #schedule(series: CashSeriesDocument): Promise<boolean> {
    const { accountNumber, repeatCashTransactionOid, number, dueOn = '' } = series;
    const { state } = await this.aggregates.load(account, accountNumber);
    const firmId = state.opened ? state.firmId : undefined;
    const obstacle = state.opened ? seriesObstacle(state) : 'The account does not exist.';
    const today = businessDate(businessNow(this.clock, firmId));
    if (dueOn > today) return false;
    const id = cashStreamId(accountNumber, repeatCashTransactionOid);
    const closed = state.opened && state.closed;
    const command = closed
      ? ({ type: 'RejectPending', cause: 'account', reason: obstacle ?? '' } as const)
      : ({ type: 'ScheduleOccurrences', today, obstacle } as const);
    const commandId = deriveUuid(id, `occurrence:${number + 1}`);
    const about = processMetadata('cash.series-timer', commandId, timestampOf(this.clock.now()));
    await this.commands.execute(cash, id, command, {
      ...about,
      ...(firmId !== undefined && { firmId }),
    });
    return true;
  }
}
