import {
  Bool,
  Code,
  DecimalString,
  type Form,
  Identifier,
  ResponseOf,
  Shares,
  Text,
  Ticker,
  unique,
} from '#libs/platform/http';
import { FieldCode, type Quantity, mustBe } from '#libs/platform/kernel';
import {
  FolioStatuses,
  MAX_FOLIO_NAME,
  TARGET_WEIGHT,
  type TargetWeight,
} from '#libs/contexts/codes';
import {
  type FolioChanges,
  type FolioInput,
  type OpenOrClosed,
  type ReportedPosition,
} from './folio-book.js';
import type { FolioDocument } from './folio.document.js';

const NAME = { trim: true, printable: 'line', max: MAX_FOLIO_NAME, example: 'Growth' } as const;

const REINVEST = 'Reinvest dividends of 1 dollar or more in the security that pays them';

const PAY_TO_ACCOUNT = 'Pay dividends that are not reinvested to the account';

const UNCHANGED = 'Not updatable: repeat it unchanged or omit it';

const nullable = true;

/** Body of `POST …/folios` ([folio.created]). */
export class CreateFolioDto implements FolioInput {
  @Text({ ...NAME, required: true, description: 'Name of the folio' })
  folioName!: string;

  @Identifier({ required: true, description: 'Account number in the path', example: 'RA1B2C3D4E' })
  accountNumber!: string;

  @Bool({ required: true, description: REINVEST })
  dividendReinvest!: boolean;

  @Ticker({ description: 'Ticker to compare the folio with', example: 'SPY' })
  benchmark: string | null = null;

  @Identifier({ description: 'RTG folio to associate' })
  prepackagedFolioId: string | null = null;

  @Bool({ description: 'Default true' })
  dividendPayToAccount = true;
}

/** Body of `PUT …/folios/{folionumber}` ([folio.update]); an absent field stays. */
export class UpdateFolioDto implements FolioChanges {
  @Text({ ...NAME, required: 'whenSent', description: 'Name of the folio' })
  folioName?: string;

  @Bool({ required: 'whenSent', description: REINVEST })
  dividendReinvest?: boolean;

  @Bool({ description: PAY_TO_ACCOUNT })
  dividendPayToAccount?: boolean;

  @Ticker({ nullable, description: 'Ticker; null for none', example: 'SPY' })
  benchmark?: string | null;

  @Identifier({ nullable, description: UNCHANGED, example: '3000001' })
  prepackagedFolioId?: string | null;

  @Identifier({ nullable, description: UNCHANGED, example: '3000001' })
  modelOid?: string | null;

  @Identifier({ nullable, description: UNCHANGED, example: '3000001' })
  rtgOid?: string | null;

  @Code(FolioStatuses, {
    description: 'C closes a folio without positions',
    example: 'O',
    check: (status) =>
      status === 'D' ? { code: FieldCode.Choice, message: mustBe('O or C') } : undefined,
  })
  folioStatus?: OpenOrClosed;

  @Identifier({ description: 'Account number in the path', example: 'RA1B2C3D4E' })
  accountNumber?: string;

  @Identifier({ description: 'Folio number in the path', example: 'RA1B2C3D4E03' })
  folioNumber?: string;
}

/** Response of GET ([folio.get]). */
export class FolioResponse {
  @Text({ ...NAME, nullable, description: "Null once an owner's personal data is erased" })
  folioName!: string | null;

  @Bool({ description: REINVEST })
  dividendReinvest!: boolean;

  @Bool({ description: PAY_TO_ACCOUNT })
  dividendPayToAccount!: boolean;

  @Ticker({ nullable, description: 'Ticker to compare the folio with', example: 'SPY' })
  benchmark!: string | null;

  @Identifier({ nullable, description: 'RTG folio it was created with', example: '3000001' })
  prepackagedFolioId!: string | null;

  @Identifier({
    nullable,
    description: 'Always null: there are no other models',
    example: '3000001',
  })
  modelOid!: string | null;

  @Identifier({ nullable, description: 'RTG folio it is subscribed to', example: '3000001' })
  rtgOid!: string | null;

  @Code(FolioStatuses, { description: 'Whether it is open', example: 'O' })
  folioStatus!: OpenOrClosed;

  @Identifier({ description: 'Account of the folio', example: 'RA1B2C3D4E' })
  accountNumber!: string;

  @Identifier({ description: 'Account number and two digits', example: 'RA1B2C3D4E03' })
  folioNumber!: string;
}

/** Item of the body of `PUT …/targetweights` ([folio.weights]). */
export class TargetWeightDto implements TargetWeight {
  @Ticker({ required: true, example: 'IBM', description: 'Ticker of the security' })
  ticker!: string;

  @DecimalString({ ...TARGET_WEIGHT, required: true, example: '100.00', description: 'Percent' })
  targetWeight!: string;
}

/** Item of `GET …/targetweights`. */
export class TargetWeightResponse extends TargetWeightDto {}

export const TARGET_WEIGHTS = { name: 'targetWeights', check: unique('ticker') };

/** Item of the body of the back office's `PUT …/positions` ([back-office.positions]). */
export class PositionDto implements ReportedPosition {
  @Ticker({ required: true, example: 'IBM', description: 'Ticker of the security' })
  ticker!: string;

  @Shares({
    required: true,
    decimals: 15,
    min: '0',
    moreThanMin: true,
    example: '12.5',
    description: 'Shares',
  })
  shareQuantity!: Quantity;
}

/** Item of `GET …/positions`. */
export class PositionResponse extends ResponseOf(PositionDto) {}

/** Rules for the list of positions; the maximum (own rule) keeps it far below the size of an event. */
export const POSITIONS = { name: 'positions', max: 5_000, check: unique('ticker') };

/** `erased` if the name was erased with an owner of the account. */
export function formOfFolio({ folioName }: FolioDocument): Form | undefined {
  return folioName === undefined ? 'erased' : undefined;
}

/**
 * Converts a document to the response of GET ([folio.get]). `rtgOid` is the RTG folio it subscribes to; `modelOid` is always
 * null, since there are no other models.
 */
export function toFolioResponse(folio: FolioDocument): FolioResponse {
  return {
    folioNumber: folio.folioNumber,
    folioName: folio.folioName ?? null,
    accountNumber: folio.accountNumber,
    dividendReinvest: folio.dividendReinvest,
    dividendPayToAccount: folio.dividendPayToAccount,
    benchmark: folio.benchmark,
    prepackagedFolioId: folio.prepackagedFolioId,
    folioStatus: folio.folioStatus,
    modelOid: null,
    rtgOid: folio.rtgOid,
  };
}
