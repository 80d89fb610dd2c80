// #region imports
import { bodyOf, connect, createdId, itemsOf, ProblemError } from '#libs/client';
// #endregion

interface Known {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly sharedSecret: string;
  readonly billingPlanOid: string;
  readonly member: { readonly loginId: string; readonly tid: string };
}

/** Creates a member and an account. Returns the account's status and the numbers of all accounts. */
export async function calls(
  { baseUrl, apiKey, sharedSecret, billingPlanOid, member }: Known,
  console: Pick<Console, 'log' | 'error'>,
): Promise<void> {
  // #region calls
  const api = connect(baseUrl, { apiKey, sharedSecret });

  const loginId = await createdId(
    api.members.create({
      body: {
        ...member, // login id and tax id
        firstName: 'Jane',
        lastName: 'Doe',
        dateOfBirth: '1980-05-17',
        email1: 'jane@example.com',
        primaryAddress: {
          line1: '350 Fifth Avenue',
          city: 'New York',
          state: 'NY',
          zipcode: '10118',
        },
      },
    }),
  );

  try {
    const accountnumber = await createdId(
      api.accounts.open({
        body: {
          accountName: 'Jane first',
          accountType: 'I',
          billingPlanOid,
          primaryAccountOwner: loginId,
        },
        signal: AbortSignal.timeout(60_000),
      }),
    );
    const account = await bodyOf(api.accounts.get({ params: { path: { accountnumber } } }));
    console.log(account.accountStatus); // includes the write above
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    for (const { field, errorCode, message } of error.problems) {
      console.error(field, errorCode, message);
    }
  }

  const accounts = itemsOf((place) =>
    api.accounts.list({ params: { query: { ...place, limit: 100 } } }),
  );
  for await (const { accountNumber } of accounts) console.log(accountNumber);
  // #endregion
}
