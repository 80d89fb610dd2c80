import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type Decider,
  type DomainEvent,
  isRefusal,
  type Problem,
  Secret,
} from '#libs/platform/kernel';
import { countingIds } from '#libs/platform/testing';
import { sampleDefinition, sampleFirm, sampleMember, sampleTrustee } from '../test/samples.js';
import { type ClientCommand, clientDecider } from './client.js';
import { type FirmCommand, firmDecider } from './firm.js';
import type { Entitlement } from './member.events.js';
import { type MemberChanges, type MemberCommand, memberDecider, type NewMember } from './member.js';
import { type CreateTrustee, trusteeDecider } from './trustee.js';

const now = '2026-03-02T15:00:00.000Z';

/** One of the values, or null. */
const maybe = <T>(...values: readonly T[]): fc.Arbitrary<T | null> =>
  fc.constantFrom<T | null>(...values, null);

const address = fc.record({
  line1: fc.constantFrom('1 Main St', 'PO Box 7'),
  city: fc.constant('Albany'),
  state: fc.constantFrom('NY', 'AL'),
  zipcode: fc.constant('12207'),
  country: fc.constant('US'),
});

/** Arbitrary changes of a member. */
const changes: fc.Arbitrary<Partial<MemberChanges>> = fc.record(
  {
    email1: fc.constantFrom('a@b.co', 'c@d.co'),
    email2: maybe('a@b.co'),
    netWorth: maybe('1' as const, '2' as const),
    dependentCount: maybe('1', '2'),
    membershipType: maybe('X'),
    primaryAddress: address,
    mailingAddress: fc.option(address),
    finraAffiliated: maybe(true, false),
    finraCompany: maybe('Acme'),
    directorOrTenPercentShareholder: maybe(true, false),
    directorOrTenPercentShareholderCompany: maybe(['IBM'], ['IBM', 'BA'], ['??'], []),
  },
  { requiredKeys: [] },
);

const newMember: fc.Arbitrary<NewMember> = fc
  .tuple(changes, fc.constantFrom('1970-01-01', '2010-01-01'))
  .map(([sent, dateOfBirth]) => sampleMember({ ...sent, dateOfBirth }));

const memberCommand: fc.Arbitrary<MemberCommand> = fc.oneof(
  fc.record({
    type: fc.constant('CreateMember' as const),
    member: newMember,
    firm: fc.constant({ firmId: '1' }),
    identity: fc.constantFrom('PASSED' as const, 'FAILED' as const, 'PENDING_NEW' as const),
  }),
  fc.record({
    type: fc.constant('UpdateMember' as const),
    loginId: fc.constant('tester0003'),
    firmId: fc.constantFrom('1', '2'),
    changes,
  }),
  fc.record({
    type: fc.constant('RecordIdentityResult' as const),
    result: fc.constantFrom('PASSED' as const, 'FAILED' as const),
  }),
  fc.constant({ type: 'RequestIdentityCheck' as const }),
);

const entitlements = fc.constantFrom<readonly Entitlement[]>([], ['fullTid']);

const firmCommand: fc.Arbitrary<FirmCommand> = fc.oneof(
  fc.record({
    type: fc.constant('DefineFirm' as const),
    firmId: fc.constantFrom('1', '2'),
    firm: fc
      .record({
        firmId: fc.constantFrom('1', '2'),
        name: fc.constantFrom('Acme', 'Other'),
        billingLevel: fc.constantFrom('account' as const, 'member' as const),
        entitlements,
        depositAddress: address,
      })
      .map(sampleDefinition),
  }),
  fc.record({
    type: fc.constant('CreateCorporateFirm' as const),
    firmId: fc.constant('1'),
    parentFirmId: fc.constant('1'),
    firm: fc.record({ primaryAddress: address }).map(sampleFirm),
    representative: fc.record({
      firmId: fc.constantFrom('1', undefined),
      ownsAccounts: fc.boolean(),
      isFirmRep: fc.boolean(),
      identityFailed: fc.boolean(),
    }),
  }),
);

