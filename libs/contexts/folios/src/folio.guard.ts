import { OnResource, TheDocument } from '#libs/contexts/accounts';
import { findFolio, folioBook, sequenceWithin } from './folio-book.js';
import { folioDocuments } from './folio.document.js';
import { loadFolio } from './folio.facts.js';

/** Route decorator: the path names a folio of the account; 404 if there is none. */
export const OnFolio = (): MethodDecorator =>
  OnResource({
    model: folioDocuments,
    id: ({ accountnumber = '', folionumber = '' }) =>
      sequenceWithin(accountnumber, folionumber) === undefined ? undefined : folionumber,
    require: async (aggregates, { accountnumber = '', folionumber = '' }) => {
      const { state } = await aggregates.loadCached(folioBook, accountnumber);
      // Another process may have made it.
      if (!findFolio(state, accountnumber, folionumber)?.folio) {
        await loadFolio(aggregates, accountnumber, folionumber);
      }
    },
  });

/** Parameter decorator of a GET: the `FolioDocument` of {@link OnFolio}. */
export const TheFolio = TheDocument;
