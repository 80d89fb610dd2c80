import type { Decider, DomainEvent } from '#libs/platform/kernel';

interface OfAccount {
  readonly accountNumber: string;
}

/** The tax data of an account can't be read for now. */
export type TaxDataSuspended = DomainEvent<'taxLot.TaxDataSuspended', OfAccount>;

/** The tax data of an account can be read again. */
export type TaxDataResumed = DomainEvent<'taxLot.TaxDataResumed', OfAccount>;

/** Everything that happens in stream `taxData-{accountNumber}`. */
export type TaxDataEvent = TaxDataSuspended | TaxDataResumed;

/** Back office: the per-account switch ([back-office.taxdata]). The same again changes nothing. */
export interface SwitchTaxData {
  readonly type: 'SwitchTaxData';
  readonly accountNumber: string;
  readonly available: boolean;
}

/** Whether tax data are available after an event. Shared by state and document. */
export function availableAfter({ type }: Pick<TaxDataEvent, 'type'>): boolean {
  return type === 'taxLot.TaxDataResumed';
}

/** The switch of one account, stream `taxData-{accountNumber}`; on until the back office says otherwise. */
export const taxData: Decider<boolean, SwitchTaxData, TaxDataEvent> = {
  category: 'taxData',
  initial: true,
  decide({ accountNumber, available }, before) {
    if (available === before) return [];
    const data = { accountNumber };
    return available
      ? [{ type: 'taxLot.TaxDataResumed', data }]
      : [{ type: 'taxLot.TaxDataSuspended', data }];
  },
  evolve: (_before, event) => availableAfter(event),
};
