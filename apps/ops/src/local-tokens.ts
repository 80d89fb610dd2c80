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
import { CommandFailure, ExitStatus } from './command-failure.js';

/** What the stream of an institutional firm begins with. */
const FIRM_DEFINED = 'firm.FirmDefined' satisfies FirmEvent['type'];

/**
 * Issues a token of the service itself.
 * @returns the token and its end
 * @throws CommandFailure where the service would not accept it, the firm is none, or there is no service yet
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
 * Issues the demonstration firm's four tokens anew and puts them into `DATA_DIR/credentials.json`.
 * @returns the path of that file, and the end of the tokens
 * @throws CommandFailure where there is no demonstration firm
 */
export async function renewTokens(
  config: Config,
): Promise<{ readonly credentials: string; readonly validUntil: Date }> {
  const path = credentialsPath(config.dataDir);
  const credentials = await readCredentials(config.dataDir);
  if (!credentials) {
    const remedy = config.embedded ? 'start the service first' : 'ops demonstration makes it';
    throw new CommandFailure(`There is no ${path}: ${remedy}.`);
  }
  return withIssuer(config, async (issuer) => {
    const tokens = await demonstrationTokens(issuer, credentials);
    await writeCredentials(config.dataDir, { ...credentials, tokens });
    return { credentials: path, validUntil: endOf(tokens.client) };
  });
}

/** Works with the service's own issuer. The key store may be in use by a running service at the same time. */
export async function withIssuer<T>(
  config: Config,
  work: (issuer: LocalIssuer) => Promise<T>,
): Promise<T> {
  if (config.oidc !== undefined && !config.embedded) {
    throw new CommandFailure(
      `The service accepts tokens of OIDC_ISSUER only (${config.oidc.issuer}): get one there and give it with --token.`,
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

/** Whether the log has an institutional firm; who acts for any other is shown empty lists. */
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

/** A token under keys that were made on the spot would be worth nothing, and a wrong DATA_DIR would go unnoticed. */
export function requireKeys({ dataDir, mongodbUrl, masterKey }: Config): void {
  if (mongodbUrl === undefined && !isThere(join(dataDir, 'keys'))) {
    throw new CommandFailure(
      `There is no key store in ${dataDir}: start the service first, or set DATA_DIR to its directory.`,
    );
  }
  if (masterKey === undefined && !isThere(join(dataDir, 'master.key'))) {
    throw new CommandFailure(
      `There is no master.key in ${dataDir}: set MASTER_KEY as for the service.`,
    );
  }
}

/** @throws CommandFailure where that can't be told: whoever asks may have no rights there */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandFailure(`${path} can not be read (${code ?? 'error'}).`);
  }
}

function endOf(token: string): Date {
  return new Date((decodeJwt(token).exp ?? 0) * 1000);
}
