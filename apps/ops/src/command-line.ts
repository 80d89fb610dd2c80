import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { Role } from '#libs/platform/kernel';
import { CommandFailure, ExitStatus, reasonOf } from './command-failure.js';
import { type AccessOptions, findService } from './find-service.js';
import { type Conversation, conversation } from './conversation.js';
import type { ServiceAccess } from './service-access.js';
import { columnsOf, filled, wrapped } from './text-layout.js';

export { CommandFailure, ExitStatus, reasonOf, refused } from './command-failure.js';

/** Result of a command: the text for people, or the value printed with `--json`. Both are empty if everything has been printed already. */
export interface CommandResult {
  readonly text: string;
  readonly json: unknown;
  /** Default `ok`; `finding` if, for example, a comparison found a difference. */
  readonly status?: ExitStatus;
}

/** What every command receives: its arguments, and a conversation with the user. */
interface Input<Options> extends Conversation {
  readonly args: readonly string[];
  readonly options: Options & Pick<AccessOptions, 'dataDir'>;
}

/** What a command that reads the stores itself receives. */
export interface LocalSession<Options = unknown> extends Input<Options> {
  /** Aborted by SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
}

/** What a command that calls the service receives. */
export interface Session<Options = unknown> extends LocalSession<Options> {
  readonly service: ServiceAccess;
}

/** A command. Its result goes to stdout, everything else to stderr. */
export class OpsCommand extends Command {
  /** Adds text below the options in the help. */
  notes(text: string): this {
    return this.addHelpText('after', `\n${text}`);
  }

  /** Adds the option for commands that use the files of the service. */
  withDataDir(): this {
    return this.option('--data-dir <directory>', 'directory of the service, instead of DATA_DIR');
  }

  /** Adds the option `--yes` for commands that ask for confirmation. */
  withConfirmation(): this {
    return this.option('--yes', 'do not ask for confirmation');
  }

  /** Defines a command that works without the service. */
  prints<Options>(action: (input: Input<Options>) => Promise<CommandResult>): this {
    return this.#does<Options>(async (input) => print(await action(input), input));
  }

  /** Defines a command that reads the stores itself, whether or not the service is running. */
  readsStores<Options>(action: (session: LocalSession<Options>) => Promise<CommandResult>): this {
    return this.withDataDir().#does<Options>((input) =>
      untilStopped(async (signal) => print(await action({ ...input, signal }), input)),
    );
  }

  /**
   * Defines a command that calls the service: the running one, or one opened in this process.
   * @param roles the roles the caller needs
   */
  callsService<Options>(
    roles: readonly Role[],
    action: (session: Session<Options>) => Promise<CommandResult>,
  ): this {
    return this.withDataDir()
      .option('--url <url>', 'URL of the service; default: from the configuration')
      .option('--token <token>', 'access token; default: issued by the service itself')
      .option('--as <name>', 'name recorded in events; default: the user of this machine', text)
      .#does<Options & AccessOptions>((input) =>
        untilStopped(async (signal) => {
          const service = await findService(input.options, roles);
          service.beforeWriting = () => input.note(`Writing to ${service.place}.`);
          const confirm = (question: string): Promise<void> =>
            input.confirm(`At ${service.place}: ${question}`);
          try {
            print(await action({ ...input, confirm, service, signal }), input);
          } finally {
            await service.close();
          }
        }),
      );
  }

  #does<Options>(work: (input: Input<Options>) => Promise<void>): this {
    this.option('--json', 'print the result, or the error, as one line of JSON');
    return this.action(() => {
      const options = this.opts<Input<Options>['options'] & { json?: true; yes?: true }>();
      const talk = conversation({ asJson: options.json === true, yes: options.yes === true });
      return work({ ...talk, args: this.processedArgs as string[], options });
    });
  }
}

/** A command with subcommands. */
export function group(
  name: string,
  description: string,
  example: string,
  commands: readonly Command[],
): Command {
  const all = new OpsCommand(name).description(description);
  for (const command of commands) all.addCommand(command);
  return all.notes(`Examples:\n  $ npm run ops -- ${example}`);
}

