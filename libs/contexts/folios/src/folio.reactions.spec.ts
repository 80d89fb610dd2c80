import { expect, it } from '@jest/globals';
import { accountNumber } from '../test/folio-fixtures.js';
import { OpenFolios } from './folio.reactions.js';

const folioNumber = `${accountNumber}01`;
const ids = { accountNumber, folioNumber };
const CLOSING = { folioStatus: 'O', closing: { changes: {} } };

it.each([
  { now: 'C', refused: true },
  { now: 'O', refused: false },
])(
  'what the durable run undid while the request looked again finds the folio at $now',
  async ({ now, refused }) => {
    const states = [[CLOSING], [{ folioStatus: now }]];
    const aggregates = { load: () => Promise.resolve({ state: states.shift() }) };
    const folios = new OpenFolios(aggregates as never, undefined as never);
    const hinders = () => Promise.resolve(undefined);
    expect(await folios.isClosed(ids, {} as never, hinders)).toBe(refused);
  },
);
