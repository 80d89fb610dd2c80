import { FolioStatuses } from '#libs/platform/kernel';
import { Bool, Code, DecimalString, Identifier, Text } from '#libs/platform/http';
import { MAX_FOLIO_NAME } from '../domain/folio-settings.js';

const NAME = { trim: true, max: MAX_FOLIO_NAME, example: 'Growth' };
const REINVEST = 'Reinvest dividends of 1 dollar or more in the security that pays them';
const UNCHANGED = 'Not updatable: as read, or left out';

/** Body of `POST …/folios` ([folio.created]). */
export class CreateFolioDto {
  @Text({ ...NAME, required: true, description: 'Name of the folio' })
  folioName?: string;

  @Identifier({ required: true, description: 'Account number of the path', example: 'RA1B2C3D4E' })
  accountNumber?: string;

  @Bool({ required: true, description: REINVEST })
  dividendReinvest?: boolean;

  @Text({ description: 'Ticker the folio is compared with', example: 'SPY' })
  benchmark?: string;

  @Identifier({ description: 'RTG folio to associate' })
  prepackagedFolioId?: string;

  @Bool({ description: 'Default true' })
  dividendPayToAccount?: boolean;
}

/** Body of `PUT …/folios/{folionumber}` ([folio.update]). What is left out stays as it is. */
export class UpdateFolioDto {
  @Text({
    ...NAME,
    answered: 'orNull',
    description: "Name of the folio; null once an owner's personal data were erased",
  })
  folioName?: string;

  @Bool({ description: REINVEST })
  dividendReinvest?: boolean;

  @Bool({ description: 'Pay dividends that are not reinvested to the account' })
  dividendPayToAccount?: boolean;

  @Text({ nullable: true, description: 'Ticker; null for none', example: 'SPY' })
  benchmark?: string | null;

  @Identifier({ nullable: true, description: UNCHANGED, example: '3000001' })
  prepackagedFolioId?: string | null;

  @Identifier({ nullable: true, description: UNCHANGED, example: '3000001' })
  modelOid?: string | null;

  @Identifier({ nullable: true, description: UNCHANGED, example: '3000001' })
  rtgOid?: string | null;

  @Code(FolioStatuses, { description: 'C closes a folio without positions', example: 'O' })
  folioStatus?: string;

  @Identifier({ description: 'Account number of the path', example: 'RA1B2C3D4E' })
  accountNumber?: string;

  @Identifier({ description: 'Folio number of the path', example: 'RA1B2C3D4E03' })
  folioNumber?: string;
}

/** Item of the body of `PUT …/targetweights` ([folio.weights]). */
export class TargetWeightDto {
  @Text({ required: true, example: 'IBM', description: 'Ticker of the security' })
  ticker?: string;

  @DecimalString({ required: true, scale: 15, example: '100.00', description: 'Percent' })
  targetWeight?: string;
}

/** Item of `GET …/positions` and of the body of the back office's PUT ([back-office.positions]). */
export class PositionDto {
  @Text({ required: true, example: 'IBM', description: 'Ticker of the security' })
  ticker?: string;

  @DecimalString({ required: true, scale: 15, example: '12.5', description: 'Shares' })
  shareQuantity?: string;
}
