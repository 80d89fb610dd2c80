import { Injectable } from '@nestjs/common';
import { ChecksClosing, type ClosingCheck } from '#libs/contexts/accounts';
import type { ReadPoint } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { folioDocuments, FOLIOS_OF_ACCOUNT } from './read-models/folio.document.js';

/** Blocks closing an account whose folios have positions. */
@ChecksClosing()
@Injectable()
export class PositionsHeld implements ClosingCheck {
  constructor(private readonly readModels: ReadModels) {}

  async obstacles(accountNumber: string, point: ReadPoint): Promise<readonly string[]> {
    const selection = { index: FOLIOS_OF_ACCOUNT, equals: [accountNumber] };
    const folios = await this.readModels.of(folioDocuments).findAll(selection, point);
    return folios
      .filter(({ positions }) => positions.length > 0)
      .map(({ folioNumber }) => `Folio ${folioNumber} has positions.`);
  }
}
