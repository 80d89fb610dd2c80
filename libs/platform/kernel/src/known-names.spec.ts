import { expect, it } from '@jest/globals';
import { noSuchName } from './text.js';

const KNOWN = ['folios.folio', 'feed.webhook', 'feed.delivery'];

it.each([
  ['folio.folios', 'No such read model: did you mean folios.folio?'],
  ['folios.foli', 'No such read model: did you mean folios.folio?'],
  ['Folios.folio', 'No such read model: did you mean folios.folio?'],
  ['folios.folio2', 'No such read model: did you mean folios.folio?'],
  ['orders', 'No such read model; there are folios.folio, feed.webhook, feed.delivery.'],
  ['', 'No such read model; there are folios.folio, feed.webhook, feed.delivery.'],
])('what is spelled much like “%s” is named, or all that there are', (name, said) => {
  expect(noSuchName('read model', name, KNOWN)).toBe(said);
});

it('all that are spelled much like it are named', () => {
  expect(noSuchName('key', 'key3', ['key1', 'key2', 'something'])).toBe(
    'No such key: did you mean key1 or key2?',
  );
});
