import type { ClientAnswer } from '#libs/client';
import { accounts, permissionsOf } from './set-up.js';

/** A joint account whose permissions the cases change, and the login id of the API client that opened it. */
export let number: string;
export let api: string;

export async function openJoint(): Promise<void> {
  number = await accounts.opened('J');
  api = accounts.service.credentials.apiLoginId;
}

export const grant = (body: unknown, client = accounts.service.client): Promise<ClientAnswer> =>
  client.post(permissionsOf(number), body);

export const change = (loginId: string, body: unknown): Promise<ClientAnswer> =>
  accounts.service.client.put(`${permissionsOf(number)}/${loginId}`, body);
