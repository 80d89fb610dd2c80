import { Command } from 'commander';
import { asksService, CommandFailure, ExitStatus } from './command-line.js';

/** `bank-links`: what operators do with links to bank accounts. */
export function bankLinksCommand(): Command {
  return new Command('bank-links')
    .description('links to bank accounts')
    .addHelpText('after', '\nExamples:\n  $ npm run ops -- bank-links unlock 100000000000001')
    .addCommand(unlockCommand());
}

function unlockCommand(): Command {
  const command = new Command('unlock')
    .description(
      'allow the bank account of a link to be verified again after too many wrong amounts',
    )
    .argument('<oid>', 'id of any link of the owner to the bank account')
    .addHelpText(
      'after',
      `
Examples:
  $ npm run ops -- bank-links unlock 100000000000001 --as jane.roe`,
    );
  return asksService(command, ['operator'], async ({ service }, [oid = '']) => {
    const path = `/operator/achbanklinks/${encodeURIComponent(oid)}/unlock`;
    await service.post(path).catch((error: unknown) => {
      if (!(error instanceof CommandFailure) || error.answered !== 404) throw error;
      throw new CommandFailure(`There is no bank link ${oid}.`, ExitStatus.refused);
    });
    return {
      text: `The bank account of link ${oid} may be verified again.`,
      json: { bankLinkOid: oid, unlocked: true },
    };
  });
}
