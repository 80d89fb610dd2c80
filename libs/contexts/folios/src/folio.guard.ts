import { OnResource, TheDocument } from '#libs/contexts/accounts';
import { findFolio, folioBook, type FolioBook, sequenceWithin } from './folio-book.js';
import { folioDocuments } from './folio.document.js';

/** Route decorator: the path names a folio of the account; 404 if there is none. */
export const OnFolio = (): MethodDecorator =>
  OnResource({
    model: folioDocuments,
    id: ({ accountnumber = '', folionumber = '' }) =>
      sequenceWithin(accountnumber, folionumber) === undefined ? undefined : folionumber,
    exists: async (aggregates, { accountnumber = '', folionumber = '' }) => {
      const has = (book: FolioBook) => findFolio(book, accountnumber, folionumber) !== undefined;
      const { state } = await aggregates.loadCached(folioBook, accountnumber);
      // another process may have made it
      return has(state) || has((await aggregates.load(folioBook, accountnumber)).state);
    },
  });

/** Parameter decorator of a GET: the `FolioDocument` of {@link OnFolio}. */
export const TheFolio = TheDocument;
