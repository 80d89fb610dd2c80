import { OnResource, TheDocument } from '#libs/contexts/accounts';
import { isOid } from '#libs/platform/kernel';
import { orderDocuments } from './order.document.js';
import { isAt } from './order-state.js';
import { folioOrder } from './order.js';

/** Route decorator: the path names an order of the account, and of the folio if it names one; 404 if there is none. */
export const OnOrder = (): MethodDecorator =>
  OnResource({
    model: orderDocuments,
    id: ({ oid }) => oid,
    belongs: (order, { accountnumber, folionumber = order.folioNumber }) =>
      order.accountNumber === accountnumber && order.folioNumber === folionumber,
    exists: async (aggregates, { accountnumber = '', folionumber = '', oid = '' }) => {
      if (!isOid(oid)) return false;
      const { state } = await aggregates.load(folioOrder, oid);
      return isAt(state, { accountNumber: accountnumber, folioNumber: folionumber });
    },
  });

/** Parameter decorator of a GET: the `OrderDocument` of {@link OnOrder}. */
export const TheOrder = TheDocument;
