// From two people to a monthly deposit, in a sandbox: a joint account, signed by both, a bank account verified by micro-deposits.
// Environment: BASE_URL, API_KEY, SHARED_SECRET, BILLING_PLAN (an id of GET /restapi/billingplans, of type A).
import { randomInt } from 'node:crypto';
import { bodyOf, connect, createdId, dryRun, ProblemError, type Schemas } from 'brokerage-client';

const { BASE_URL = '', API_KEY = '', SHARED_SECRET = '', BILLING_PLAN = '' } = process.env;
const api = connect(BASE_URL, { apiKey: API_KEY, sharedSecret: SHARED_SECRET });
const SIGNATURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A person who may own accounts. Returns the login id. */
function member(firstName: string): Promise<string> {
  const number = randomInt(10_000_000, 99_999_999);
  return createdId(
    api.members.create({
      body: {
        loginId: `${firstName}.${number}`.toLowerCase(),
        tid: `5${number}`,
        firstName,
        lastName: 'Doe',
        dateOfBirth: '1980-05-17',
        email1: 'doe@example.com',
        primaryAddress: {
          line1: '350 Fifth Avenue',
          city: 'New York',
          state: 'NY',
          zipcode: '10118',
        },
      },
    }),
  );
}

const [jane, john] = [await member('Jane'), await member('John')];
const body: Schemas['OpenAccount'] = {
  accountName: 'Jane and John',
  accountType: 'J',
  billingPlanOid: BILLING_PLAN,
  primaryAccountOwner: jane,
  jointOwners: [john],
};
const { wouldDo } = await dryRun((asked) => api.accounts.open({ body, ...asked }));
for (const { description } of wouldDo) console.log(`would do: ${description}`);
const accountnumber = await createdId(api.accounts.open({ body }));
const path = { accountnumber };

// It is restricted until both have signed the customer agreement.
for (const loginId of [jane, john]) {
  await api.customerAgreements.sign({
    params: { path },
    body: {
      loginId,
      signatureMethod: 'SIGNATURE_IMAGE',
      signatureImageEncoding: 'PNG',
      signatureData: SIGNATURE,
    },
  });
}
console.log(accountnumber, (await bodyOf(api.accounts.get({ params: { path } }))).accountStatus);

// Two amounts arrive at the bank account; whoever can read them there owns it. Only a sandbox shows them.
const bankLinkOid = await createdId(
  api.bankLinks.create({
    params: { path },
    body: {
      accountType: 'C',
      bankAccountNumber: '123456789',
      routingNumber: '021000021',
      ownerLoginId: jane,
      nameOnAccount: 'Jane Doe',
      bankName: 'First Bank',
    },
  }),
);
const atLink = { path: { ...path, banklinkoid: bankLinkOid } };
const { amounts } = await bodyOf(api.sandbox.microDeposits({ params: atLink }));
const [md1 = '', md2 = ''] = amounts;
const verification = { bankLinkOid, op: 'verify_md', ownerLoginId: jane } as const;
try {
  await api.bankLinks.verify({ params: atLink, body: { ...verification, md1: '1.01', md2 } });
} catch (error) {
  if (!(error instanceof ProblemError)) throw error;
  for (const { message } of error.problems) console.log(message); // how many attempts are left
}
await api.bankLinks.verify({ params: atLink, body: { ...verification, md1, md2 } });

const { time } = await bodyOf(api.sandbox.clock.get());
const oid = await createdId(
  api.cashTransactions.create({
    params: { path },
    body: {
      transactionType: 'AHD',
      sourceId: bankLinkOid,
      targetId: accountnumber,
      amount: '250.00',
      processDate: time.slice(0, 10),
      repeatType: 'M',
      repeatInterval: '1',
      repeatOffset: '31', // the last day of each month
      endDateChoice: 'transfersInfinite',
    },
  }),
);
// In a sandbox the client is the bank too: the money arrives.
await api.sandbox.completeTransfer({ params: { path: { ...path, oid } } });
const deposits = await bodyOf(api.cashTransactions.list({ params: { path } }));
for (const { processDate, amount, status } of deposits) console.log(processDate, amount, status);