const clientCommand: fc.Arbitrary<ClientCommand> = fc.oneof(
  fc.record({
    type: fc.constant('DefineClient' as const),
    apiKey: fc.constant('demo-key-1'),
    firmId: fc.constantFrom('1', '2'),
    client: fc.record({ loginId: fc.constantFrom('advisor1', 'advisor2'), entitlements }),
    sharedSecret: fc.constant(Secret.of('s')),
  }),
  fc.record({
    type: fc.constant('ReplaceClientSecret' as const),
    sharedSecret: fc.constant(Secret.of('t')),
  }),
  fc.constant({ type: 'RevokeClient' as const }),
);

const trusteeCommand: fc.Arbitrary<CreateTrustee> = fc.record({
  type: fc.constant('CreateTrustee' as const),
  firmId: fc.constant('1'),
  trustee: fc
    .record({ primaryAddress: address, citizenship: maybe('C' as const) })
    .map(sampleTrustee),
});

/** Carries out commands and checks invariants of every decider. */
function holds<State, Command, E extends DomainEvent>(
  decider: Decider<State, Command, E>,
  command: fc.Arbitrary<Command>,
): number {
  let written = 0;
  fc.assert(
    fc.property(fc.array(command, { maxLength: 12 }), fc.nat(), (commands, cut) => {
      const context = { now, ids: countingIds() };
      const history: E[] = [];
      let state = decider.initial;
      for (const each of commands) {
        const decision = decider.decide(each, state, context);
        if (isRefusal(decision)) {
          expect(decision.problems.length).toBeGreaterThan(0);
          expect(unique(decision.problems)).toBe(decision.problems.length);
          continue;
        }
        history.push(...decision);
        state = decision.reduce(decider.evolve, state);
        written += decision.length;
      }
      const at = history.length === 0 ? 0 : cut % (history.length + 1);
      const prefix = history.slice(0, at).reduce(decider.evolve, decider.initial);
      expect(history.slice(at).reduce(decider.evolve, prefix)).toEqual(state);
      expect(history.reduce(decider.evolve, decider.initial)).toEqual(state);
    }),
  );
  return written;
}

function unique(problems: readonly Problem[]): number {
  return new Set(problems.map((problem) => JSON.stringify(problem))).size;
}

describe('whatever is sent', () => {
  it('members decide, and fold alike in one go or two', () => {
    expect(holds(memberDecider, memberCommand)).toBeGreaterThan(5);
  });

  it('firms decide, and fold alike in one go or two', () => {
    expect(holds(firmDecider, firmCommand)).toBeGreaterThan(5);
  });

  it('clients decide, and fold alike in one go or two', () => {
    expect(holds(clientDecider, clientCommand)).toBeGreaterThan(5);
  });

  it('trustees decide, and fold alike in one go or two', () => {
    expect(holds(trusteeDecider, trusteeCommand)).toBeGreaterThan(5);
  });

  it('a member update repeated is no event', () => {
    let repeated = 0;
    fc.assert(
      fc.property(changes, changes, (...both) => {
        const context = { now, ids: countingIds() };
        const created = memberDecider.decide(
          {
            type: 'CreateMember',
            member: sampleMember(),
            firm: { firmId: '1' },
            identity: 'PASSED',
          },
          memberDecider.initial,
          context,
        );
        if (isRefusal(created)) throw new Error('the sample is refused');
        let state = created.reduce(memberDecider.evolve, memberDecider.initial);
        for (const sent of both) {
          const update = { type: 'UpdateMember', loginId: 'tester0003', changes: sent } as const;
          const decision = memberDecider.decide(update, state, context);
          if (isRefusal(decision)) continue;
          state = decision.reduce(memberDecider.evolve, state);
          expect(memberDecider.decide(update, state, context)).toEqual([]);
          repeated += decision.length;
        }
      }),
    );
    expect(repeated).toBeGreaterThan(0);
  });
});
