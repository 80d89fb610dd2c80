import { Command, CommanderError } from 'commander';
import {
  trustedKeys,
  UnusableInput,
  verdictFor,
  verdictJson,
  verdictText,
  verifyFile,
  type VerifyOptions,
  withVerifyOptions,
} from './verify-file.js';

/** Verifies exports without the service: only the proof library is loaded (docs/audit.md). */
const program = withVerifyOptions(new Command('verify'))
  .description('Verifies an audit export without service or database.')
  .option('--json', 'print the result as one line of JSON')
  .addHelpText(
    'after',
    `
Exit status: 0 verified; 1 not verified, with the first wrong line; 2 nothing
could be verified.

Examples:
  $ npm run --silent verify -- account.ndjson
  $ npm run --silent verify -- log.ndjson.gz
  $ curl http://127.0.0.1:3000/.well-known/audit-keys.json > keys.json
  $ npm run --silent verify -- account.ndjson --public-key keys.json --json`,
  )
  .exitOverride()
  .action(async (file: string, options: VerifyOptions & { json?: true }) => {
    const trusted = await trustedKeys(options.publicKey);
    const verdict = verdictFor(options, await verifyFile(file, trusted));
    const text = options.json
      ? JSON.stringify(verdictJson(file, verdict))
      : verdictText(file, verdict);
    process.stdout.write(`${text}\n`);
    process.exitCode = verdict.ok ? 0 : 1;
  });

// EPIPE: the reader has seen enough. Any other error means that nothing could be reported.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') process.exitCode = 2;
});
try {
  await program.parseAsync(process.argv);
} catch (error) {
  const isHelp = error instanceof CommanderError && error.exitCode === 0;
  process.exitCode = isHelp ? 0 : 2;
  if (!(error instanceof CommanderError)) {
    const isKnown = error instanceof UnusableInput;
    process.stderr.write(`${isKnown ? error.message : "The export can't be verified."}\n`);
  }
}
