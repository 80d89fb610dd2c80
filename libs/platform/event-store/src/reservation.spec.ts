import { describe, it } from '@jest/globals';
import { ruleProblem } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import { reservation, RESERVED, type ReservationEvent } from './reservations.js';

const spec = specification(reservation);
const held = (holder: string) => ({ kind: 'login', holder });
const reserved = (
  holder: string,
  mode: 'exclusive' | 'shared' = 'exclusive',
): ReservationEvent => ({ type: 'reservation.Reserved', data: { ...held(holder), mode } });
const confirmed = (holder: string): ReservationEvent => ({
  type: 'reservation.Confirmed',
  data: held(holder),
});
const released = (holder: string): ReservationEvent => ({
  type: 'reservation.Released',
  data: held(holder),
});
const reserve = (holder: string, mode: 'exclusive' | 'shared' = 'exclusive') => ({
  type: 'Reserve' as const,
  ...held(holder),
  mode,
});
const taken = [ruleProblem(RESERVED)];

describe('reservation', () => {
  it('gives a free value to who asks first', () => {
    spec
      .given([])
      .when(reserve('a'))
      .then([reserved('a')]);
    spec
      .given([reserved('a')])
      .when(reserve('a'))
      .thenNothing();
    spec
      .given([reserved('a')])
      .when(reserve('b'))
      .thenRefused(taken);
    spec
      .given([reserved('a'), confirmed('a')])
      .when(reserve('b'))
      .thenRefused(taken);
  });

  it('gives a released value to the next', () => {
    spec
      .given([reserved('a'), released('a')])
      .when(reserve('b'))
      .then([reserved('b')]);
  });

  it('lets shared holders stand together and keeps exclusive ones out, both ways', () => {
    const shared = [reserved('a', 'shared')];
    spec
      .given(shared)
      .when(reserve('b', 'shared'))
      .then([reserved('b', 'shared')]);
    spec.given(shared).when(reserve('b')).thenRefused(taken);
    spec
      .given([reserved('a')])
      .when(reserve('b', 'shared'))
      .thenRefused(taken);
  });

  it('confirms and releases only what is held, once', () => {
    const confirm = { type: 'Confirm' as const, ...held('a') };
    const release = { type: 'Release' as const, ...held('a') };
    spec
      .given([reserved('a')])
      .when(confirm)
      .then([confirmed('a')]);
    spec
      .given([reserved('a'), confirmed('a')])
      .when(confirm)
      .thenNothing();
    spec.given([]).when(confirm).thenNothing();
    spec
      .given([reserved('a')])
      .when(release)
      .then([released('a')]);
    spec.given([]).when(release).thenNothing();
  });
});
