import type { Decider } from '#libs/platform/kernel';
import type { TaxDataEvent } from './tax-lot.events.js';

/** Back office: makes an account's tax data available or unavailable ([back-office.taxdata]). Idempotent. */
export interface SwitchTaxData {
  readonly type: 'SwitchTaxData';
  readonly accountNumber: string;
  readonly available: boolean;
}

/** Whether tax data is available after an event. Shared by state and document. */
export function availableAfter({ type }: Pick<TaxDataEvent, 'type'>): boolean {
  return type === 'taxLot.TaxDataResumed';
}

/** The switch of an account, stream `taxData-{accountNumber}`; initially on. */
export const taxData: Decider<boolean, SwitchTaxData, TaxDataEvent> = {
  category: 'taxData',
  initial: true,
  decide({ accountNumber, available }, before) {
    if (available === before) return [];
    const type = available ? 'taxLot.TaxDataResumed' : 'taxLot.TaxDataSuspended';
    return [{ type, data: { accountNumber } }];
  },
  evolve: (_before, event) => availableAfter(event),
};
