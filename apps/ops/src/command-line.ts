import { type Command, CommanderError, InvalidArgumentError } from 'commander';
import type { Role } from '#libs/platform/http';
import { CommandFailure, ExitStatus } from './command-failure.js';
import { type AccessOptions, findService } from './find-service.js';
import { type Conversation, conversation } from './conversation.js';
import type { ServiceAccess } from './service-access.js';
import { columnsOf, filled, wrapped } from './wrap.js';

export { CommandFailure, ExitStatus } from './command-failure.js';

/** What a command answers: the text for a person, or the value that `--json` prints instead; neither when all has been printed. */
export interface CommandResult {
  readonly text: string;
  readonly json: unknown;
  /** Default `ok`; `finding` for a command that found what it was looking for, such as a difference. */
  readonly status?: ExitStatus;
}

/** What a command that needs the service works with. */
export interface Session extends Conversation {
  readonly service: ServiceAccess;
  /** Aborted by SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
}

/** Gives a command its `--json` and its action. Its result goes to stdout, nothing else does. */
export function prints(
  command: Command,
  action: (talk: Conversation) => Promise<CommandResult>,
): Command {
  return command
    .option('--json', 'print the result, or the error, as one line of JSON')
    .action(async () => {
      const asJson = command.opts<{ json?: true }>().json === true;
      print(await action(conversation({ asJson, yes: false })), asJson);
    });
}

/**
 * What an option says that names something.
 * @throws InvalidArgumentError when it is blank
 */
export function text(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It must not be blank.');
  return value;
}

/** The option of a command that works with the files of the service. */
export function withDataDir(command: Command): Command {
  return command.option('--data-dir <directory>', 'directory of the service, instead of DATA_DIR');
}

/** The options of {@link findService}, for a command that does without a service but knows where its data is. */
function withAccessOptions(command: Command): Command {
  return withDataDir(command)
    .option('--url <url>', 'address of the service; default: from this configuration')
    .option('--token <token>', 'access token; default: one of the service itself')
    .option('--as <name>', 'name recorded in events; default: the user of this machine', text);
}

/**
 * Gives a command that asks the service its options and its action: finds the running service or opens it in this process,
 * prints the result, lets go of it.
 * @param roles what the caller has to be
 */
export function asksService(
  command: Command,
  roles: readonly Role[],
  action: (session: Session, args: readonly string[]) => Promise<CommandResult>,
): Command {
  return withAccessOptions(command)
    .option('--json', 'print the result, or the error, as one line of JSON')
    .action(async () => {
      const options = command.opts<AccessOptions & { json?: true; yes?: true }>();
      const asJson = options.json === true;
      await untilStopped(async (signal) => {
        const service = await findService(options, roles);
        try {
          const talk = conversation({ asJson, yes: options.yes === true });
          const session = { ...talk, service, signal };
          print(await action(session, command.processedArgs as string[]), asJson);
        } finally {
          await service.close();
        }
      });
    });
}

/** Hands a signal to the work that SIGINT, SIGTERM and the end of whoever reads its output abort, so that it ends in order. */
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

/** What a command that looks at the stores itself works with. */
export interface LocalSession extends Conversation {
  readonly options: Pick<AccessOptions, 'dataDir'>;
  /** Aborted by SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
}

/** Gives a command its options and its action that looks at the stores itself, beside the service or without it. */
export function readsStores(
  command: Command,
  action: (session: LocalSession, args: readonly string[]) => Promise<CommandResult>,
): Command {
  return withDataDir(command)
    .option('--json', 'print the result, or the error, as one line of JSON')
    .action(async () => {
      const options = command.opts<Pick<AccessOptions, 'dataDir'> & { json?: true }>();
      const asJson = options.json === true;
      await untilStopped(async (signal) => {
        const session = { ...conversation({ asJson, yes: false }), options, signal };
        print(await action(session, command.processedArgs as string[]), asJson);
      });
    });
}

/** {@link asksService} for a command that changes something it should be asked about: `--yes` answers beforehand. */
export function asksFirst(command: Command): Command {
  return command.option('--yes', 'do not ask for confirmation');
}

function print({ text, json, status = ExitStatus.ok }: CommandResult, asJson: boolean): void {
  const forPerson = (): string => wrapped(text, columnsOf(process.stdout));
  const shown = !asJson ? forPerson() : json === undefined ? '' : JSON.stringify(json);
  if (shown !== '') process.stdout.write(`${shown}\n`);
  process.exitCode = status;
}

/** Columns of a help text where no terminal says how many it has. */
const HELP_COLUMNS = 80;

/** Makes the help of a program, and of all its commands, as wide as the terminal. */
export function fittingHelp(program: Command): Command {
  program.configureOutput({
    writeOut: (text) => process.stdout.write(filled(text, columnsOf(process.stdout, HELP_COLUMNS))),
    writeErr: (text) => process.stderr.write(filled(text, columnsOf(process.stderr, HELP_COLUMNS))),
  });
  for (const command of program.commands) fittingHelp(command);
  return program;
}

/** Makes a program report wrong usage with {@link run} instead of ending the process, in all its commands. */
export function reportingUsage(program: Command): Command {
  program.exitOverride();
  for (const command of program.commands) reportingUsage(command);
  return program;
}

/**
 * Runs a command line.
 * @param argv as in `process.argv`
 * @returns the exit status; problems have been printed to stderr
 */
export async function run(program: Command, argv: readonly string[]): Promise<number> {
  const asJson = argv.includes('--json');
  if (asJson) withoutErrors(program);
  const output = watchOutput();
  try {
    await program.parseAsync(argv);
    return output.end ?? Number(process.exitCode ?? ExitStatus.ok);
  } catch (error) {
    if (output.end !== undefined) return output.end;
    const isUsage = error instanceof CommanderError;
    // Help or the version, which were asked for, or help in the place of a command that was not.
    if (isUsage && error.exitCode === 0) return ExitStatus.ok;
    if (isUsage && error.code.startsWith('commander.help')) return ExitStatus.usage;
    const message = error instanceof Error ? error.message : 'The command failed.';
    if (asJson) {
      process.stderr.write(`${JSON.stringify({ error: message.replace(/^error: /, '') })}\n`);
    } else if (!isUsage) {
      // Commander has printed its own message.
      process.stderr.write(`${wrapped(message, columnsOf(process.stderr))}\n`);
    }
    if (isUsage) return ExitStatus.usage;
    return error instanceof CommandFailure ? error.status : ExitStatus.unreachable;
  }
}

/**
 * Makes it no failure that whoever reads the output has seen enough, as `head` has; any other end of it is said, and is one.
 * @returns the exit status that the end of the output comes to, once it has ended
 */
function watchOutput(): { readonly end: ExitStatus | undefined } {
  const output: { end: ExitStatus | undefined } = { end: undefined };
  process.stdout.on('error', ({ code, name }: NodeJS.ErrnoException) => {
    if (output.end !== undefined) return;
    output.end = code === 'EPIPE' ? ExitStatus.ok : ExitStatus.unreachable;
    if (output.end === ExitStatus.ok) return;
    process.stderr.write(`The output can not be written (${code ?? name}).\n`);
    process.exitCode = output.end;
  });
  return output;
}

/** Keeps a program, with all its commands, from printing what is wrong with the command line itself. */
function withoutErrors(program: Command): void {
  program.configureOutput({ outputError: () => undefined });
  for (const command of program.commands) withoutErrors(command);
}
