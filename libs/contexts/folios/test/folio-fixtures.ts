import { requestBody } from '#libs/platform/testing';
import type { FolioInput } from '../src/folio-book.js';
import type { FolioCreated } from '../src/folio.events.js';
import { CreateFolioDto } from '../src/folio.dto.js';

export const accountNumber = 'RA12345678';

/** The first event of a folio of {@link accountNumber}. */
export function created(sequence: string, data: Partial<FolioCreated['data']> = {}): FolioCreated {
  return {
    type: 'folio.FolioCreated',
    data: {
      accountNumber,
      folioNumber: accountNumber + sequence,
      firmId: '900001',
      owners: ['jdoe'],
      folioOid: '100000000000001',
      folioName: 'Growth',
      dividendReinvest: true,
      dividendPayToAccount: true,
      benchmark: null,
      prepackagedFolioId: null,
      ...data,
    },
  };
}

/** A parsed body for a new folio of {@link accountNumber}. */
export function folioInput(body: object = {}): FolioInput {
  const least = { folioName: 'Growth', accountNumber, dividendReinvest: true };
  return requestBody(CreateFolioDto, { ...least, ...body });
}
