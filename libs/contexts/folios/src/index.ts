export * from './domain/folio-book.events.js';
export * from './domain/folio-book.commands.js';
export { canonicalWeights, folioBook, totalProblem } from './domain/folio-book.js';
export { folioRules } from './domain/folio-rules.js';
export {
  findFolio,
  type FolioState,
  isReserved,
  ReservedFolio,
} from './domain/folio-book.state.js';
export * from './read-models/folio.document.js';
export * from './folio.registry.js';
export * from './rtg-directory.js';
export * from './folio-lookup.js';
export { folios } from './folios.context.js';
