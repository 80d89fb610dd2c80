import { userInfo } from 'node:os';
import type { Role } from '#libs/platform/http';
import { readCredentials } from '#libs/platform/identity';
import { type Config, createLogger, listeningUrl, loadConfig } from '#libs/platform/runtime';
import { CommandFailure, ExitStatus } from './command-failure.js';
import { issueToken } from './local-tokens.js';
import { ServiceAccess } from './service-access.js';
import { HttpTransport, InProcessTransport, type Transport } from './service-transport.js';

/** What every command that needs the service can be told. */
export interface AccessOptions {
  /** Instead of `DATA_DIR`. */
  readonly dataDir?: string;
  /** Where the service is; default is where it runs on this configuration, if it does. */
  readonly url?: string;
  /** Access token; default is one of the service itself, made out to `as`. */
  readonly token?: string;
  /** Who asks, as events name them; default is the user of the operating system. */
  readonly as?: string;
}

const PROBE_MS = 5_000;

/** The configuration of a command: the environment, with the directory it was told. */
export function configOf({ dataDir }: Pick<AccessOptions, 'dataDir'>): Config {
  return loadConfig({ ...process.env, ...(dataDir !== undefined && { DATA_DIR: dataDir }) });
}

/**
 * Finds the service: the running one over HTTP, else it is opened in this process. That is the case for an embedded store
 * whose service is stopped, and beside servers where no service listens on this machine.
 * @param roles what the command needs to be
 * @throws CommandFailure when there is none, or it does not take the token
 */
export async function findService(
  options: AccessOptions,
  roles: readonly Role[],
): Promise<ServiceAccess> {
  const config = configOf(options);
  const subject = options.as ?? userName();
  const token = options.token ?? (await issueToken(config, { subject, roles, days: 1 })).token;
  if (options.url !== undefined) {
    const found = new ServiceAccess(new HttpTransport(urlOf(options.url)), token, options.url);
    await found.get('/operator/caller').catch(async (error: unknown) => {
      await found.close();
      throw error;
    });
    return found;
  }
  let refusal: CommandFailure | undefined;
  for (const url of await likelyUrls(config)) {
    const found = new ServiceAccess(new HttpTransport(url), token, url);
    const failure = await failureOf(found);
    if (failure === undefined) return found;
    await found.close();
    if (failure.status === ExitStatus.refused) {
      refusal ??= new CommandFailure(`${failure.message} (at ${url})`, failure.status);
    }
  }
  return new ServiceAccess(await openHere(config, refusal), token, 'this process');
}

function urlOf(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  throw new CommandFailure(`--url must be a URL such as http://127.0.0.1:3000`);
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user need not have a name.
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Where a service of this configuration would be. */
async function likelyUrls(config: Config): Promise<readonly string[]> {
  const noted = config.embedded ? (await readCredentials(config.dataDir))?.baseUrl : undefined;
  const configured = config.port === 0 ? undefined : listeningUrl(config, config.port);
  return [...new Set([noted, configured])].filter((url) => url !== undefined);
}

/** Why no service answers that takes the token, if so: another one on the same port would not. */
async function failureOf(access: ServiceAccess): Promise<CommandFailure | undefined> {
  try {
    await access.get('/operator/caller', { signal: AbortSignal.timeout(PROBE_MS) });
    return undefined;
  } catch (error) {
    return error instanceof CommandFailure ? error : new CommandFailure((error as Error).name);
  }
}

/**
 * Opens the service in this process. It is loaded only here: most commands start without it, in half the time.
 * @param refusal of a service that was asked: it is the one that holds the directory, where one does
 */
async function openHere(config: Config, refusal: CommandFailure | undefined): Promise<Transport> {
  const { openService, runsInOneProcess } = await import('#libs/application');
  // The log of a command would stand between its results.
  const logger = createLogger({ level: 'silent' });
  try {
    return new InProcessTransport(await openService(config, { logger }));
  } catch (error) {
    const { name, message } = error as Error;
    const held = name === 'DirectoryInUseError';
    if (held && refusal !== undefined) throw refusal;
    const hint = held && runsInOneProcess(config) ? '; tell where it listens with --url' : '';
    throw new CommandFailure(message + hint);
  }
}
