import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AggregateStore, StoreUnavailableError } from '#libs/platform/event-store';
import { toProblems } from '#libs/platform/http';
import { Secret } from '#libs/platform/kernel';
import { DirectCommand } from '#libs/platform/service';
import { codes, FIRM, MembersService } from '../test/members-service.js';
import { memberAddress, sampleMember, sampleTrustee } from '../test/samples.js';
import { ChangeClientCommand } from './firm.handlers.js';
import { CreateMemberCommand, CreateTrusteeCommand } from './member.handlers.js';
import { memberDecider } from './member.js';

describe('creating members', () => {
  let service: MembersService;
  beforeAll(async () => {
    service = await MembersService.start();
  });
  afterAll(() => service.stop());

  it('makes one member of 200 concurrent requests for one login id, whatever its case', async () => {
    const spellings = ['storm.01', 'Storm.01', 'STORM.01'];
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        codes(service.createMember({ loginId: spellings[index % 3] ?? '' })),
      ),
    );
    const refused = outcomes.filter((problems) => problems.length > 0);
    expect(refused).toEqual(Array.from({ length: 199 }, () => ['member.unique.login.id']));
    const streams = await Promise.all(
      spellings.map((loginId) => service.eventTypes(`member-${loginId}`)),
    );
    expect(streams.flat()).toEqual(['member.MemberCreated.v1']);
    await service.sweepLater();
    expect(await codes(service.createMember({ loginId: 'sTORM.01' }))).toEqual([
      'member.unique.login.id',
    ]);
  });

  it('gives a login id to one of a member, a trustee and an API client', async () => {
    const loginId = 'shared.01';
    const outcomes = await Promise.all(
      [
        service.createMember({ loginId }),
        service.bus.execute(
          new CreateTrusteeCommand(
            { firmId: FIRM, trustee: sampleTrustee({ loginId }) },
            service.metadata(),
          ),
        ),
        service.bus.execute(
          new ChangeClientCommand(
            { firmId: FIRM, apiKey: 'shared-key', change: { loginId } },
            service.metadata(),
          ),
        ),
      ].map(codes),
    );
    expect(outcomes.filter((problems) => problems.length > 0)).toEqual([
      ['member.unique.login.id'],
      ['member.unique.login.id'],
    ]);
  });

  it('answers a repeated request as the first time and asks nobody again', async () => {
    const before = service.provider.checks;
    const first = await service.createMember({ loginId: 'twice.01' }, { name: 'twice' });
    const again = await service.createMember({ loginId: 'twice.01' }, { name: 'twice' });
    expect(again).toMatchObject({ repeated: true, revision: first.revision });
    expect(again.events[0]?.id).toBe(first.events[0]?.id);
    expect(service.provider.checks).toBe(before + 1);
  });

  it('names every problem at once, and asks nobody', async () => {
    await service.createMember({ loginId: 'taken.01' });
    const before = service.provider.checks;
    const primaryAddress = { ...memberAddress, line1: 'PO Box 1' };
    for (const loginId of ['taken.01', 'TAKEN.01']) {
      expect(await codes(service.createMember({ loginId, primaryAddress }))).toEqual([
        'member.primary.address.cannot.be.po.box',
        'member.unique.login.id',
      ]);
    }
    expect(service.provider.checks).toBe(before);
  });

  it('leaves the login id free after a failed identity check, or none', async () => {
    const loginId = 'later.01';
    service.provider.answer = () => Promise.resolve('FAILED');
    expect(await codes(service.createMember({ loginId }))).toEqual(['member.riskwise.rule']);
    service.provider.answer = () => Promise.reject(new Error('away'));
    const failure = await service.createMember({ loginId }).catch((error: unknown) => error);
    expect(toProblems(failure, '').status).toBe(503);
    service.provider.answer = () => Promise.resolve('PASSED');
    await service.createMember({ loginId: 'LATER.01' });
  });

  it('refuses a caller of an unknown firm', async () => {
    const refused = service.bus.execute(
      new CreateMemberCommand(
        { member: sampleMember(), caller: { firmId: '99' }, asynchronous: false },
        service.metadata(),
      ),
    );
    await expect(refused).rejects.toMatchObject({ refusal: { kind: 'forbidden' } });
  });

  it('hands an asynchronous check over and waits for back office', async () => {
    const loginId = 'pending.01';
    const submitted = new Promise<void>((resolve) => (service.provider.onSubmit = resolve));
    const checks = service.provider.checks;
    const tid = Secret.of('212349999');
    const created = await service.createMember({ loginId, tid }, { asynchronous: true });
    expect(created.events.map(({ type }) => type)).toEqual([
      'member.MemberCreated',
      'member.IdentityCheckRequested',
    ]);
    await submitted;
    expect(service.provider.checks).toBe(checks);
    const [check] = service.provider.submitted;
    expect(check).toMatchObject({ checkId: created.events[1]?.id, loginId });
    expect(check?.person.tid.reveal()).toBe('212349999');
    const status = async () =>
      (await service.platform.aggregates.load(memberDecider, loginId)).state.member?.cipStatus;
    expect(await status()).toBe('PENDING_NEW');
    const command = { type: 'RecordIdentityResult', result: 'PASSED' } as const;
    await service.bus.execute(
      new DirectCommand(memberDecider, loginId, command, service.metadata()),
    );
    expect(await status()).toBe('PASSED');
  });

  describe('when the process dies', () => {
    it('between reserving and appending, lets the same person try again and others after the sweep', async () => {
      const { aggregates } = service.platform;
      const handle = aggregates.handle.bind(aggregates);
      const dying = jest
        .spyOn(aggregates, 'handle')
        .mockImplementation((decider, ...rest) =>
          AggregateStore.stream(decider, '').startsWith('member-')
            ? Promise.reject(new StoreUnavailableError('gone'))
            : handle(decider, ...rest),
        );
      for (const loginId of ['dead.01', 'dead.02']) {
        await expect(service.createMember({ loginId })).rejects.toThrow('gone');
      }
      dying.mockRestore();
      await service.createMember({ loginId: 'dead.01' });
      expect(await codes(service.createMember({ loginId: 'DEAD.02' }))).toEqual([
        'member.unique.login.id',
      ]);
      await service.sweepLater();
      await service.createMember({ loginId: 'DEAD.02' });
      expect(await codes(service.createMember({ loginId: 'DEAD.01' }))).toEqual([
        'member.unique.login.id',
      ]);
    });

    it('between appending and confirming, keeps the login id', async () => {
      const { reservations, aggregates } = service.platform;
      const handle = aggregates.handle.bind(aggregates);
      const dying = jest
        .spyOn(aggregates, 'handle')
        .mockImplementation((...sent) =>
          (sent[2] as { type: string }).type === 'Keep'
            ? Promise.reject(new StoreUnavailableError('gone'))
            : handle(...sent),
        );
      await service.createMember({ loginId: 'kept.01' });
      dying.mockRestore();
      await service.sweepLater();
      const key = reservations.key({ kind: 'login', value: 'kept.01' });
      expect(await service.eventTypes(`reservation-${key}`)).toEqual([
        'reservation.Reserved.v1',
        'reservation.Confirmed.v1',
      ]);
    });
  });
});
