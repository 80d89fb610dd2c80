import {
  type Decider,
  type Decision,
  equalJson,
  FieldCode,
  fieldProblem,
  notFound,
  omit,
  pathMismatch,
  refuse,
  type Secret,
} from '#libs/platform/kernel';
import type { ApiClient, ClientEvent } from './client.events.js';
import { checkEntitlements, type EntitlementsInput } from './entitlements.js';
import { compact, FieldChecks, type SentValue } from './field-checks.js';
import { checkLoginId } from './person.js';
import { memberRules } from './member-rules.js';

/** An API client as sent: the body of `PUT /backoffice/firms/{firmId}/clients/{apiKey}`. */
export interface ClientInput {
  readonly apiKey?: SentValue<string>;
  readonly firmId?: SentValue<string>;
  readonly loginId?: SentValue<string>;
  readonly entitlements?: SentValue<EntitlementsInput>;
  /** As a read shows it. */
  readonly revoked?: SentValue<boolean>;
}

/** Makes or changes an API client; the same definition again changes nothing. */
export interface DefineClient {
  readonly type: 'DefineClient';
  /** Api key and firm id of the path. */
  readonly apiKey: string;
  readonly firmId: string;
  readonly client: ClientInput;
  /** Whether the firm is an institutional one that exists. */
  readonly firmKnown: boolean;
  /** Freshly generated; used when the client is new. */
  readonly sharedSecret: Secret;
}

/** Gives the client a new shared secret. */
export interface ReplaceClientSecret {
  readonly type: 'ReplaceClientSecret';
  readonly firmId?: string;
  readonly sharedSecret: Secret;
}

/** Takes the credential away. */
export interface RevokeClient {
  readonly type: 'RevokeClient';
  readonly firmId?: string;
}

/** What can be asked of an API client. */
export type ClientCommand = DefineClient | ReplaceClientSecret | RevokeClient;

/** Undefined before the client is made. */
export interface ClientState {
  readonly client?: ApiClient & { readonly revoked: boolean };
}

const revoked = memberRules.broken(
  'client.revoked.rule',
  'The API client has been revoked.',
  'apiKey',
);

function define(command: DefineClient, { client }: ClientState): Decision<ClientEvent> {
  const { apiKey, firmId, client: sent, sharedSecret } = command;
  if (!command.firmKnown) return notFound();
  const checks = new FieldChecks();
  for (const [field, path] of [
    ['apiKey', apiKey],
    ['firmId', firmId],
  ] as const) {
    const body = sent[field];
    if (typeof body === 'string' && body !== path) {
      checks.add(pathMismatch(field));
    }
  }
  const loginId = checkLoginId(checks, sent.loginId);
  const entitlements = checkEntitlements(checks, sent.entitlements);
  if (client?.revoked) checks.add(revoked);
  else if (sent.revoked === true) checks.add(fieldProblem('revoked', FieldCode.NotUpdatable));
  if (client && client.firmId !== firmId) {
    checks.add(memberRules.broken('client.unique.api.key', 'The API key is in use.', 'apiKey'));
  } else if (client && loginId !== undefined && client.loginId !== loginId) {
    checks.add(fieldProblem('loginId', FieldCode.NotUpdatable));
  }
  if (checks.problems.length > 0 || loginId === undefined) return refuse(...checks.problems);
  const data: ApiClient = compact({ apiKey, firmId, loginId, entitlements });
  if (client === undefined)
    return [{ type: 'client.ClientDefined', data: { ...data, sharedSecret } }];
  return equalJson(data, omit(client, 'revoked')) ? [] : [{ type: 'client.ClientUpdated', data }];
}

function decide(command: ClientCommand, state: ClientState): Decision<ClientEvent> {
  if (command.type === 'DefineClient') return define(command, state);
  const { client } = state;
  if (!client || (command.firmId !== undefined && command.firmId !== client.firmId)) {
    return notFound();
  }
  const { apiKey, firmId } = client;
  if (command.type === 'RevokeClient') {
    return client.revoked ? [] : [{ type: 'client.ClientRevoked', data: { apiKey, firmId } }];
  }
  if (client.revoked) return refuse(revoked);
  const { sharedSecret } = command;
  return [{ type: 'client.SecretReplaced', data: { apiKey, firmId, sharedSecret } }];
}

function evolve(state: ClientState, event: ClientEvent): ClientState {
  switch (event.type) {
    case 'client.ClientDefined':
      return { client: { ...omit(event.data, 'sharedSecret'), revoked: false } };
    case 'client.ClientUpdated':
      return { client: { ...event.data, revoked: state.client?.revoked ?? false } };
    case 'client.SecretReplaced':
      return state;
    case 'client.ClientRevoked':
      return state.client ? { client: { ...state.client, revoked: true } } : state;
  }
}

/** The rule book of API clients: stream `client-{apiKey}`. */
export const clientDecider: Decider<ClientState, ClientCommand, ClientEvent> = {
  category: 'client',
  initial: {},
  decide,
  evolve,
};
