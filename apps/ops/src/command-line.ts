import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { Role } from '#libs/platform/http';
import { CommandFailure, ExitStatus } from './command-failure.js';
import { type AccessOptions, findService } from './find-service.js';
import { type Conversation, conversation } from './conversation.js';
import type { ServiceAccess } from './service-access.js';
import { columnsOf, filled, wrapped } from './wrap.js';

export { CommandFailure, ExitStatus, refused } from './command-failure.js';

/** What a command answers: the text for a person, or the value that `--json` prints instead; neither when all has been printed. */
export interface CommandResult {
  readonly text: string;
  readonly json: unknown;
  /** Default `ok`; `finding` for a command that found what it was looking for, such as a difference. */
  readonly status?: ExitStatus;
}

/** What every command works with: whom it talks to, and what it was told. */
interface Told<Options> extends Conversation {
  readonly args: readonly string[];
  readonly options: Options & Pick<AccessOptions, 'dataDir'>;
}

/** What a command that looks at the stores itself works with. */
export interface LocalSession<Options = unknown> extends Told<Options> {
  /** Aborted by SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
}

/** What a command that needs the service works with. */
export interface Session<Options = unknown> extends LocalSession<Options> {
  readonly service: ServiceAccess;
}

/** A command. Its result goes to stdout, nothing else does. */
export class OpsCommand extends Command {
  /** What its help says below the options. */
  notes(text: string): this {
    return this.addHelpText('after', `\n${text}`);
  }

  /** Gives it the option of those that work with the files of the service. */
  withDataDir(): this {
    return this.option('--data-dir <directory>', 'directory of the service, instead of DATA_DIR');
  }

  /** It changes something it should be asked about: `--yes` answers beforehand. */
  asksFirst(): this {
    return this.option('--yes', 'do not ask for confirmation');
  }

  /** It works without the service. */
  prints<Options>(action: (told: Told<Options>) => Promise<CommandResult>): this {
    return this.#does<Options>(async (told) => print(await action(told), told));
  }

  /** It looks at the stores itself, beside the service or without it. */
  readsStores<Options>(action: (session: LocalSession<Options>) => Promise<CommandResult>): this {
    return this.withDataDir().#does<Options>((told) =>
      untilStopped(async (signal) => print(await action({ ...told, signal }), told)),
    );
  }

  /**
   * It asks the service: the running one, or one that is opened in this process and let go of in the end.
   * @param roles what the caller has to be
   */
  asksService<Options>(
    roles: readonly Role[],
    action: (session: Session<Options>) => Promise<CommandResult>,
  ): this {
    return this.withDataDir()
      .option('--url <url>', 'address of the service; default: from this configuration')
      .option('--token <token>', 'access token; default: one of the service itself')
      .option('--as <name>', 'name recorded in events; default: the user of this machine', text)
      .#does<Options & AccessOptions>((told) =>
        untilStopped(async (signal) => {
          const service = await findService(told.options, roles);
          try {
            print(await action({ ...told, service, signal }), told);
          } finally {
            await service.close();
          }
        }),
      );
  }

  #does<Options>(work: (told: Told<Options>) => Promise<void>): this {
    this.option('--json', 'print the result, or the error, as one line of JSON');
    return this.action(() => {
      const options = this.opts<Told<Options>['options'] & { json?: true; yes?: true }>();
      const talk = conversation({ asJson: options.json === true, yes: options.yes === true });
      return work({ ...talk, args: this.processedArgs as string[], options });
    });
  }
}

/** Commands under one name. */
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

/**
 * What an option says that names something.
 * @throws InvalidArgumentError when it is blank
 */
export function text(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It must not be blank.');
  return value;
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

function print(
  { text, json, status = ExitStatus.ok }: CommandResult,
  { asJson }: Pick<Conversation, 'asJson'>,
): void {
  const forPerson = (): string => wrapped(text, columnsOf(process.stdout));
  const shown = !asJson ? forPerson() : json === undefined ? '' : JSON.stringify(json);
  if (shown !== '') process.stdout.write(`${shown}\n`);
  process.exitCode = status;
}

/** Columns of a help text where no terminal says how many it has. */
const HELP_COLUMNS = 80;

/** Makes the help of a program, and of all its commands, as wide as the terminal. */
export function fittingHelp(program: Command): Command {
  return eachCommand(program, (command) =>
    command.configureOutput({
      writeOut: (text) =>
        process.stdout.write(filled(text, columnsOf(process.stdout, HELP_COLUMNS))),
      writeErr: (text) =>
        process.stderr.write(filled(text, columnsOf(process.stderr, HELP_COLUMNS))),
    }),
  );
}

/** Makes a program report wrong usage with {@link run} instead of ending the process, in all its commands. */
export function reportingUsage(program: Command): Command {
  return eachCommand(program, (command) => command.exitOverride());
}

function eachCommand(program: Command, change: (command: Command) => unknown): Command {
  change(program);
  for (const command of program.commands) eachCommand(command, change);
  return program;
}

/**
 * Runs a command line.
 * @param argv as in `process.argv`
 * @returns the exit status; problems have been printed to stderr
 */
export async function run(program: Command, argv: readonly string[]): Promise<number> {
  const asJson = argv.includes('--json');
  // what is wrong with the command line itself is printed below
  const outputError = (): void => undefined;
  if (asJson) eachCommand(program, (command) => command.configureOutput({ outputError }));
  const output = watchOutput();
  try {
    await program.parseAsync(argv);
    return output.end ?? Number(process.exitCode ?? ExitStatus.ok);
  } catch (error) {
    if (output.end !== undefined) return output.end;
    const isUsage = error instanceof CommanderError;
    // Help or the version, which were asked for, or help in the place of a command that was not.
    if (isUsage && error.exitCode === 0) return ExitStatus.ok;
    if (isUsage && error.code.startsWith('commander.help')) return ExitStatus.failed;
    const message = error instanceof Error ? error.message : 'The command failed.';
    if (asJson) {
      process.stderr.write(`${JSON.stringify({ error: message.replace(/^error: /, '') })}\n`);
    } else if (!isUsage) {
      // Commander has printed its own message.
      process.stderr.write(`${wrapped(message, columnsOf(process.stderr))}\n`);
    }
    return error instanceof CommandFailure ? error.status : ExitStatus.failed;
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
    output.end = code === 'EPIPE' ? ExitStatus.ok : ExitStatus.failed;
    if (output.end === ExitStatus.ok) return;
    process.stderr.write(`The output can not be written (${code ?? name}).\n`);
    process.exitCode = output.end;
  });
  return output;
}
