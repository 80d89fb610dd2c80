import { describe, expect, it } from '@jest/globals';
import { type CommandMetadata, type RecordedOf, Secret } from '#libs/platform/kernel';
import type { AccountType } from '#libs/contexts/codes';
import {
  ACCOUNT,
  beneficiary,
  contact,
  creator,
  grant,
  memberFact,
  minor,
  NOW,
  open,
  restriction,
  sign,
  update,
} from '../test/account-fixtures.js';
import { fold as foldState, history } from '../test/decide.js';
import { toPermissionResponse, toRestrictionResponse } from './access.dto.js';
import type { AccountCommand } from './account-commands.js';
import { type AccountDocument, accountDocuments, sealedIn } from './account.document.js';
import { toAccountResponse } from './account.dto.js';
import type { AccountEvent } from './account.events.js';

const metadata = { commandId: 'c', requestId: 'r' } as CommandMetadata;

/** Events as read from the log: numbered, with secrets sealed. */
function recorded(events: readonly AccountEvent[]): RecordedOf<AccountEvent>[] {
  return events.map(
    (event, revision) =>
      ({
        ...event,
        data: sealed(event.data),
        id: `e${revision}`,
        stream: `account-${ACCOUNT}`,
        revision,
        position: BigInt(revision + 1),
        at: NOW,
        metadata,
      }) as RecordedOf<AccountEvent>,
  );
}

function sealed(value: unknown): unknown {
  if (value instanceof Secret) {
    const plain = value.reveal();
    return Secret.fromSealed(`sealed:${plain}`, () => plain);
  }
  if (Array.isArray(value)) return value.map(sealed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, sealed(item)]));
}

function documentAfter(...commands: readonly AccountCommand[]): AccountDocument {
  let document: AccountDocument | undefined;
  for (const event of recorded(history(...commands))) {
    const [id, ...others] = accountDocuments.documents(event);
    expect([id, others]).toEqual([ACCOUNT, []]);
    document = accountDocuments.fold(document, event, ACCOUNT);
  }
  return document!;
}

const unseal = (text: string): string => text.replace('sealed:', '');

describe('GET account: every field of creation, and what the service adds [account.get]', () => {
  it('a new individual account', () => {
    expect(
      toAccountResponse(documentAfter(open('I', { branchCode: 'B1', repCode: 'R1' }))),
    ).toEqual({
      accountNumber: ACCOUNT,
      accountStatus: 'RESTRICTED',
      accountName: 'Savings',
      accountType: 'I',
      billingPlanOid: '9001',
      branchCode: 'B1',
      repCode: 'R1',
      defaultTaxLotSelection: 'LGHL',
      longTermTaxRate: null,
      shortTermTaxRate: null,
      primaryAccountOwner: 'jdoe',
      jointOwners: [],
      initContributionDate: null,
      trustedContacts: [],
      primaryBeneficiaries: [],
      contingentBeneficiaries: [],
      minor: null,
      w9BackupWithholding: 'N',
      trustees: [],
      accountRegistrationInfo: null,
      taxClassification: null,
      securityExclusion: [],
      issueExclusion: [],
      sectorExclusion: [],
      restrictions: ['1000000002'],
      creationDate: '2026-03-02T15:00:00.000+00:00',
    });
  });

  it('tax numbers are masked, and full for entitled firms', () => {
    const primaryBeneficiaries = [beneficiary('100', { citizenship: 'U' })];
    const ira = documentAfter(open('R', { primaryBeneficiaries, trustedContacts: [contact] }));
    expect(toAccountResponse(ira).primaryBeneficiaries).toEqual([
      {
        title: null,
        firstName: 'Ben',
        middleName: null,
        lastName: 'Doe',
        suffix: null,
        relationship: 'S',
        dateOfBirth: '1980-01-31T00:00:00.000+00:00',
        ssn: '*****6780',
        sharePct: '100.00',
        citizenship: 'U',
      },
    ]);
    expect(toAccountResponse(ira, unseal)).toHaveProperty(
      'primaryBeneficiaries.0.ssn',
      '123456780',
    );
    expect(sealedIn(ira)).toEqual(['sealed:123456780']);
    expect(toAccountResponse(ira).trustedContacts).toEqual([{ ...contact, relationship: null }]);
  });

  it('no tax number is plain in a document', () => {
    const document = documentAfter(open('U'), update({ accountName: 'Mia' }));
    expect(JSON.stringify(document)).not.toContain(`"${minor.ssn.reveal()}"`);
    expect(toAccountResponse(document)).toHaveProperty('minor.ssn', '*****6789');
    expect(toAccountResponse(document, unseal)).toHaveProperty('minor.ssn', '123456789');
    expect(toAccountResponse(document, () => undefined)).toHaveProperty('minor.ssn', '*****6789');
  });

  it.each([
    ['F', { taxClassification: 'P', accountRegistrationInfo: 'Doe Entity' }],
    ['X', { jointOwners: ['rroe'], accountRegistrationInfo: 'Doe Entity' }],
    ['9', { initContributionDate: '2026-03-02', defaultTaxLotSelection: 'AVGC' }],
  ] as [AccountType, object][])('type %s shows its own fields', (type, fields) => {
    expect(toAccountResponse(documentAfter(open(type)))).toMatchObject(fields);
  });

  it("a later client list replaces the client's own exclusions only", () => {
    const item = (exclusionValue: string): object => ({
      exclusionStartDate: null,
      exclusionEndDate: null,
      exclusionValue,
    });
    const member = memberFact('jdoe', { tickers: ['KO', 'IBM'] });
    const set = (...values: string[]) =>
      update({ securityExclusion: values.map((exclusionValue) => ({ exclusionValue })) });
    const opening = open('I', {}, { member });
    const both = documentAfter(opening, set('F', 'IBM'));
    expect(toAccountResponse(both).securityExclusion).toEqual(['F', 'IBM', 'KO'].map(item));
    const none = documentAfter(opening, set('F', 'IBM'), set());
    expect(toAccountResponse(none).securityExclusion).toEqual(['KO', 'IBM'].map(item));
  });

  it('shows what an update changed', () => {
    const document = documentAfter(
      open('I', { defaultTaxLotSelection: 'WLFS', longTermTaxRate: '15' }),
      update({ accountName: 'Travel', billingPlanOid: '9002', defaultTaxLotSelection: 'FIFO' }),
    );
    expect(toAccountResponse(document)).toMatchObject({
      accountName: 'Travel',
      billingPlanOid: '9002',
      defaultTaxLotSelection: 'FIFO',
      longTermTaxRate: null,
    });
    expect(document.revision).toBe(5);
  });
});

