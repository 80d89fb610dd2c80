import {
  pick,
  sealedValue,
  type Secret,
  type Timestamp,
  wireTimestamp,
} from '#libs/platform/kernel';
import type { Projection } from '#libs/platform/read-models';
import type { ApiClient, ClientEvent } from '../domain/index.js';
import type { ClientResponse } from '../http/index.js';
import { clientEvents } from '../member.registry.js';

/** An API client, with what authentication needs. */
type ClientDocument = Readonly<
  ApiClient & {
    /** The encrypted shared secret; never shown. */
    sealedSecret: string;
    secretSince: Timestamp;
    /** The one that it replaced, which is valid until a moment. */
    previous?: { readonly sealedSecret: string; readonly until: Timestamp };
    revoked: boolean;
  }
>;

const sealed = (secret: Secret): string => sealedValue(secret).sealed;

/** API clients by API key. */
export const clientDocuments: Projection<ClientDocument, ClientEvent> = {
  name: 'members.client',
  version: 2,
  indexes: [
    { name: 'byFirm', fields: ['firmId', 'apiKey'] },
    { name: 'byLoginId', fields: ['loginId'] },
  ],
  events: Object.keys(clientEvents) as ClientEvent['type'][],
  impersonal: true,
  documents: (event) => [event.data.apiKey],

  fold(document, event) {
    if (event.type === 'client.ClientDefined') {
      const { sharedSecret, ...client } = event.data;
      const secret = { sealedSecret: sealed(sharedSecret), secretSince: event.at };
      return { ...client, ...secret, revoked: false };
    }
    if (document === undefined) return undefined;
    switch (event.type) {
      case 'client.ClientUpdated':
        return {
          ...event.data,
          ...pick(document, 'sealedSecret', 'secretSince', 'previous', 'revoked'),
        };
      case 'client.SecretReplaced': {
        const { sealedSecret, previous: _, ...client } = document;
        const { sharedSecret, previousUntil: until } = event.data;
        return {
          ...client,
          ...{ sealedSecret: sealed(sharedSecret), secretSince: event.at },
          ...(until !== undefined && { previous: { sealedSecret, until } }),
        };
      }
      case 'client.ClientRevoked':
        return { ...document, revoked: true };
    }
  },
};

/** An API client as operators see it, without its secrets. */
export function toClientResponse(document: ClientDocument): ClientResponse {
  const { sealedSecret: _, secretSince, previous, ...client } = document;
  return {
    ...client,
    secretSince: wireTimestamp(secretSince),
    previousSecretUntil: previous ? wireTimestamp(previous.until) : null,
  };
}
