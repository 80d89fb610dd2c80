import type { Command } from 'commander';
import { group, OpsCommand, refused } from './command-line.js';
import { statusOf } from './service-queries.js';

/** `bank-links`: operations on links to bank accounts. */
export function bankLinksCommand(): Command {
  const unlock = 'bank-links unlock 100000000000001';
  return group('bank-links', 'links to bank accounts', unlock, [unlockCommand()]);
}

function unlockCommand(): Command {
  return new OpsCommand('unlock')
    .description(
      'allow the bank account of a link to be verified again after too many wrong amounts',
    )
    .argument('<oid>', "id of any of the owner's links to the bank account")
    .notes('Examples:\n  $ npm run ops -- bank-links unlock 100000000000001 --as jane.roe')
    .callsService(['operator'], async ({ service, args: [oid = ''] }) => {
      const path = `/operator/achbanklinks/${encodeURIComponent(oid)}/unlock`;
      await service.post(path).catch((error: unknown) => {
        throw statusOf(error) === 404 ? refused(`There is no bank link ${oid}.`) : error;
      });
      return {
        text: `The bank account of link ${oid} may be verified again.`,
        json: { bankLinkOid: oid, unlocked: true },
      };
    });
}
