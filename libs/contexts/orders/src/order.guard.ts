import { OnResource, TheDocument } from '#libs/contexts/accounts';
import { orderDocuments } from './order.document.js';
import { requireOrder } from './order.facts.js';

/** Route decorator: the path names an order of the account, and of the folio if it names one; 404 if there is none. */
export const OnOrder = (): MethodDecorator =>
  OnResource({
    model: orderDocuments,
    id: ({ oid }) => oid,
    belongs: (order, { accountnumber, folionumber = order.folioNumber }) =>
      order.accountNumber === accountnumber && order.folioNumber === folionumber,
    require: (aggregates, { accountnumber = '', folionumber = '', oid = '' }) =>
      requireOrder(aggregates, {
        accountNumber: accountnumber,
        folioNumber: folionumber,
        folioOrderOid: oid,
      }),
  });

/** Parameter decorator of a GET: the `OrderDocument` of {@link OnOrder}. */
export const TheOrder = TheDocument;
