import { Command, InvalidArgumentError } from 'commander';
import { connect, createdId } from '#libs/client';
import { openLog } from '#libs/platform/event-store';
import { credentialsPath, readCredentials } from '#libs/platform/identity';
import { exitOnBadConfig } from '#libs/platform/runtime';
import { folioBody, halves, jane, signature } from './demo-bodies.js';
import { fill } from './demo-history.js';
import { Narrator, show } from './demo-narrator.js';

const { accounts } = new Command('npm run demo --')
  .description('show the main workflow of a running service, step by step')
  .option(
    '--accounts <n>',
    'instead, add this many accounts with two years of history',
    wholeNumber,
  )
  .parse()
  .opts<{ readonly accounts?: number }>();

/**
 * Runs through the main workflow of a running service over HTTP and prints each request, each response, and the new events in the log.
 * Ends with status 1 if a response is not the expected one.
 */
const config = exitOnBadConfig();
const credentials = await readCredentials(config.dataDir);
if (!credentials) {
  const remedy = config.embedded
    ? 'start the service first (npm start)'
    : 'create the demonstration firm first (npm run ops -- demonstration)';
  process.stderr.write(`There is no ${credentialsPath(config.dataDir)}: ${remedy}.\n`);
  process.exit(1);
}
const { baseUrl, apiKey, sharedSecret, billingPlans } = credentials;
if (accounts !== undefined) {
  try {
    await fill(config, credentials, accounts);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
  process.exit();
}
const log = await openLog(config, { readOnly: true });
const narrator = await Narrator.over(log);
const api = connect(baseUrl, { apiKey, sharedSecret }, { ports: { fetch: narrator.fetch } });
const loginId = `jane.doe.${Date.now().toString(36)}`;

show(
  `Service at ${baseUrl}. The demonstration needs only its firm, with its plans and API client.`,
);
await narrator.step('Create a member', () => api['/restapi/members'].POST({ body: jane(loginId) }));
await narrator.refused('Create an account with three mistakes: all three come back', () =>
  api['/restapi/accounts'].POST({
    body: {
      accountName: 'A name far too long for an account',
      accountType: 'I',
      billingPlanOid: billingPlans.A,
      primaryAccountOwner: loginId,
      defaultTaxLotSelection: 'AVGC',
      initContributionDate: '2020-01-01',
    },
  }),
);
const accountnumber = await narrator.step('Create it correctly', () =>
  createdId(
    api['/restapi/accounts'].POST({
      body: {
        accountName: 'Jane first',
        accountType: 'I',
        billingPlanOid: billingPlans.A,
        primaryAccountOwner: loginId,
      },
    }),
  ),
);
const account = { params: { path: { accountnumber } } };

const createFolio = (name: string): Promise<string> =>
  createdId(
    api['/restapi/accounts/{accountnumber}/folios'].POST({
      ...account,
      body: folioBody(accountnumber, name),
    }),
  );
const folios = await narrator.step('Create two folios concurrently: 03 and 04, no gap', () =>
  Promise.all([createFolio('Growth'), createFolio('Income')]),
);
const [folionumber] = folios.sort();
const folio = { params: { path: { accountnumber, folionumber } } };
const targetWeights = api['/restapi/accounts/{accountnumber}/folios/{folionumber}/targetweights'];

await narrator.refused('Target weights are refused for a restricted account', () =>
  targetWeights.PUT({ ...folio, body: halves }),
);
await narrator.step('Sign the customer agreement', () =>
  api['/restapi/accounts/{accountnumber}/customeragreement'].POST({
    ...account,
    body: signature(loginId),
  }),
);
await narrator.step('The restriction has been lifted', () =>
  api['/restapi/accounts/{accountnumber}/restrictions'].GET(account),
);
await narrator.refused('Weights of 99.99 percent are refused', () =>
  targetWeights.PUT({
    ...folio,
    body: [
      { ticker: 'VTI', targetWeight: '60.00' },
      { ticker: 'BND', targetWeight: '39.99' },
    ],
  }),
);
await narrator.step('Weights of 100.00 percent are accepted', () =>
  targetWeights.PUT({ ...folio, body: halves }),
);
await narrator.step('Read the account', () =>
  api['/restapi/accounts/{accountnumber}'].GET(account),
);
const member = { params: { path: { loginid: loginId } } };
await narrator.step('Read the member', () => api['/restapi/members/{loginid}'].GET(member));
await narrator.step('Read the items for attention', () =>
  api['/restapi/members/{loginid}/ifas'].GET(member),
);
await narrator.step('Read the folio', () =>
  api['/restapi/accounts/{accountnumber}/folios/{folionumber}'].GET(folio),
);
await narrator.step('Read its target weights', () => targetWeights.GET(folio));
await log.close();
show('\nDone.');

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) {
    throw new InvalidArgumentError('It must be a whole number from 1 to 999999.');
  }
  return Number(text);
}
