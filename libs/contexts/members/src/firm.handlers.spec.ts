import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AggregateStore, type OutcomeOf, StoreUnavailableError } from '#libs/platform/event-store';
import { loginIdKey } from '#libs/platform/kernel';
import { codes, FIRM, MembersService } from '../test/members-service.js';
import { sampleFirm, sampleTrustee } from '../test/samples.js';
import { ChangeClientCommand, CreateFirmCommand } from './firm.handlers.js';
import type { firmDecider } from './firm.js';
import { ACCOUNT_OWNER } from './login-ids.facts.js';
import { CreateTrusteeCommand } from './member.handlers.js';

const INVALID = 'group.firm.invalid.representative';

describe('creating corporate firms', () => {
  let service: MembersService;
  beforeAll(async () => {
    service = await MembersService.start();
  });
  afterAll(() => service.stop());

  const create = (firmRep: string, name?: string): Promise<OutcomeOf<typeof firmDecider>> =>
    service.bus.execute(
      new CreateFirmCommand(
        { firm: sampleFirm({ firmRep }), parentFirmId: FIRM },
        service.metadata(name),
      ),
    );
  /** Reserves the owner of a new account, as accounts do. */
  const ownAccount = async (loginId: string): Promise<boolean> => {
    const { reservations } = service.platform;
    const claim = {
      kind: ACCOUNT_OWNER,
      value: loginIdKey(loginId),
      holder: `account:of-${loginId}`,
      mode: 'shared',
    } as const;
    if (!(await reservations.reserve(claim, service.metadata()))) return false;
    await reservations.keep(reservations.key(claim), claim, service.metadata());
    return true;
  };
  const member = async (loginId: string): Promise<string> => {
    await service.createMember({ loginId });
    return loginId;
  };

  it('takes a member for one firm only, also of 50 at the same time', async () => {
    const rep = await member('rep.01');
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => codes(create(rep))));
    const refused = outcomes.filter((problems) => problems.length > 0);
    expect(refused).toEqual(Array.from({ length: 49 }, () => [INVALID]));
    expect(await ownAccount(rep)).toBe(false);
  });

  it('leaves its id to nobody as a login id: accounts and keys name it where they name members', async () => {
    const command = new CreateFirmCommand(
      { firm: sampleFirm({ firmRep: await member('rep.named') }), parentFirmId: FIRM },
      service.metadata(),
    );
    await service.bus.execute(command);
    const loginId = command.firmId;
    for (const refused of [
      service.createMember({ loginId }),
      service.bus.execute(
        new CreateTrusteeCommand(
          { firmId: FIRM, trustee: sampleTrustee({ loginId }) },
          service.metadata(),
        ),
      ),
      service.bus.execute(
        new ChangeClientCommand(
          { firmId: FIRM, apiKey: 'firm-key', change: { loginId } },
          service.metadata(),
        ),
      ),
    ].map(codes)) {
      expect(await refused).toEqual(['member.unique.login.id']);
    }
    await service.createMember({ loginId: FIRM });
  });

  it('never takes a member who becomes the owner of an account at the same moment', async () => {
    const winners = new Set<string>();
    for (let round = 0; round < 20; round++) {
      const rep = await member(`race.${round}`);
      const both = [
        () => ownAccount(rep),
        () => codes(create(rep)).then(({ length }) => length === 0),
      ];
      const first = round % 2;
      const started = [both[first]!(), both[1 - first]!()];
      const results = await Promise.all(started);
      const [owns, represents] = first === 0 ? results : [results[1], results[0]];
      expect([owns, represents].filter(Boolean)).toHaveLength(1);
      winners.add(owns ? 'account' : 'firm');
    }
    expect(winners.size).toBeGreaterThan(0);
  });

  it('refuses owners of accounts, strangers and nobody, once the fields are right', async () => {
    const rep = await member('owner.01');
    await ownAccount(rep);
    expect(await codes(create(rep))).toEqual([INVALID]);
    expect(await codes(create('nobody.01'))).toEqual([INVALID]);
    const firm = sampleFirm({ firmRep: rep, finraAffiliated: true });
    const refused = service.bus.execute(
      new CreateFirmCommand({ firm, parentFirmId: FIRM }, service.metadata()),
    );
    expect(await codes(refused)).toEqual(['cannot.be.null']);
    const stranger = new CreateFirmCommand(
      { firm: sampleFirm({ firmRep: rep }), parentFirmId: '10000002' },
      service.metadata(),
    );
    expect(await codes(service.bus.execute(stranger))).toEqual([INVALID]);
  });

  it('answers a repeated request with the same firm', async () => {
    const rep = await member('rep.02');
    const first = await create(rep, 'firm twice');
    const again = await create(rep, 'firm twice');
    expect(again).toMatchObject({ repeated: true, stream: first.stream });
    expect(first.stream).toMatch(/^firm-[1-9]\d{11}$/);
  });

  it('sets the member free when the process dies before the firm is there, and not after', async () => {
    const [lost, kept] = [await member('rep.03'), await member('rep.04')];
    const { aggregates, reservations } = service.platform;
    const handle = aggregates.handle.bind(aggregates);
    const dying = jest
      .spyOn(aggregates, 'handle')
      .mockImplementation((decider, ...rest) =>
        AggregateStore.stream(decider, '').startsWith('firm-')
          ? Promise.reject(new StoreUnavailableError('gone'))
          : handle(decider, ...rest),
      );
    await expect(create(lost)).rejects.toThrow('gone');
    dying.mockRestore();
    const late = jest
      .spyOn(reservations, 'resolve')
      .mockRejectedValue(new StoreUnavailableError('gone'));
    await create(kept);
    late.mockRestore();

    expect(await ownAccount(lost)).toBe(false);
    await service.sweepLater();
    expect(await ownAccount(lost)).toBe(true);
    expect(await ownAccount(kept)).toBe(false);
  });
});
