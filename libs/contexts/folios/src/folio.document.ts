import { account } from '#libs/contexts/accounts';
import { AggregateStore } from '#libs/platform/event-store';
import { codesOf, type DomainEvent, type Timestamp } from '#libs/platform/kernel';
import type { EventSource, Projection } from '#libs/platform/read-models';
import {
  createdFolio,
  evolveFolio,
  folioBook,
  folioNumber,
  type FolioState,
  ReservedFolio,
  reservedFolio,
  ReservedFolioName,
  splitFolioNumber,
} from './folio-book.js';
import { type FolioEvent, folioEvents } from './folio.events.js';

/** A folio with its target weights and positions, account and firm. */
export type FolioDocument = Readonly<
  FolioState & {
    folioNumber: string;
    accountNumber: string;
    firmId: string;
    /** Folios 01 and 02 have their number here, since no event gave them an id. */
    folioOid: string;
    createdAt: Timestamp;
    /** Position in the log of the last report that changed its positions; absent before the first. */
    positionsAt?: string;
  }
>;

/** The part of the event that matters here: opening an account creates folios 01 and 02. */
export type AccountOpenedFact = DomainEvent<
  'account.AccountOpened',
  { readonly accountNumber: string; readonly firmId: string }
>;

/** Index over accountNumber, folioNumber. */
export const FOLIOS_OF_ACCOUNT = 'account';

/** All folios of an account: its opening, which is its first event, and the events of its folios. */
function streamsOf(id: string): readonly EventSource[] {
  const accountNumber = splitFolioNumber(id)?.accountNumber ?? '';
  return [
    { stream: AggregateStore.stream(account, accountNumber), first: 1 },
    { stream: AggregateStore.stream(folioBook, accountNumber) },
  ];
}

/** Read model `folios.folio`: one document per full folio number. */
export const folioDocuments: Projection<FolioDocument, FolioEvent | AccountOpenedFact> = {
  name: 'folios.folio',
  version: 2,
  indexes: [{ name: FOLIOS_OF_ACCOUNT, fields: ['accountNumber', 'folioNumber'] }],
  events: ['account.AccountOpened', ...codesOf(folioEvents)],
  documents(event) {
    if (event.type !== 'account.AccountOpened') return [event.data.folioNumber];
    const { accountNumber } = event.data;
    return Object.values(ReservedFolio).map((sequence) => folioNumber(accountNumber, sequence));
  },
  history: { streams: streamsOf, fixed: { [FOLIOS_OF_ACCOUNT]: 2 } },

  fold(document, event, id) {
    switch (event.type) {
      case 'account.AccountOpened': {
        const { accountNumber, firmId } = event.data;
        const sequence = splitFolioNumber(id)?.sequence;
        const name = ReservedFolioName[sequence === ReservedFolio.Cash ? '01' : '02'];
        const identity = { folioNumber: id, accountNumber, firmId, folioOid: id };
        return { createdAt: event.at, ...identity, ...reservedFolio(name) };
      }
      case 'folio.FolioCreated': {
        const { folioNumber: number, accountNumber, firmId, folioOid } = event.data;
        const identity = { folioNumber: number, accountNumber, firmId, folioOid };
        return { createdAt: event.at, ...identity, ...createdFolio(event.data) };
      }
      case 'folio.PositionsSet':
        return (
          document && { ...evolveFolio(document, event), positionsAt: event.position.toString() }
        );
      default:
        return document && evolveFolio(document, event);
    }
  },
};
