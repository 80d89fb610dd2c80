import { describe, expect, it } from '@jest/globals';
import { isZipCode, namesPoBox } from './person.js';

describe('postal addresses', () => {
  it.each([
    'P.O. Box 123',
    'PO Box 123',
    'po box 1',
    'P O Box 12',
    'P.O.Box12',
    'P.0. Box 9',
    'Post Office Box 55',
    'Postal Box 4',
    'POB 77',
    'P.O.B. 77',
    'Box 12',
    'BOX #7',
    'c/o Smith, PO BOX 9',
    'Lock Box 3',
    'PO Drawer K',
    'Apartado 55',
    'APARTADO POSTAL 55',
    'Apdo. 55',
    'Apdo de Correos 7',
    'Apartado Nº 55',
    'Apartado de correos n.º 55',
    'Apdo. Postal Núm. 55',
    'Apartado número 55',
    'Apartado Postal: 55',
    'APARTADO A\u201355',
    'Apartado Ae\u0301reo 55',
    'Casilla 55',
    'Caixa Postal 55',
    'Boîte postale 55',
    'Casella Postale 55',
    'Postfach 55',
    'PO Box No: 7',
    'Post Office Drawer K',
    'Ｐ．Ｏ．Ｂｏｘ ５',
    'PO\u2011Box 5',
    'P.O.\u00a0Box\u00a05',
  ])('sees the box in %s', (line) => {
    expect(namesPoBox(line)).toBe(true);
  });
  it.each([
    '101 Howard Ln',
    '12 Boxwood Drive',
    '5 Post Road',
    '44 Postbox Hill',
    '9 Poplar Bough Ct',
    '7 Po Bottom Road',
    '1 Boxer Street',
    'PSC 3 Box 4120',
    '15 Stop Oboe Way',
    'Suite 5, 200 Lake Shore Dr',
    'Apartamento 5, Calle Sol 7',
    'Apto. 5, Calle Casillas 7',
    'Casilla Road 7',
    '9 Postbusch Lane',
  ])('sees none in %s', (line) => {
    expect(namesPoBox(line)).toBe(false);
  });
  it('checks a ZIP code', () => {
    expect(['10001', '10001-1234', '100011234', '00501'].every(isZipCode)).toBe(true);
    expect(['123400000', '000001234'].map(isZipCode)).toEqual([true, false]);
    expect(['1000', '100011', '10001-12', '00000', 'ABCDE', '10001\n'].some(isZipCode)).toBe(false);
  });
});
