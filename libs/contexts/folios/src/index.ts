export * from './domain/folio-number.js';
export * from './domain/folio-book.events.js';
export * from './domain/folio-book.commands.js';
export { folioBook } from './domain/folio-book.js';
export { folioRules } from './domain/folio-rules.js';
export { canonicalWeights, totalProblem } from './domain/holdings.js';
export { findFolio, type FolioState } from './domain/folio-book.state.js';
export * from './read-models/folio.document.js';
export * from './folio.registry.js';
export * from './rtg-directory.js';
export {
  accountFact,
  folioInBook,
  folioOf,
  folioOfPath,
  requireFolio,
  ShowsFolio,
} from './folio-lookup.js';
export { folioWritten } from './folio-revision.js';
export { folios } from './folios.context.js';
