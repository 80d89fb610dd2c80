import { type Command, CommanderError } from 'commander';

/** Exit statuses of the command line. */
export const ExitStatus = { ok: 0, failure: 1, usage: 2 } as const;

/** What was asked for can't be done; the message is for the person who asked. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/** What a command answers: the text for a person, or the value that `--json` prints instead. */
export interface CommandResult {
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** Gives a command its `--json` and its action. Its result goes to stdout, nothing else does. */
export function prints(command: Command, action: () => Promise<CommandResult>): Command {
  return command
    .option('--json', 'print the result, or the error, as one line of JSON')
    .action(async ({ json: asJson }: { json?: true }) => {
      const { text, json } = await action();
      process.stdout.write(`${asJson === true ? JSON.stringify(json) : text}\n`);
    });
}

/**
 * Runs a command line.
 * @param argv as in `process.argv`
 * @returns the exit status; problems have been printed to stderr
 */
export async function run(program: Command, argv: readonly string[]): Promise<number> {
  try {
    await program.parseAsync(argv);
    return ExitStatus.ok;
  } catch (error) {
    // Commander has printed its own message, and the help when that was asked for.
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? ExitStatus.ok : ExitStatus.usage;
    }
    const message = error instanceof Error ? error.message : 'The command failed.';
    process.stderr.write(
      `${argv.includes('--json') ? JSON.stringify({ error: message }) : message}\n`,
    );
    return ExitStatus.failure;
  }
}
