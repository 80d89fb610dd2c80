import {
  omit,
  type SealedValue,
  sealedValue,
  searchForm,
  type Timestamp,
} from '#libs/platform/kernel';
import { streamPerDocument, type Projection } from '#libs/platform/read-models';
import {
  type CorporateFirm,
  firmDecider,
  type FirmEvent,
  type InstitutionalFirm,
} from '../domain/index.js';

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
