import {
  omit,
  pick,
  type SealedValue,
  sealedValue,
  searchForm,
  type Secret,
  type Timestamp,
} from '#libs/platform/kernel';
import { type Projection, streamPerDocument } from '#libs/platform/read-models';
import type { ApiClient } from './client.js';
import { firmDecider } from './firm.js';
import {
  type ClientEvent,
  clientEvents,
  type CorporateFirm,
  type FirmEvent,
  type InstitutionalFirm,
} from './member.events.js';

/** Fields of both kinds of firm. */
interface AnyFirm {
  readonly firmId: string;
  /** Revision of the stream, for the entity tag. */
  readonly revision: number;
  /** The firm whose callers may see it: itself, or the advisor firm of a corporate one. */
  readonly scope: string;
  /** The name in the form lists are sorted by. */
  readonly sortName?: string;
}

type InstitutionalFirmDocument = Readonly<InstitutionalFirm & AnyFirm>;

/** Personal fields are missing once the firm's key is destroyed. */
type CorporateFirmDocument = Readonly<
  Partial<Omit<CorporateFirm, 'firmTaxId' | 'firmRep'>> &
    Pick<CorporateFirm, 'firmRep'> &
    AnyFirm & {
      firmType: 'G';
      parentFirmId: string;
      firmTaxId: SealedValue;
      creationDate: Timestamp;
      /** Login id of the acting member who created the firm. */
      createdBy?: string;
    }
>;

/** A firm of either kind, for `GET /restapi/firms/{firmId}` and authentication. */
export type FirmDocument = InstitutionalFirmDocument | CorporateFirmDocument;

/** Firms by id. */
export const firmDocuments: Projection<FirmDocument, FirmEvent> = {
  name: 'members.firm',
  version: 3,
  indexes: [
    { name: 'byScope', fields: ['scope', 'firmId'] },
    { name: 'byName', fields: ['scope', 'sortName', 'firmId'] },
    { name: 'byRepresentative', fields: ['firmRep'] },
  ],
  events: ['firm.FirmDefined', 'firm.FirmUpdated', 'firm.CorporateFirmCreated'],
  documents: (event) => [event.data.firmId],
  history: {
    streams: streamPerDocument(firmDecider),
    fixed: { byScope: 2, byName: 1, byRepresentative: 1 },
  },

  fold(_, event) {
    switch (event.type) {
      case 'firm.FirmDefined':
      case 'firm.FirmUpdated':
        return {
          ...event.data,
          revision: event.revision,
          scope: event.data.firmId,
          sortName: searchForm(event.data.name),
        };
      case 'firm.CorporateFirmCreated': {
        const { actingMember: createdBy } = event.metadata;
        return {
          ...omit(event.data, 'firmTaxId'),
          revision: event.revision,
          scope: event.data.parentFirmId,
          firmTaxId: sealedValue(event.data.firmTaxId),
          ...(createdBy !== undefined && { createdBy }),
          ...(event.data.firmName && { sortName: searchForm(event.data.firmName) }),
        };
      }
    }
  },
};

/** An API client, with what authentication needs. */
export type ClientDocument = Readonly<
  ApiClient & {
    /** The encrypted shared secret; never shown. */
    sealedSecret: string;
    secretSince: Timestamp;
    /** The one that it replaced, which is valid until a moment. */
    previous?: { readonly sealedSecret: string; readonly until: Timestamp };
    revoked: boolean;
  }
>;

/** When the secrets of a client began and end, as reads show it. */
export const secretTimesOf = ({ secretSince, previous }: ClientDocument) => ({
  secretSince,
  previousSecretUntil: previous?.until ?? null,
});

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
