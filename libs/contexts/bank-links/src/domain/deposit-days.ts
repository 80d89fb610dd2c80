import {
  businessDate,
  type Decider,
  type DomainEvent,
  type LocalDate,
  refuse,
} from '#libs/platform/kernel';
import { bankLinkRules } from './bank-link-rules.js';

/** Counts micro-deposits to be sent for a link on a day in New York. Stream `microDeposits-{accountNumber}`. */
export type SendingCounted = DomainEvent<
  'microDeposits.SendingCounted',
  { readonly bankLinkOid: string; readonly day: LocalDate }
>;

/** Counts the deposits of a link unless the day's limit is reached. */
export interface CountSending {
  readonly type: 'CountSending';
  readonly bankLinkOid: string;
  /** Links of the account per day (`MICRO_DEPOSITS_PER_DAY`). */
  readonly most: number;
}

/** The latest day with deposits, and their links. */
interface DepositDay {
  readonly day: LocalDate | undefined;
  readonly links: readonly string[];
}

/** Whether the day's limit is reached. */
export function isDayFull({ day, links }: DepositDay, most: number, now: string): boolean {
  // if the clock was set back, the latest day continues
  return day !== undefined && day >= businessDate(now) && links.length >= most;
}

/** Decider that limits how many links of an account get micro-deposits per day, since each costs money. */
export const depositDays: Decider<DepositDay, CountSending, SendingCounted> = {
  category: 'microDeposits',
  initial: { day: undefined, links: [] },

  decide({ bankLinkOid, most }, state, { now }) {
    if (state.links.includes(bankLinkOid)) return [];
    if (isDayFull(state, most, now)) {
      return refuse(bankLinkRules.broken('banklink.microdeposits.per.day.rule'));
    }
    const today = businessDate(now);
    const day = state.day !== undefined && state.day > today ? state.day : today;
    return [{ type: 'microDeposits.SendingCounted', data: { bankLinkOid, day } }];
  },

  evolve(state, { data: { bankLinkOid, day } }) {
    return { day, links: day === state.day ? [...state.links, bankLinkOid] : [bankLinkOid] };
  },
};
