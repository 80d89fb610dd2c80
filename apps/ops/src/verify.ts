import { Command, CommanderError } from 'commander';
import {
  type MeantFor,
  trustedKeys,
  UnusableInput,
  verdictFor,
  verdictJson,
  verdictText,
  verifyFile,
} from './verify-file.js';

/** Verifies exports without the service: it loads nothing but the proofs (docs/audit.md). */
const program = new Command('verify')
  .description('Verifies an audit export, without service and database.')
  .argument('<file>', 'export to verify, plain or gzip; - for the standard input')
  .option('--public-key <key>', 'key to trust: its text, or a file with JWK, JWKS or PEM')
  .option('--account <number>', 'whose export it is meant to be: this account’s')
  .option('--member <login>', 'the same, of a member')
  .option('--firm <id>', 'the same, of a firm')
  .option('--json', 'print the result as one line of JSON')
  .addHelpText(
    'after',
    `
Exit status: 0 verified; 1 not, and the first wrong line is named; 2 nothing
could be verified.

Examples:
  $ npm run --silent verify -- account.ndjson
  $ npm run --silent verify -- log.ndjson.gz
  $ curl http://127.0.0.1:3000/.well-known/audit-keys.json > keys.json
  $ npm run --silent verify -- account.ndjson --public-key keys.json --json`,
  )
  .exitOverride()
  .action(async (file: string, options: MeantFor & { publicKey?: string; json?: true }) => {
    const trusted =
      options.publicKey === undefined ? undefined : await trustedKeys(options.publicKey);
    const verdict = verdictFor(options, await verifyFile(file, trusted));
    const text = options.json
      ? JSON.stringify(verdictJson(file, verdict))
      : verdictText(file, verdict);
    process.stdout.write(`${text}\n`);
    process.exitCode = verdict.ok ? 0 : 1;
  });

// Whoever reads it may have seen enough; where it can't be written for another reason nothing was said, and nothing was found.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') process.exitCode = 2;
});
try {
  await program.parseAsync(process.argv);
} catch (error) {
  process.exitCode = 2;
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) process.exitCode = 0;
  } else if (error instanceof UnusableInput) {
    process.stderr.write(`${error.message}\n`);
  } else {
    process.stderr.write('The export can not be verified.\n');
  }
}
