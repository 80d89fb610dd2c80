export * from './domain/folio-book.events.js';
export * from './domain/folio-book.js';
export * from './domain/folio-book.state.js';
export * from './read-models/folio.document.js';
export * from './folio.registry.js';
export * from './folio-lookup.js';
export { OpenFolios } from './open-folios.js';
export { FoliosModule } from './folios.module.js';
