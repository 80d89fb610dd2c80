import { sealedValue, type Secret } from '#libs/platform/kernel';
import type { Projection } from '#libs/platform/read-models';
import type { ApiClient, ClientEvent } from '../domain/index.js';
import type { ClientResponse } from '../http/index.js';
import { clientEvents } from '../member.registry.js';

/** An API client, with what authentication needs. */
type ClientDocument = Readonly<
  ApiClient & {
    /** The encrypted shared secret; never shown. */
    sealedSecret: string;
    revoked: boolean;
  }
>;

const sealed = (secret: Secret): string => sealedValue(secret).sealed;

/** API clients by API key. */
export const clientDocuments: Projection<ClientDocument, ClientEvent> = {
  name: 'members.client',
  version: 1,
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
      return { ...client, sealedSecret: sealed(sharedSecret), revoked: false };
    }
    if (document === undefined) return undefined;
    switch (event.type) {
      case 'client.ClientUpdated':
        return { ...event.data, sealedSecret: document.sealedSecret, revoked: document.revoked };
      case 'client.SecretReplaced':
        return { ...document, sealedSecret: sealed(event.data.sharedSecret) };
      case 'client.ClientRevoked':
        return { ...document, revoked: true };
    }
  },
};

/** An API client as operators see it, without its secret. */
export function toClientResponse({ sealedSecret: _, ...client }: ClientDocument): ClientResponse {
  return client;
}
