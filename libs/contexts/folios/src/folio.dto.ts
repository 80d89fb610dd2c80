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
  @Text('Name of the folio', { ...NAME, required: true })
  folioName!: string;

  @Identifier('Account number in the path', { required: true, example: 'RA1B2C3D4E' })
  accountNumber!: string;

  @Bool(REINVEST, { required: true })
  dividendReinvest!: boolean;

  @Ticker('Ticker to compare the folio with', { example: 'SPY' })
  benchmark: string | null = null;

  @Identifier('RTG folio to associate')
  prepackagedFolioId: string | null = null;

  @Bool('Default true')
  dividendPayToAccount = true;
}

/** Body of `PUT …/folios/{folionumber}` ([folio.update]); an absent field stays. */
export class UpdateFolioDto implements FolioChanges {
  @Text('Name of the folio', { ...NAME, required: 'whenSent' })
  folioName?: string;

  @Bool(REINVEST, { required: 'whenSent' })
  dividendReinvest?: boolean;

  @Bool(PAY_TO_ACCOUNT)
  dividendPayToAccount?: boolean;

  @Ticker('Ticker; null for none', { nullable, example: 'SPY' })
  benchmark?: string | null;

  @Identifier(UNCHANGED, { nullable, example: '3000001' })
  prepackagedFolioId?: string | null;

  @Identifier(UNCHANGED, { nullable, example: '3000001' })
  modelOid?: string | null;

  @Identifier(UNCHANGED, { nullable, example: '3000001' })
  rtgOid?: string | null;

  @Code(FolioStatuses, 'C closes a folio without positions', {
    example: 'O',
    check: (status) =>
      status === 'D' ? { code: FieldCode.Choice, message: mustBe('O or C') } : undefined,
  })
  folioStatus?: OpenOrClosed;

  @Identifier('Account number in the path', { example: 'RA1B2C3D4E' })
  accountNumber?: string;

  @Identifier('Folio number in the path', { example: 'RA1B2C3D4E03' })
  folioNumber?: string;
}

/** Response of GET ([folio.get]). */
export class FolioResponse {
  @Text("Null once an owner's personal data is erased", { ...NAME, nullable })
  folioName!: string | null;

  @Bool(REINVEST)
  dividendReinvest!: boolean;

  @Bool(PAY_TO_ACCOUNT)
  dividendPayToAccount!: boolean;

  @Ticker('Ticker to compare the folio with', { nullable, example: 'SPY' })
  benchmark!: string | null;

  @Identifier('RTG folio it was created with', { nullable, example: '3000001' })
  prepackagedFolioId!: string | null;

  @Identifier('Always null: there are no other models', { nullable, example: '3000001' })
  modelOid!: string | null;

  @Identifier('RTG folio it is subscribed to', { nullable, example: '3000001' })
  rtgOid!: string | null;

  @Code(FolioStatuses, 'Whether it is open', { example: 'O' })
  folioStatus!: OpenOrClosed;

  @Identifier('Account of the folio', { example: 'RA1B2C3D4E' })
  accountNumber!: string;

  @Identifier('Account number and two digits', { example: 'RA1B2C3D4E03' })
  folioNumber!: string;
}

/** Item of the body of `PUT …/targetweights` ([folio.weights]). */
export class TargetWeightDto implements TargetWeight {
  @Ticker('Ticker of the security', { required: true, example: 'IBM' })
  ticker!: string;

  @DecimalString('Percent', { ...TARGET_WEIGHT, required: true, example: '100.00' })
  targetWeight!: string;
}

/** Item of `GET …/targetweights`. */
export class TargetWeightResponse extends TargetWeightDto {}

export const TARGET_WEIGHTS = { name: 'targetWeights', check: unique('ticker') };

/** Item of the body of the back office's `PUT …/positions` ([back-office.positions]). */
export class PositionDto implements ReportedPosition {
  @Ticker('Ticker of the security', { required: true, example: 'IBM' })
  ticker!: string;

  @Shares('Shares', { required: true, decimals: 15, min: '0', moreThanMin: true, example: '12.5' })
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
