import { userInfo } from 'node:os';
import type { Role } from '#libs/platform/kernel';
import { readCredentials } from '#libs/platform/identity';
import {
  type Config,
  createLogger,
  dataDirectoryId,
  listeningUrl,
  loadConfig,
} from '#libs/platform/runtime';
import type { Schemas } from '#libs/client';
import { CommandFailure, ExitStatus } from './command-failure.js';
import { issueToken } from './local-tokens.js';
import {
  ServiceAccess,
  HttpTransport,
  InProcessTransport,
  type Transport,
} from './service-access.js';

/** Options of every command that calls the service. */
export interface AccessOptions {
  /** Overrides `DATA_DIR`. */
  readonly dataDir?: string;
  /** URL of the service; default: where it runs with this configuration. */
  readonly url?: string;
  /** Access token; default: one issued by the service itself in the name of `as`. */
  readonly token?: string;
  /** Name of the caller in events; default: the user of the operating system. */
  readonly as?: string;
}

const PROBE_MS = 5_000;

/** Loads the configuration from the environment and `--data-dir`. */
export function configOf({ dataDir }: Pick<AccessOptions, 'dataDir'>): Config {
  return loadConfig({ ...process.env, ...(dataDir !== undefined && { DATA_DIR: dataDir }) });
}

/**
 * Finds the service: a running one, over HTTP; otherwise it is opened in this process, if it is embedded and stopped, or on servers but
 * not listening on this machine. A running one must use the data directory of the command, not a copy with the same keys, unless it is
 * named by its URL.
 * @param roles the roles the command needs
 * @throws CommandFailure if there is no service, it rejects the token, or it uses another directory
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
    const failure = await failureOf(found, config);
    if (failure === undefined) return found;
    await found.close();
    if (failure instanceof OtherDirectory) throw failure;
    if (failure.status === ExitStatus.refused) {
      refusal ??= new CommandFailure(`${failure.message} (at ${url})`, failure.status);
    }
  }
  const here = `${config.dataDir}, in this process`;
  return new ServiceAccess(await openHere(config, refusal), token, here);
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
    // the user of a container may have no name
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Addresses at which a service with this configuration may be running. */
async function likelyUrls(config: Config): Promise<readonly string[]> {
  const noted = config.embedded ? (await readCredentials(config.dataDir))?.baseUrl : undefined;
  const configured = config.port === 0 ? undefined : listeningUrl(config, config.port);
  return [...new Set([noted, configured])].filter((url) => url !== undefined);
}

/** The service found uses another data directory than the command. */
class OtherDirectory extends CommandFailure {}

/** Returns why the service can't be used, if so; another service on the same port would reject the token. */
async function failureOf(
  access: ServiceAccess,
  { embedded, dataDir }: Config,
): Promise<CommandFailure | undefined> {
  try {
    const signal = AbortSignal.timeout(PROBE_MS);
    const { body } = await access.get<Schemas['Caller']>('/operator/caller', { signal });
    const { dataDirectory = '' } = body;
    if (!embedded || ['', dataDirectoryId(dataDir)].includes(dataDirectory)) return undefined;
    return new OtherDirectory(
      `The service at ${access.place} uses another data directory than ${dataDir}. ` +
        `If you mean that service, pass --url ${access.place}. ` +
        `To work on ${dataDir}, start a service on it first, with another PORT.`,
      ExitStatus.refused,
    );
  } catch (error) {
    return error instanceof CommandFailure ? error : new CommandFailure((error as Error).name);
  }
}

/**
 * Opens the service in this process. It is imported only here, because most commands start twice as fast without it.
 * @param refusal of a running service: the cause if a service holds the directory
 */
async function openHere(config: Config, refusal: CommandFailure | undefined): Promise<Transport> {
  const { openService, runsInOneProcess } = await import('#libs/application');
  // log lines would be mixed with the results
  const logger = createLogger({ level: 'silent' });
  try {
    return new InProcessTransport(await openService(config, { logger }));
  } catch (error) {
    const { name, message } = error as Error;
    const held = name === 'DirectoryInUseError';
    if (held && refusal !== undefined) throw refusal;
    const hint = held && runsInOneProcess(config) ? '; give its address with --url' : '';
    throw new CommandFailure(message + hint);
  }
}