/** What `--from` and `--to` of a command accept. */
export const PERIOD = {
  from: 'start: a day (New York) or an ISO-8601 time, inclusive',
  to: 'end: a day (New York), inclusive, or an ISO-8601 time, exclusive',
} as const;

/** Parses a non-blank option value. @throws InvalidArgumentError */
export function text(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It must not be blank.');
  return value;
}

/** Passes a signal that aborts on SIGINT, on SIGTERM, and when stdout is closed, so that the work can end in order. */
async function untilStopped(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  process.stdout.once('error', stop);
  try {
    await work(stopping.signal);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    process.stdout.off('error', stop);
  }
}

function print(
  { text, json, status = ExitStatus.ok }: CommandResult,
  { asJson }: Pick<Conversation, 'asJson'>,
): void {
  const forPerson = (): string => wrapped(text, columnsOf(process.stdout));
  const shown = !asJson ? forPerson() : json === undefined ? '' : JSON.stringify(json);
  if (shown !== '') process.stdout.write(`${shown}\n`);
  process.exitCode = status;
}

/** Width of help texts without a terminal. */
const HELP_COLUMNS = 80;

/** Wraps the help of a program and its commands to the width of the terminal. */
export function fittingHelp(program: Command): Command {
  return eachCommand(program, (command) =>
    command.showHelpAfterError('--help shows what there is.').configureOutput({
      writeOut: (text) =>
        process.stdout.write(filled(text, columnsOf(process.stdout, HELP_COLUMNS))),
      writeErr: (text) =>
        process.stderr.write(filled(text, columnsOf(process.stderr, HELP_COLUMNS))),
    }),
  );
}

/** Makes Commander throw on wrong usage instead of exiting, so that {@link run} reports it. */
export function reportingUsage(program: Command): Command {
  return eachCommand(program, (command) => command.exitOverride());
}

function eachCommand(program: Command, change: (command: Command) => unknown): Command {
  change(program);
  for (const command of program.commands) eachCommand(command, change);
  return program;
}

/**
 * Runs a command line and prints errors to stderr.
 * @param argv as in `process.argv`
 * @returns the exit status
 */
export async function run(program: Command, argv: readonly string[]): Promise<number> {
  const asJson = argv.includes('--json');
  // usage errors are printed below
  const outputError = (): void => undefined;
  const withoutOutput = (command: Command): Command =>
    command.showHelpAfterError(false).configureOutput({ outputError });
  if (asJson) eachCommand(program, withoutOutput);
  const output = watchOutput();
  try {
    await program.parseAsync(argv);
    return output.end ?? Number(process.exitCode ?? ExitStatus.ok);
  } catch (error) {
    if (output.end !== undefined) return output.end;
    const isUsage = error instanceof CommanderError;
    // Requested help or version exits with 0; help shown instead of a missing command does not.
    if (isUsage && error.exitCode === 0) return ExitStatus.ok;
    if (isUsage && error.code.startsWith('commander.help')) return ExitStatus.failed;
    const message = error instanceof Error ? error.message : 'The command failed.';
    const exit = error instanceof CommandFailure ? error.status : ExitStatus.failed;
    if (asJson) {
      const shown = { error: message.replace(/^error: /, ''), exit };
      const { httpStatus: status, code } = error instanceof CommandFailure ? error : {};
      process.stderr.write(`${JSON.stringify({ ...shown, status, code })}\n`);
    } else if (!isUsage) {
      // Commander has printed its usage errors itself.
      process.stderr.write(`${wrapped(message, columnsOf(process.stderr))}\n`);
    }
    return exit;
  }
}

/**
 * Watches for the end of stdout. A reader that stops early, such as `head`, is no failure; anything else is reported.
 * @returns the exit status once the output has ended
 */
function watchOutput(): { readonly end: ExitStatus | undefined } {
  const output: { end: ExitStatus | undefined } = { end: undefined };
  process.stdout.on('error', (error) => {
    if (output.end !== undefined) return;
    output.end = reasonOf(error) === 'EPIPE' ? ExitStatus.ok : ExitStatus.failed;
    if (output.end === ExitStatus.ok) return;
    process.stderr.write(`The output can't be written (${reasonOf(error)}).\n`);
    process.exitCode = output.end;
  });
  return output;
}
