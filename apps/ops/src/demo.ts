import { join } from 'node:path';
import { BrokerageClient } from '#libs/client';
import { openEventStore } from '#libs/platform/event-store';
import { credentialsPath, readCredentials } from '#libs/platform/identity';
import { exitOnBadConfig } from '#libs/platform/runtime';
import { folioBody, halves, jane, signature } from './demo-bodies.js';
import { Narrator, show } from './demo-narrator.js';

/**
 * Drives a running service through its main job over HTTP and prints each request, each answer, and the events it left in
 * the log. Ends with status 1 when an answer is not the one expected.
 */
const config = exitOnBadConfig();
const credentials = await readCredentials(config.dataDir);
if (!credentials) {
  process.stderr.write(
    `There is no ${credentialsPath(config.dataDir)}: start the service first (npm start).\n`,
  );
  process.exit(1);
}
const { baseUrl, apiKey, sharedSecret, billingPlans } = credentials;
const log = await openEventStore({ directory: join(config.dataDir, 'events'), readOnly: true });
const narrator = await Narrator.over(new BrokerageClient(baseUrl, { apiKey, sharedSecret }), log);
const step = narrator.step.bind(narrator);
const loginId = `jane.doe.${Date.now().toString(36)}`;

show(
  `The service at ${baseUrl}; nothing but what its first start made: one firm, its plans, one API client.`,
);
await step('Create a member', 201, 'POST', '/restapi/members', jane(loginId));
await step(
  'Create an account with three mistakes: all three come back',
  400,
  'POST',
  '/restapi/accounts',
  {
    accountName: 'A name far too long for an account',
    accountType: 'I',
    billingPlanOid: billingPlans.B,
    primaryAccountOwner: loginId,
    defaultTaxLotSelection: 'AVGC',
  },
);
const opened = await step('Create it right', 201, 'POST', '/restapi/accounts', {
  accountName: 'Jane first',
  accountType: 'I',
  billingPlanOid: billingPlans.A,
  primaryAccountOwner: loginId,
});
const account = opened.location ?? '';
const accountNumber = account.split('/').at(-1) ?? '';

show('\n── Create two folios at the same time: 03 and 04, no hole');
const folios = await Promise.all([
  step('…', 201, 'POST', `${account}/folios`, folioBody(accountNumber, 'Growth')),
  step('…', 201, 'POST', `${account}/folios`, folioBody(accountNumber, 'Income')),
]);
const [folio = ''] = folios.map((answer) => answer.location ?? '').sort();
await step(
  'A restricted account refuses target weights',
  400,
  'PUT',
  `${folio}/targetweights`,
  halves,
);
await step(
  'Sign the customer agreement',
  200,
  'POST',
  `${account}/customeragreement`,
  signature(loginId),
);
await step('The restriction is gone', 200, 'GET', `${account}/restrictions`);
await step('Weights of 99.99 percent are refused', 400, 'PUT', `${folio}/targetweights`, [
  { ticker: 'VTI', targetWeight: '60.00' },
  { ticker: 'BND', targetWeight: '39.99' },
]);
await step('Weights of 100.00 percent are not', 200, 'PUT', `${folio}/targetweights`, halves);
await step('Read the account', 200, 'GET', account);
await step('Read the member', 200, 'GET', `/restapi/members/${loginId}`);
await step('Read the items for attention', 200, 'GET', `/restapi/members/${loginId}/ifas`);
await step('Read the folio', 200, 'GET', folio);
await step('Read its target weights', 200, 'GET', `${folio}/targetweights`);
await log.close();
show('\nDone.');
