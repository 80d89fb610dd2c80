export {
  findFolio,
  folioBook,
  type FolioCommand,
  folioRules,
  type FolioState,
  isReserved,
  ReservedFolio,
  type SubscribeToRtg,
} from './folio-book.js';
export { type FolioDocument, folioDocuments, FOLIOS_OF_ACCOUNT } from './folio.document.js';
export type { FolioClosed, SubscribedToRtg } from './folio.events.js';
export { OnFolio, TheFolio } from './folio.guard.js';
export { requireFolio } from './folio.facts.js';
export { RtgDirectory, writtenFolio } from './folio.handlers.js';
export { OpenFolios } from './folio.reactions.js';
export { FoliosModule } from './folios.module.js';
