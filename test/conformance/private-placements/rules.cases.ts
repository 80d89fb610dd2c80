import { describe, expect, it } from '@jest/globals';
import {
  field,
  FORBIDDEN,
  NOT_FOUND,
  NULL,
  rule,
  unknownKey,
  VALUE,
} from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import { holder } from '../bank-links.fixture.js';
import { type Body } from '../private-placements.fixture.js';
import { open, placements, service } from './set-up.js';

describe('POST …/privateplacementorders', () => {
  it('Rules › eligibility › the offer is for the firm; an ineligible firm learns nothing about it [subscription.eligibility]', async () => {
    const oid = await placements.offer({ eligibleFirms: ['1'], closingDate: '2020-01-02' });
    await placements.document(oid, 'memo');
    const body = placements.body(oid, { requestedDollarAmount: '1' });
    await placements.refused(body, [
      rule('privateplacement.eligibility.rule', 'privatePlacementOfferOid'),
    ]);
  });

  it.each<[string, Body, number]>([
    ['no accreditation', {}, 400],
    ['neither', { accreditedInvestorAnnualIncome: false, accreditedInvestorNetWorth: false }, 400],
    ['annual income', { accreditedInvestorAnnualIncome: true }, 201],
    ['net worth', { accreditedInvestorNetWorth: true }, 201],
  ])(
    'Rules › eligibility › ACCREDITED, member with %s [subscription.eligibility subscription.rules]',
    async (_, profile, status) => {
      const oid = await placements.offer();
      const owner = await service.member(profile);
      const accountNumber = await service.openAccount({ primaryAccountOwner: owner });
      const path = placements.orders.replace(placements.accountNumber, accountNumber);
      const body = placements.body(oid);
      if (status === 201) {
        expectStatus(await placements.subscribe(body, owner, service.client, path), 201);
      } else {
        await placements.refused(body, [rule('privateplacement.eligibility.rule')], owner, path);
      }
      expectStatus(
        await placements.subscribe(placements.body(open), owner, service.client, path),
        201,
      );
    },
  );

  it.each([
    ['over', { closingDate: '2020-01-02' }],
    ['still to open', { openingDate: '2099-01-01' }],
  ])('Rules › window › an offer that is %s is closed [subscription.rules]', async (_, fields) => {
    const oid = await placements.offer(fields);
    await placements.refused(placements.body(oid), [rule('privateplacement.offer.closed.rule')]);
  });

  it.each([
    ['999.99', false],
    ['1000.00', true],
    ['50000.00', true],
    ['50000.01', false],
  ])(
    'Rules › amount › from 1000 to 50000 dollars: %s [subscription.requestedDollarAmount subscription.rules]',
    async (requestedDollarAmount, fine) => {
      const body = placements.body(open, { requestedDollarAmount });
      if (fine) expectStatus(await placements.subscribe(body), 201);
      else await placements.refused(body, [rule('privateplacement.amount.rule')]);
    },
  );

  it('Rules › documents › required ones are fetched by the associated member, as they are now [subscription.documents subscription.rules]', async () => {
    const oid = await placements.offer();
    await placements.document(oid, 'memo');
    await placements.document(oid, 'form', { signable: true });
    await placements.document(oid, 'flyer', { required: false });
    const body = placements.body(oid);
    const documents = rule('privateplacement.documents.rule');
    const unread = (message: string) => [
      { ...documents, message: `Not fetched by the ${message}` },
    ];
    await placements.refused(body, unread('associated member: memo, form.'));
    const partner = await service.member();
    expectStatus(await placements.fetch(oid, 'form', partner), 200);
    expectStatus(await placements.fetch(oid, 'memo'), 200);
    await placements.refused(body, unread('associated member: form.'));
    expectStatus(await placements.fetch(oid, 'form'), 200);
    await placements.subscribed(oid);
    const data = Buffer.from('%PDF-1.7 changed').toString('base64');
    await placements.document(oid, 'memo', { data });
    await placements.refused(body, unread('associated member: memo.'));
    expectStatus(await placements.fetch(oid, 'memo'), 200);
    await placements.subscribed(oid);
  });

  it('a restricted account refuses, naming the restriction [restriction.refuses]', async () => {
    const accountNumber = await service.account({ primaryAccountOwner: placements.owner });
    const path = placements.orders.replace(placements.accountNumber, accountNumber);
    await placements.refused(
      placements.body(open),
      [{ ...rule('account.restricted.rule'), message: expect.stringContaining('020') as never }],
      placements.owner,
      path,
    );
  });

  it('Errors › every problem of fields at once, then every problem of rules [errors.list]', async () => {
    const oid = await placements.offer({ closingDate: '2020-01-02' });
    await placements.document(oid, 'memo');
    const owner = await service.member();
    const accountNumber = await service.account({ primaryAccountOwner: owner });
    const path = placements.orders.replace(placements.accountNumber, accountNumber);
    const body = placements.body(oid, {
      side: '2',
      requestedDollarAmount: '1',
      accountNumber: 'R',
    });
    await placements.refused(
      { ...body, discretionary: 'maybe', reasonForTrade: null, extra: 1 },
      [unknownKey('extra'), field('discretionary', VALUE), field('reasonForTrade', NULL)],
      owner,
      path,
    );
    await placements.refused(
      body,
      [
        rule('uri.matching.rule', 'accountNumber'),
        rule('privateplacement.side.rule', 'side'),
        rule('account.restricted.rule'),
        rule('privateplacement.eligibility.rule'),
        rule('privateplacement.offer.closed.rule'),
        rule('privateplacement.amount.rule'),
        rule('privateplacement.documents.rule'),
      ],
      owner,
      path,
    );
  });

  it.each([
    ['AM', 201, 200],
    ['TM', 201, 200],
    ['TR', 201, 200],
    ['MM', 403, 200],
    ['DV', 403, 200],
    ['SV', 403, 403],
  ])('permission %s: subscribe %i, read %i [permission.codes]', async (permission, trade, read) => {
    const client = await holder(service, placements.accountNumber, permission);
    const before = await service.requestHead();
    const answer = await placements.subscribe(placements.body(open), placements.owner, client);
    expectStatus(answer, trade);
    if (trade === 403) expect(await service.requestHead()).toBe(before);
    expectStatus(await client.get(placements.orders), read);
  });

  it('404 before 400 for other firms and unknown accounts; others may not [errors.404]', async () => {
    const { client } = await service.otherFirm();
    const { owner, orders } = placements;
    const post = (who: typeof client, path = orders) =>
      expectUnchanged(service, () => placements.subscribe({ x: 1 }, owner, who, path));
    expectExactly(await post(client), NOT_FOUND, 404);
    for (const other of ['RZ00000000', 'x', '%20', placements.accountNumber.toLowerCase()]) {
      const path = orders.replace(placements.accountNumber, other);
      expectExactly(await post(service.client, path), NOT_FOUND, 404);
      expectExactly(await service.client.get(path), NOT_FOUND, 404);
    }
    expectExactly(await post(service.auditor), FORBIDDEN, 403);
    expectExactly(await post(service.backoffice), FORBIDDEN, 403);
    expectExactly(await post(service.as(await service.member())), FORBIDDEN, 403);
  });
});
