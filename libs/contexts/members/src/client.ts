import {
  addMilliseconds,
  type Decider,
  type Decision,
  equalJson,
  FieldCode,
  fieldProblem,
  notFound,
  omit,
  pathMismatches,
  type Problem,
  refuse,
  type Secret,
  type Timestamp,
} from '#libs/platform/kernel';
import type { ClientEvent, Entitlement } from './member.events.js';
import { compact, memberRules } from './person.js';

/** When the secrets of a client began and end. */
export interface SecretTimes {
  /** Null of a client that is not there yet. */
  readonly secretSince: Timestamp | null;
  readonly previousSecretUntil: Timestamp | null;
}

/** An API client as an operator sends it. What it can't change is accepted so that a read can be sent back. */
export interface ClientDefinition
  extends Pick<ApiClient, 'loginId' | 'entitlements'>, Partial<SecretTimes> {
  /** Must match the path, like `firmId`. */
  readonly apiKey?: string;
  readonly firmId?: string;
  /** Must not be true. */
  readonly revoked?: boolean;
}

/** Creates or changes an API client. */
export interface DefineClient {
  readonly type: 'DefineClient';
  readonly apiKey: string;
  readonly firmId: string;
  readonly client: ClientDefinition;
  /** What reads show; needed if the definition has any of it. */
  readonly shown?: SecretTimes | undefined;
  /** Used only if the client is new. */
  readonly sharedSecret: Secret;
}

export interface ReplaceClientSecret {
  readonly type: 'ReplaceClientSecret';
  readonly firmId?: string;
  readonly sharedSecret: Secret;
  /** How many hours the replaced secret remains valid; default 0. */
  readonly overlapHours?: number | undefined;
}

/** Revokes the client permanently. */
export interface RevokeClient {
  readonly type: 'RevokeClient';
  readonly firmId?: string;
}

export type ClientCommand = DefineClient | ReplaceClientSecret | RevokeClient;

interface ClientState {
  readonly client?: ApiClient & { readonly revoked: boolean };
}

const revoked = memberRules.broken(
  'client.revoked.rule',
  'The API client has been revoked.',
  'apiKey',
);

const SECRET_TIMES = ['secretSince', 'previousSecretUntil'] as const;

function define(
  { apiKey, firmId, client: sent, shown, sharedSecret }: DefineClient,
  { client }: ClientState,
): Decision<ClientEvent> {
  const { loginId, entitlements } = sent;
  const problems: Problem[] = pathMismatches({ apiKey, firmId }, sent);
  if (client?.revoked) problems.push(revoked);
  else if (sent.revoked === true) problems.push(fieldProblem('revoked', FieldCode.NotUpdatable));
  for (const field of SECRET_TIMES) {
    if (sent[field] !== undefined && sent[field] !== (shown?.[field] ?? null)) {
      problems.push(fieldProblem(field, FieldCode.NotUpdatable));
    }
  }
  if (client && client.firmId !== firmId) {
    const message = 'The API key is in use.';
    problems.push(memberRules.broken('client.unique.api.key', message, 'apiKey'));
  } else if (client && loginId !== client.loginId) {
    problems.push(fieldProblem('loginId', FieldCode.NotUpdatable));
  }
  if (problems.length > 0) return refuse(...problems);
  const data: ApiClient = compact({ apiKey, firmId, loginId, entitlements });
  if (client === undefined) {
    return [{ type: 'client.ClientDefined', data: { ...data, sharedSecret } }];
  }
  return equalJson(data, omit(client, 'revoked')) ? [] : [{ type: 'client.ClientUpdated', data }];
}

/** API clients, in stream `client-{apiKey}`. */
export const clientDecider: Decider<ClientState, ClientCommand, ClientEvent> = {
  category: 'client',
  initial: {},

  decide(command, state, { now }) {
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
    const { sharedSecret, overlapHours = 0 } = command;
    const previousUntil = addMilliseconds(now, overlapHours * 3_600_000);
    const data = { apiKey, firmId, sharedSecret, ...(overlapHours > 0 && { previousUntil }) };
    return [{ type: 'client.SecretReplaced', data }];
  },

  evolve(state, event) {
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
  },
};

/** A credential of an institutional firm ([auth.client]). */
export interface ApiClient {
  readonly apiKey: string;
  readonly firmId: string;
  /** The client's own login id: the acting member if a request names none. */
  readonly loginId: string;
  /** Narrows the firm's entitlements; if absent, the client has all of them. */
  readonly entitlements?: readonly Entitlement[];
}
