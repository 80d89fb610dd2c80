import { statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import type { FirmEvent } from '#libs/contexts/members';
import { AggregateStore, openLog } from '#libs/platform/event-store';
import {
  credentialsPath,
  demonstrationTokens,
  LocalIssuer,
  readCredentials,
  type TokenRequest,
  writeCredentials,
} from '#libs/platform/identity';
import { isNumericOid } from '#libs/platform/kernel';
import { type Config, loadMasterKeys, openKeyStore } from '#libs/platform/runtime';
import { CommandFailure, ExitStatus, reasonOf } from './command-failure.js';

/** First event in the stream of an institutional firm. */
const FIRM_DEFINED = 'firm.FirmDefined' satisfies FirmEvent['type'];

/**
 * Issues a token of the service itself.
 * @throws CommandFailure if the service would not accept it, the firm does not exist, or there is no service yet
 */
export function issueToken(
  config: Config,
  request: TokenRequest,
): Promise<{ readonly token: string; readonly validUntil: Date }> {
  return withIssuer(config, async (issuer) => {
    const { firmId } = request;
    if (firmId !== undefined && !(await isInstitutional(config, firmId))) {
      throw new CommandFailure(`There is no institutional firm ${firmId}.`);
    }
    const token = await issuer.issue(request);
    return { token, validUntil: endOf(token) };
  });
}

/**
 * Renews the demonstration firm's four tokens in `DATA_DIR/credentials.json`, and returns the path of that file.
 * @throws CommandFailure if there is no demonstration firm
 */
export async function renewTokens(
  config: Config,
): Promise<{ readonly credentials: string; readonly validUntil: Date }> {
  const path = credentialsPath(config.dataDir);
  const credentials = await readCredentials(config.dataDir);
  if (!credentials) {
    const remedy = config.embedded ? 'start the service first' : 'run "ops demonstration"';
    throw new CommandFailure(`There is no ${path}: ${remedy}.`);
  }
  return withIssuer(config, async (issuer) => {
    const tokens = await demonstrationTokens(issuer, credentials);
    await writeCredentials(config.dataDir, { ...credentials, tokens });
    return { credentials: path, validUntil: endOf(tokens.client) };
  });
}

/** Uses the service's own token issuer. A running service may use the key store at the same time. */
export async function withIssuer<T>(
  config: Config,
  work: (issuer: LocalIssuer) => Promise<T>,
): Promise<T> {
  if (config.oidc !== undefined && !config.embedded) {
    throw new CommandFailure(
      `The service only accepts tokens of OIDC_ISSUER (${config.oidc.issuer}): get one there and pass it with --token.`,
      ExitStatus.refused,
    );
  }
  requireKeys(config);
  const keys = await openKeyStore(config, await loadMasterKeys(config), { readOnly: true });
  try {
    return await work(await LocalIssuer.over(keys));
  } finally {
    await keys.close();
  }
}

/** Whether the firm exists and is institutional; tokens for any other firm would only show empty lists. */
async function isInstitutional(config: Config, firmId: string): Promise<boolean> {
  if (!isNumericOid(firmId)) return false;
  const log = await openLog(config, { readOnly: true });
  try {
    const stream = AggregateStore.stream({ category: 'firm' }, firmId);
    for await (const { type } of log.readStream(stream, { max: 1 })) {
      return type.startsWith(`${FIRM_DEFINED}.`);
    }
    return false;
  } finally {
    await log.close();
  }
}

/** Prevents creating new keys, whose tokens would be worthless, and catches a wrong DATA_DIR. */
export function requireKeys({ dataDir, mongodbUrl, masterKey }: Config): void {
  if (mongodbUrl === undefined && !exists(join(dataDir, 'keys'))) {
    throw new CommandFailure(
      `There is no key store in ${dataDir}: start the service first, or set DATA_DIR to its directory.`,
    );
  }
  if (masterKey === undefined && !exists(join(dataDir, 'master.key'))) {
    throw new CommandFailure(
      `There is no master.key in ${dataDir}: set MASTER_KEY as for the service.`,
    );
  }
}

/** @throws CommandFailure if that is unknown, for example for lack of permissions */
function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw new CommandFailure(`${path} can't be read (${reasonOf(error)}).`);
  }
}

function endOf(token: string): Date {
  return new Date((decodeJwt(token).exp ?? 0) * 1000);
}
