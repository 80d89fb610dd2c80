import {
  businessDate,
  type Decider,
  type DomainEvent,
  type LocalDate,
  type Problem,
  refuse,
} from '#libs/platform/kernel';
import { bankLinkRules } from './bank-link-rules.js';

/** Micro-deposits will be sent for a link, counted on a day in New York. Stream `microDeposits-{accountNumber}`. */
export type SendingCounted = DomainEvent<
  'microDeposits.SendingCounted',
  { readonly bankLinkOid: string; readonly day: LocalDate }
>;

/** Counts the deposits of a link, unless the day has had all it may have. */
export interface CountSending {
  readonly type: 'CountSending';
  readonly bankLinkOid: string;
  /** Links of the account whose deposits may be sent on one day (`MICRO_DEPOSITS_PER_DAY`). */
  readonly most: number;
}

/** The newest day on which deposits were sent, and for which links. */
interface DepositDay {
  readonly day: LocalDate | undefined;
  readonly links: readonly string[];
}

/** No more deposits on this day. */
export function dailyLimit(): Problem {
  const message = 'No more micro-deposits are sent for this account today.';
  return bankLinkRules.broken('banklink.microdeposits.per.day.rule', message);
}

/** Whether a day has had all the deposits it may have. */
export function isDayFull({ day, links }: DepositDay, most: number, now: string): boolean {
  // by a clock that was set back the newest day goes on
  return day !== undefined && day >= businessDate(now) && links.length >= most;
}

/** How many links of one account have had their micro-deposits sent today: each costs money. */
export const depositDays: Decider<DepositDay, CountSending, SendingCounted> = {
  category: 'microDeposits',
  initial: { day: undefined, links: [] },

  decide({ bankLinkOid, most }, state, { now }) {
    if (state.links.includes(bankLinkOid)) return [];
    if (isDayFull(state, most, now)) return refuse(dailyLimit());
    const today = businessDate(now);
    const day = state.day !== undefined && state.day > today ? state.day : today;
    return [{ type: 'microDeposits.SendingCounted', data: { bankLinkOid, day } }];
  },

  evolve(state, { data: { bankLinkOid, day } }) {
    return { day, links: day === state.day ? [...state.links, bankLinkOid] : [bankLinkOid] };
  },
};
