import {
  omit,
  type SealedValue,
  sealedValue,
  searchForm,
  type Timestamp,
} from '#libs/platform/kernel';
import { ownStream, type Projection } from '#libs/platform/read-models';
import {
  type CorporateFirm,
  firmDecider,
  type FirmEvent,
  type InstitutionalFirm,
} from '../domain/index.js';

/** What a firm of either kind has. */
interface AnyFirm {
  readonly firmId: string;
  /** Revision of the stream, for the entity tag. */
  readonly revision: number;
  /** The firm whose callers may see it: itself, or the advisor firm of a corporate one. */
  readonly scope: string;
  /** The name as lists are sorted by it. */
  readonly sortName?: string;
}

type InstitutionalFirmDocument = Readonly<InstitutionalFirm & AnyFirm>;

/** Personal fields are missing once its key is destroyed. */
type CorporateFirmDocument = Readonly<
  Partial<Omit<CorporateFirm, 'firmTaxId' | 'firmRep'>> &
    Pick<CorporateFirm, 'firmRep'> &
    AnyFirm & {
      firmType: 'G';
      parentFirmId: string;
      firmTaxId: SealedValue;
      creationDate: Timestamp;
      /** Login id that whoever created the firm acted as. */
      createdBy?: string;
    }
>;

/** A firm of either kind, as `GET /restapi/firms/{firmId}` and the authentication of clients need it. */
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
    streams: ownStream(firmDecider),
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
