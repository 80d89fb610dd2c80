import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Role } from '#libs/platform/http';
import { undefinedIfMissing, writeFileAtomically } from '#libs/platform/runtime';
import type { LocalIssuer, TokenRequest } from './local-issuer.js';

/** What a newcomer needs to call the service: `DATA_DIR/credentials.json`. */
export interface Credentials {
  readonly baseUrl: string;
  readonly firmId: string;
  readonly apiKey: string;
  readonly sharedSecret: string;
  readonly apiLoginId: string;
  /** Oids of one plan of each type. */
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
/** All keys of the file, in their order. */
const KEYS = [...NAMES, 'billingPlans', ...PLANS, ...OIDS, 'tokens', ...TOKENS];

/** Days that a token of the demonstration firm is valid. */
const TOKEN_DAYS = 30;

/** Issues the four tokens of the demonstration firm, valid for 30 days. */
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

/** Where the first start leaves the credentials of the demonstration firm. */
export function credentialsPath(dataDir: string): string {
  return join(dataDir, 'credentials.json');
}

/** Writes the file whole, readable by its owner only (mode 0600). */
export async function writeCredentials(dataDir: string, credentials: Credentials): Promise<void> {
  // One order of keys, and nothing that does not belong there.
  const text = `${JSON.stringify(credentials, KEYS, 2)}\n`;
  await writeFileAtomically(credentialsPath(dataDir), Buffer.from(text));
}

/**
 * Reads the file; undefined when there is none.
 * @throws Error that names the file, not its contents, when it holds something else
 */
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
      `${path} does not hold credentials of this service: remove it, and the next start makes others`,
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
