import { describe, expect, it } from '@jest/globals';
import { titled } from '../../support/field-rows.js';
import { CHOICE, field, LENGTH, NULL, rule, unknownKey, VALUE } from '../../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  uniqueName,
} from '../../support/running-service.js';
import { Wire } from '../../support/wire.js';
import { corporateFirm, trustee } from '../accounts.fixture.js';
import { HEADER } from '../private-placements.fixture.js';
import { LONG, MOMENT, open, placements, required, service, wrong } from './set-up.js';

describe('POST …/privateplacementorders', () => {
  it('Response › 201, empty body, Location; the GET shows what was sent, status INITIAL [subscription.created subscription.discretionary subscription.solicited subscription.privatePlacementOfferOid subscription.reasonForTrade subscription.requestedDollarAmount subscription.side subscription.status subscription.rules]', async () => {
    const { owner, accountNumber } = placements;
    const answer = await placements.subscribe(
      placements.body(open, { accountNumber, requestedDollarAmount: '25000' }),
    );
    expectStatus(answer, 201);
    expect(answer.body).toBeUndefined();
    expect(answer.headers.get('location')).toMatch(
      new RegExp(`^${service.service.url}${placements.orders}/[1-9]\\d{14}$`),
    );
    expect(answer.headers.get('etag')).toBe('"0"');
    const shown = await service.client.get(answer.location ?? '');
    expectStatus(shown, 200);
    expect(shown.headers.get('etag')).toBe('"0"');
    const moment = expect.stringMatching(MOMENT);
    expect(shown.body).toEqual({
      privatePlacementOrderOid: answer.location?.split('/').at(-1),
      accountNumber,
      associatedMemberId: owner,
      privatePlacementOfferOid: open,
      discretionary: false,
      solicited: true,
      reasonForTrade: 'NS',
      requestedDollarAmount: '25000.00',
      side: '1',
      status: 'INITIAL',
      sentTimestamp: moment,
      receivedTimestamp: moment,
      respondedTimestamp: moment,
    });
  });

  it('Rules › each call is time-stamped on send, receipt and response; the client is on the event [subscription.times subscription.rules auth.associated-member]', async () => {
    const { owner } = placements;
    const path = await placements.subscribed(open);
    const log = await service.log();
    const event = log.findLast(({ type }) => type === 'placement.SubscriptionSubmitted.v1');
    const data = event?.data as Record<string, string>;
    expect(path.endsWith(data['subscriptionOid'] ?? '-')).toBe(true);
    expect(event?.metadata).toMatchObject({ associatedMember: owner });
    const times = ['sentAt', 'receivedAt', 'respondedAt'].map((key) => data[key] ?? '');
    expect(times).toEqual(times.map(() => expect.stringMatching(/^\d{4}-.*Z$/)));
    expect((times[1] ?? '') <= (times[2] ?? '')).toBe(true);
  });

  it.each([
    ['Tue, 15 Nov 1994 08:12:31 GMT', '1994-11-15T08:12:31.000+00:00'],
    ['Sat, 01 Jan 275000 00:00:00 GMT', null],
    ['-000001-01-01T00:00:00Z', null],
    ['yesterday', null],
  ])(
    'the time of sending of a bearer is the header Date: %s [subscription.times subscription.rules]',
    async (date, sentTimestamp) => {
      const wire = new Wire(service, service.credentials.tokens.client);
      const answer = await wire.json('POST', placements.orders, placements.body(open), {
        [HEADER]: placements.owner,
        Date: date,
      });
      expect(answer.status).toBe(201);
      const { pathname } = new URL(answer.headers.location ?? '');
      expect(await placements.read(pathname)).toMatchObject({ sentTimestamp });
    },
  );

  it('repeated with its Idempotency-Key, it is one subscription [request.idempotency]', async () => {
    const headers = { [HEADER]: placements.owner, 'Idempotency-Key': uniqueName('key') };
    const body = placements.body(open);
    const first = await service.client.post(placements.orders, body, headers);
    const second = await expectUnchanged(service, () =>
      service.client.post(placements.orders, body, headers),
    );
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.location).toBe(first.location);
  });

  it.each<[string, unknown, unknown]>([
    ['discretionary', 'true', true],
    ['solicited', 'false', false],
    ['requestedDollarAmount', 1000, '1000.00'],
    ['requestedDollarAmount', 50000, '50000.00'],
    ['requestedDollarAmount', '1000.5', '1000.50'],
    ['side', 1, '1'],
    ['reasonForTrade', 'TL', 'TL'],
  ])(
    '%s › %j is accepted [subscription.discretionary subscription.solicited subscription.requestedDollarAmount subscription.side]',
    async (name, sent, shown) => {
      const path = await placements.subscribed(open, { [name]: sent });
      expect(await placements.read(path)).toMatchObject({ [name]: shown });
    },
  );

  it.each(
    titled([
      ...required('discretionary', 'solicited', 'privatePlacementOfferOid', 'reasonForTrade'),
      ...required('requestedDollarAmount', 'side'),
      ...wrong('discretionary', VALUE, 'TRUE', 'yes', '', 1, 0, {}, [], LONG),
      ...wrong('solicited', VALUE, 'False', 'no', '', 1, {}, [true]),
      ...wrong('privatePlacementOfferOid', VALUE, 'none', '', '%', 'a b', true, {}, [], 1.5, 7),
      ['privatePlacementOfferOid', LONG, LENGTH],
      ...wrong('reasonForTrade', CHOICE, 'ns', 'NSS', '', 'N', 1, true, {}, [], LONG),
      ...wrong('requestedDollarAmount', VALUE, '0', '0.00', '-5', 0, '1e4', '5000.001', 'x', ''),
      ...wrong('requestedDollarAmount', VALUE, true, {}, [], '$5000', '5,000', ' 5000', 'NaN'),
      ...wrong('requestedDollarAmount', VALUE, 'Infinity', '9'.repeat(40), '1000000000000'),
      ...wrong('side', CHOICE, '3', '0', '', 'B', 'buy', true, {}, [], 12, LONG),
      ...wrong('accountNumber', VALUE, true, {}, [], ''),
      ['accountNumber', LONG, LENGTH],
    ]),
  )(
    '%s › %s [subscription.discretionary subscription.solicited subscription.privatePlacementOfferOid subscription.reasonForTrade subscription.requestedDollarAmount subscription.side]',
    async (name, _, value, code) => {
      await placements.refused(placements.body(open, { [name]: value }), [field(name, code)]);
    },
  );

  it('side › 2 is not used yet [subscription.side subscription.rules]', async () => {
    for (const side of ['2', 2]) {
      await placements.refused(placements.body(open, { side }), [
        rule('privateplacement.side.rule', 'side'),
      ]);
    }
  });

  it('accountNumber › if given, equals the account number in the path [subscription.accountNumber request.matching-ids]', async () => {
    for (const accountNumber of ['RZ00000000', placements.accountNumber.toLowerCase()]) {
      await placements.refused(placements.body(open, { accountNumber }), [
        rule('uri.matching.rule', 'accountNumber'),
      ]);
    }
    await placements.subscribed(open, { accountNumber: null });
  });

  it('Errors › unknown keys, keys in another case, bodies that are not objects [errors.SYNTAX]', async () => {
    const body = { ...placements.body(open), Side: '1', status: 'INITIAL', nested: { side: 1 } };
    await placements.refused(body, ['Side', 'status', 'nested'].map(unknownKey));
    for (const none of [[], [placements.body(open)], 'x', 5, null]) {
      await placements.refused(none, [{ type: 'SYNTAX' }]);
    }
  });

  it('Header › X-Associated-Member-Id › required [subscription.associated-member auth.associated-member subscription.rules]', async () => {
    for (const headers of [{}, { [HEADER]: '' }, { [HEADER]: '  ' }]) {
      const post = () => service.client.post(placements.orders, placements.body(open), headers);
      expectExactly(await expectUnchanged(service, post), [field(HEADER, NULL)]);
    }
  });

  it('Header › X-Associated-Member-Id › a member of the firm [subscription.associated-member]', async () => {
    const { client } = await service.otherFirm();
    const foreign = await service.member({}, client);
    const wrongCase = placements.owner.toUpperCase();
    for (const member of [foreign, 'nobody', 'a/b', '../x', wrongCase, LONG]) {
      await placements.refused(placements.body(open), [field(HEADER, VALUE)], member);
    }
  });

  it('Header › X-Associated-Member-Id › an owner of the account [subscription.associated-member]', async () => {
    const stranger = await service.member({ accreditedInvestorNetWorth: true });
    await placements.refused(
      placements.body(open),
      [rule('privateplacement.eligibility.rule')],
      stranger,
    );
  });

  it('Header › X-Associated-Member-Id › joint owners too, and the representative of a corporate firm [subscription.associated-member]', async () => {
    const joint = await service.member();
    const jointAccount = await service.account({
      accountType: 'J',
      primaryAccountOwner: placements.owner,
      jointOwners: [joint],
    });
    await service.sign(jointAccount, placements.owner, joint);
    const path = (accountNumber: string) =>
      placements.orders.replace(placements.accountNumber, accountNumber);
    const body = placements.body(open);
    const { client } = service;
    expectStatus(await placements.subscribe(body, joint, client, path(jointAccount)), 201);
    const { firmId, firmRep } = await corporateFirm(service);
    const corporate = await service.account({
      accountType: 'A',
      primaryAccountOwner: firmId,
      trustees: [await trustee(client)],
      accountRegistrationInfo: 'Acme',
      taxClassification: 'C',
    });
    await service.sign(corporate, firmRep);
    expectStatus(await placements.subscribe(body, firmRep, client, path(corporate)), 201);
    const eligibility = [rule('privateplacement.eligibility.rule')];
    await placements.refused(body, eligibility, joint, path(corporate));
  });
});
