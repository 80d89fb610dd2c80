import { DecimalString, Identifier, ListOf, Text, Ticker, unique } from '#libs/platform/http';
import { TARGET_WEIGHT, type TargetWeight } from '#libs/contexts/codes';
import type { RtgDocument } from './rtg.document.js';
import type { RtgModel } from './rtg.events.js';
import type { PutRtg } from './rtg.js';

/** Maximum items of a model: the event of a change contains two models. */
const MAX_WEIGHTS = 9_000;

type Report = PutRtg['report'];

class RtgTargetWeightDto implements TargetWeight {
  @Ticker('Ticker of the security', { required: true, example: 'IBM' })
  ticker!: string;

  @DecimalString('Percent', { ...TARGET_WEIGHT, required: true, example: '100.00' })
  targetWeight!: string;
}

/** An RTG folio model: body of `PUT /backoffice/rtgs/{oid}` ([back-office.rtgs]) and response of GET. */
export class RtgDto implements Report {
  @Identifier('Same as in the path', { example: '3000001' })
  rtgOid?: string;

  @Text('Name', { required: true, trim: true, printable: 'line', max: 100, example: 'Balanced' })
  name!: string;

  @Text('Description of the model', {
    min: 0,
    max: 1_000,
    trim: true,
    printable: 'line',
    example: 'Stocks and bonds',
  })
  description: string | null = null;

  @ListOf(() => RtgTargetWeightDto, 'Items with different tickers; 100.00 in total', {
    required: true,
    max: MAX_WEIGHTS,
    check: unique('ticker'),
  })
  targetWeights!: readonly RtgTargetWeightDto[];
}

/** Body of `PUT …/folios/{folionumber}/rtgsubscription` ([rtg.subscribe]). */
export class RtgSubscriptionDto {
  @Identifier('Folio number, same as in the path', { required: true, example: 'RA1B2C3D4E03' })
  folioNumber!: string;

  @Identifier('RTG folio to follow', { required: true, example: '3000001' })
  prePackagedFolioOid!: string;
}

/** The model as returned by GET and as sent by the back office ([rtg.read], [back-office.rtgs]). */
export function toRtgBody({ rtgOid, model }: RtgDocument): RtgModel & { readonly rtgOid: string } {
  const { name, description, targetWeights } = model;
  return { rtgOid, name, description, targetWeights };
}