describe('restrictions', () => {
  const add = restriction({ note: 'court order' });

  it('end with the signature', () => {
    const document = documentAfter(open('I'), sign('jdoe', { w9Withhold: false }));
    expect(document.restrictions).toEqual([]);
    expect(toAccountResponse(document)).toMatchObject({ accountStatus: 'OPEN', restrictions: [] });
    expect(document.signatures).toEqual([
      {
        loginId: 'jdoe',
        method: 'SIGNED_PDF',
        documentKey: 'doc-jdoe',
        sha256: 'a'.repeat(64),
        w9Withhold: false,
        signedAt: NOW,
      },
    ]);
  });

  it('are listed', () => {
    const document = documentAfter(open('I'), add);
    expect(document.restrictions.map((one) => toRestrictionResponse(document, one))).toEqual([
      {
        restrictionId: '1000000002',
        accountNumber: ACCOUNT,
        reasonCode: '020',
        restrictionType: 'CR',
        note: null,
        creationDate: '2026-03-02T15:00:00.000+00:00',
      },
      expect.objectContaining({ reasonCode: '021', note: 'court order' }),
    ]);
  });
});

it('permissions and the fields of the indexes', () => {
  const document = documentAfter(
    open('J'),
    grant({ loginId: 'viewer', permission: 'DV', alertLevel: 'limited' }),
    grant({ loginId: 'gone', permission: 'TR' }),
    { type: 'RevokePermission', loginId: 'gone', caller: creator },
  );
  expect(document.permissions.map((one) => toPermissionResponse(document, one))).toEqual([
    permission('advisor', 'AC', 'all', false),
    permission('jdoe', 'AM', 'all', true),
    permission('rroe', 'AM', 'all', true),
    permission('viewer', 'DV', 'limited', false),
  ]);
  expect(document.holders).toEqual(['advisor', 'jdoe', 'rroe', 'viewer']);
  expect(document.owners).toEqual(['jdoe', 'rroe']);
  for (const { fields } of accountDocuments.indexes) {
    for (const field of fields) expect(document).toHaveProperty(field);
  }
});

it('document and state agree on what the check of rights needs', () => {
  const commands = [open('J'), sign('jdoe'), grant({ loginId: 'viewer', permission: 'DV' })];
  const document = documentAfter(...commands);
  const state = foldState(history(...commands));
  for (const key of ['firmId', 'permissions', 'requiredSigners', 'jointOwners'] as const) {
    expect(document[key]).toEqual(state[key]);
  }
});

it('personal fields whose key is gone leave a document that can be shown', () => {
  const [first, ...rest] = recorded(history(open('R')));
  const erased = { ...first!.data } as Record<string, unknown>;
  for (const field of [
    'accountName',
    'trustedContacts',
    'primaryBeneficiaries',
    'contingentBeneficiaries',
  ]) {
    Reflect.deleteProperty(erased, field);
  }
  const events = [{ ...first!, data: erased } as unknown as RecordedOf<AccountEvent>, ...rest];
  let document: AccountDocument | undefined;
  for (const event of events) document = accountDocuments.fold(document, event, ACCOUNT);
  expect(toAccountResponse(document!)).toMatchObject({
    accountName: null,
    trustedContacts: [],
    primaryBeneficiaries: [],
  });
});

it('an event of an account that never opened leaves no document', () => {
  const [, restricted] = recorded(history(open('I')));
  expect(accountDocuments.fold(undefined, restricted!, ACCOUNT)).toBeUndefined();
});

function permission(
  loginId: string,
  code: string,
  alertLevel: string,
  listOnReport: boolean,
): object {
  return { loginId, accountNumber: ACCOUNT, permission: code, alertLevel, listOnReport };
}
