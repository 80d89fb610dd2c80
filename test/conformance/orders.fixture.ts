import type { BrokerageClient, ClientAnswer } from '#libs/client';
import { expectStatus, type ServiceUnderTest } from '../support/running-service.js';

export type Fields = Readonly<Record<string, unknown>>;

/** A security order of 500 dollars. */
export function buyBody(fields: Fields = {}): Record<string, unknown> {
  return { security: { ticker: 'IBM' }, side: '1', requestedDollarAmount: '500', ...fields };
}

/** A window order for 500 dollars of IBM, with the required fields only. */
export function orderBody(fields: Fields = {}): Record<string, unknown> {
  return {
    orderType: 'W',
    discretionary: false,
    solicited: true,
    dollarShareBasedIndicator: 'D',
    securityOrders: [buyBody()],
    ...fields,
  };
}

/** A direct order in shares of one security. */
export function directBody(item: Fields = {}, fields: Fields = {}): Record<string, unknown> {
  const securityOrder = {
    security: { ticker: 'IBM' },
    side: '1',
    requestedShareAmount: '10',
    ...item,
  };
  return orderBody({
    orderType: 'D',
    dollarShareBasedIndicator: 'S',
    securityOrders: [securityOrder],
    ...fields,
  });
}

/** Id of an order that is not known yet. */
export function reportBody(fields: Fields = {}): Record<string, unknown> {
  const { orderType, dollarShareBasedIndicator, securityOrders } = orderBody();
  return { orderType, dollarShareBasedIndicator, securityOrders, ...fields };
}

/** Creates a folio. Returns its number. */
export async function newFolio(
  service: ServiceUnderTest,
  accountNumber: string,
  client: BrokerageClient = service.client,
): Promise<string> {
  const body = { folioName: 'Growth', accountNumber, dividendReinvest: true };
  const answer = await client.post(`/restapi/accounts/${accountNumber}/folios`, body);
  expectStatus(answer, 201);
  return answer.location?.split('/').at(-1) ?? '';
}

/** Path of the orders of a folio. */
export function ordersPath(folioNumber: string): string {
  return `/restapi/accounts/${folioNumber.slice(0, -2)}/folios/${folioNumber}/orders`;
}

/** Back-office path of an order. */
export function reportPath(folioNumber: string, folioOrderOid: string): string {
  return `${ordersPath(folioNumber).replace('/restapi', '/backoffice')}/${folioOrderOid}`;
}

/** Places an order. Returns its path. */
export async function placeOrder(
  client: BrokerageClient,
  folioNumber: string,
  body: unknown = orderBody(),
): Promise<string> {
  const answer = await client.post(ordersPath(folioNumber), body);
  expectStatus(answer, 201);
  return answer.location ?? '';
}

/** The object that a GET returns. */
export function objectOf(answer: ClientAnswer): Record<string, unknown> {
  expectStatus(answer, 200);
  return answer.body as Record<string, unknown>;
}

/** The list of orders that a GET returns. */
export function listOf(answer: ClientAnswer): readonly Record<string, unknown>[] {
  expectStatus(answer, 200);
  return answer.body as readonly Record<string, unknown>[];
}
