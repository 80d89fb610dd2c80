import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Role } from '#libs/platform/kernel';
import { undefinedIfMissing, writeFileAtomically } from '#libs/platform/runtime';
import type { LocalIssuer, TokenRequest } from './tokens.js';

/** Everything needed to call the service for the first time: `DATA_DIR/credentials.json`. */
export interface Credentials {
  readonly baseUrl: string;
  readonly firmId: string;
  readonly apiKey: string;
  readonly sharedSecret: string;
  readonly apiLoginId: string;
  /** Oid of one plan of each type. */
  readonly billingPlans: { readonly A: string; readonly B: string; readonly P: string };
  readonly rtgOid: string;
  readonly offerOid: string;
  readonly tokens: {
    readonly client: string;
    readonly backoffice: string;
    readonly operator: string;
    readonly auditor: string;
  };
}

const NAMES = ['baseUrl', 'firmId', 'apiKey', 'sharedSecret', 'apiLoginId'];
const PLANS = ['A', 'B', 'P'];
const OIDS = ['rtgOid', 'offerOid'];
const TOKENS = ['client', 'backoffice', 'operator', 'auditor'];
/** All keys of the file, in order. */
const KEYS = [...NAMES, 'billingPlans', ...PLANS, ...OIDS, 'tokens', ...TOKENS];

const TOKEN_DAYS = 30;

/** Issues the four tokens of the demonstration firm. */
export async function demonstrationTokens(
  issuer: LocalIssuer,
  { firmId, apiLoginId }: Pick<Credentials, 'firmId' | 'apiLoginId'>,
): Promise<Credentials['tokens']> {
  const issue = (role: Role, scope: Pick<TokenRequest, 'firmId' | 'login'> = {}) =>
    issuer.issue({ subject: `demo.${role}`, roles: [role], days: TOKEN_DAYS, ...scope });
  return {
    client: await issue('client', { firmId, login: apiLoginId }),
    backoffice: await issue('backoffice'),
    operator: await issue('operator'),
    auditor: await issue('auditor'),
  };
}

/** Path of the demonstration firm's credentials. */
export function credentialsPath(dataDir: string): string {
  return join(dataDir, 'credentials.json');
}

/** Writes the file atomically, readable only by its owner (mode 0600). */
export async function writeCredentials(dataDir: string, credentials: Credentials): Promise<void> {
  // The list fixes the order of keys and leaves out all others.
  const text = `${JSON.stringify(credentials, KEYS, 2)}\n`;
  await writeFileAtomically(credentialsPath(dataDir), Buffer.from(text));
}

/** Reads the file; undefined if there is none. If it is invalid, throws an error with its path but without its contents. */
export async function readCredentials(dataDir: string): Promise<Credentials | undefined> {
  const path = credentialsPath(dataDir);
  const text = await readFile(path, 'utf8').catch(undefinedIfMissing);
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (!isCredentials(value)) {
    throw new Error(
      `${path} does not contain credentials of this service: remove it, and the next start creates new ones`,
    );
  }
  return value;
}

function hasTexts(value: unknown, names: readonly string[]): boolean {
  const texts = Object(value) as Readonly<Record<string, unknown>>;
  return names.every((name) => typeof texts[name] === 'string');
}

function isCredentials(value: unknown): value is Credentials {
  const { billingPlans, tokens } = Object(value) as Readonly<Record<string, unknown>>;
  return (
    hasTexts(value, [...NAMES, ...OIDS]) &&
    hasTexts(billingPlans, PLANS) &&
    hasTexts(tokens, TOKENS)
  );
}
