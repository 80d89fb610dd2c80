import type { AccountEvent } from '#libs/contexts/accounts';
import type { ItemEvent } from '#libs/contexts/attention';
import type { AttemptsUnlocked, BankLinkEvent } from '#libs/contexts/bank-links';
import type { CashEvent } from '#libs/contexts/cash';
import type { CorporateActionEvent } from '#libs/contexts/corporate-actions';
import type { FolioEvent } from '#libs/contexts/folios';
import type { OrderEvent } from '#libs/contexts/orders';
import type { UnitValuesRecorded } from '#libs/contexts/performance';
import type { SubscriptionEvent } from '#libs/contexts/placements';
import type { TaxDataEvent, TaxLotEvent } from '#libs/contexts/tax-lots';
import type { TransactionEvent } from '#libs/contexts/transactions';
import type { Draft } from '../domain/contract/index.js';

/** Every event of the log that concerns an account. */
export type SourceEvent =
  | AccountEvent
  | ItemEvent
  | BankLinkEvent
  | AttemptsUnlocked
  | CashEvent
  | CorporateActionEvent
  | FolioEvent
  | OrderEvent
  | UnitValuesRecorded
  | SubscriptionEvent
  | TaxDataEvent
  | TaxLotEvent
  | TransactionEvent;

/** What the events of a union mean to readers of the feed: a pure function for each type. */
export type Translations<E extends SourceEvent> = {
  readonly [Type in E['type']]: (data: Extract<E, { type: Type }>['data']) => Draft;
};
