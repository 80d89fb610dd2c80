import { describe, it } from '@jest/globals';
import { specification } from '#libs/platform/testing';
import type { SendingCounted } from './bank-link.events.js';
import { bankLinkRules } from './bank-link.js';
import { depositDays } from './limits.js';

const rules = specification(depositDays);

const given = (history: Parameters<typeof rules.given>[0]) => rules.given(history);

const NOON = '2026-03-02T17:00:00.000Z';

const DAY = '2026-03-02';

const limitReached = bankLinkRules.broken('banklink.microdeposits.per.day.rule');

const counted = (bankLinkOid: string, day = DAY): SendingCounted => ({
  type: 'microDeposits.SendingCounted',
  data: { bankLinkOid, day },
});

const count = (bankLinkOid: string) => ({ type: 'CountSending', bankLinkOid, most: 2 }) as const;

describe('micro-deposits of an account', () => {
  it('are sent for a limited number of links per day', () => {
    given([counted('1')])
      .at(NOON)
      .when(count('2'))
      .then([counted('2')]);
    given([counted('1'), counted('2')])
      .at(NOON)
      .when(count('3'))
      .thenRefused([limitReached]);
  });

  it('count once per link, and start over on the next day in New York', () => {
    const full = [counted('1'), counted('2')];
    given(full).at(NOON).when(count('2')).thenNothing();
    given(full).at('2026-03-03T04:59:59.999Z').when(count('3')).thenRefused([limitReached]);
    given(full)
      .at('2026-03-03T05:00:00.000Z')
      .when(count('3'))
      .then([counted('3', '2026-03-03')]);
  });

  it('are not affected by a clock that is set back', () => {
    const tomorrow = '2026-03-03';
    given([counted('1', tomorrow)])
      .at(NOON)
      .when(count('2'))
      .then([counted('2', tomorrow)]);
    given([counted('1', tomorrow), counted('2', tomorrow)])
      .at(NOON)
      .when(count('3'))
      .thenRefused([limitReached]);
  });
});
