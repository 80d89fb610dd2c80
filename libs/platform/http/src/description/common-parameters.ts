import { joinAlternatives, LOGIN_ID } from '#libs/platform/kernel';
import { AS_OF } from '../as-of.js';
import { CONSISTENCY_TOKEN, encodeConsistencyToken } from '../consistency.js';
import { ENTITY_TAGS } from '../etag.js';
import { ANY_TIMESTAMP, DATE } from '../fields/value-fields.js';
import type { Parameter, Reference } from './openapi.js';

/** Request header that makes a request of a sandbox fail, and its forms. */
export const FAULT_HEADER = 'Sandbox-Fault';
export const FAULTS = ['429', '503', 'timeout-after-commit', '503;times=2'] as const;
/** Every value of the header that a sandbox accepts: the kind of fault, and how often. */
export const FAULT = /^(429|503|timeout-after-commit)(?:;\s*times=([1-9]))?$/;

const string = { type: 'string' };

interface HeaderParameter {
  readonly name: string;
  readonly description: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
  readonly example: string;
}

/** Request headers by component name. */
const PARAMETERS = {
  RequestId: {
    name: 'X-Request-Id',
    description: 'Returned in the response and written to the log',
    example: '7f9c24e5-0d3b-4c46-9a1e-6f0f6b1f2c11',
  },
  ConsistencyToken: {
    name: 'X-Consistency-Token',
    description: 'Token of a write; the response is not older than that write',
    pattern: CONSISTENCY_TOKEN.source,
    example: encodeConsistencyToken(300n),
  },
  AssociatedMember: {
    name: 'X-Associated-Member-Id',
    description: 'Login id of the client that an advisor acts for; blank counts as not sent',
    pattern: `^\\s*$|${LOGIN_ID.source}`,
    example: 'jane.doe',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    description: 'Entity tag that the caller has; 304 if it is still current',
    example: '"3"',
  },
  IfMatch: {
    name: 'If-Match',
    description:
      'Entity tags, one of which must be current, or * if the resource must exist; 412 otherwise',
    pattern: ENTITY_TAGS.source,
    example: '"3"',
  },
  IfAbsent: {
    name: 'If-None-Match',
    description: '* if the resource must not exist yet; 412 otherwise',
    pattern: '^\\*$',
    example: '*',
  },
  LastEventId: {
    name: 'Last-Event-ID',
    description:
      'Id of the last event received from a live stream, which continues after it. Takes precedence over the query’s cursor',
    example: 'czI',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    description:
      'A request that is repeated with the same key is carried out once; it returns the first result',
    pattern: '^[\\x21-\\x7e]{1,255}$',
    maxLength: 255,
    example: '0b9f6f0e-4a53-4a2c-8f0e-2f1c9a7d5e10',
  },
  DryRun: {
    name: 'Dry-Run',
    description:
      '`true`: decides the request and returns what would happen, as DryRun, or its errors. Stores, reserves, sends and publishes nothing',
    enum: ['true', 'false'],
    example: 'true',
  },
  SandboxFault: {
    name: FAULT_HEADER,
    description: `In a sandbox, ${joinAlternatives(FAULTS)}: the response is that error, or the connection is closed after the request is carried out; sent again, the request succeeds. Ignored elsewhere`,
    pattern: FAULT.source,
    example: '503',
  },
} as const satisfies Record<string, HeaderParameter>;

function headerParameter(parameter: HeaderParameter, required = false): Parameter {
  const { name, description, example, ...limits } = parameter;
  return { name, in: 'header', required, description, schema: { ...string, ...limits }, example };
}

const AS_OF_PARAMETER: Parameter = {
  name: AS_OF,
  in: 'query',
  description:
    'A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now',
  schema: { ...string, anyOf: [ANY_TIMESTAMP, DATE, { pattern: CONSISTENCY_TOKEN.source }] },
  example: '2026-03-02T15:00:00.000+00:00',
};

interface CommonParameters {
  /** The operation accepts `asOf`. */
  readonly past: boolean;
  /** The operation requires `X-Associated-Member-Id`. */
  readonly associatedMember: boolean;
  /** The operation accepts `Last-Event-ID`. */
  readonly resumable: boolean;
  /** It has no caller. */
  readonly isPublic: boolean;
  /** Firms, and thus sandboxes, may call it. */
  readonly ofFirms: boolean;
}

/** Returns the parameters that an operation shares with others. Required ones are in full, the others references. */
export function commonParameters(
  method: string,
  { past, associatedMember, resumable, isPublic, ofFirms }: CommonParameters,
): (Parameter | Reference)[] {
  const names: (keyof typeof PARAMETERS | 'AsOf')[] = ['RequestId'];
  if (!isPublic) names.push('ConsistencyToken');
  if (!associatedMember && !isPublic) names.push('AssociatedMember');
  if (past) names.push('AsOf');
  if (resumable) names.push('LastEventId');
  if (method === 'get') names.push('IfNoneMatch');
  if (method === 'put' || method === 'delete') names.push('IfMatch');
  if (method === 'put') names.push('IfAbsent');
  if (method === 'put' || method === 'post') names.push('IdempotencyKey');
  if (method !== 'get') names.push('DryRun');
  if (ofFirms) names.push('SandboxFault');
  return [
    ...names.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ...(associatedMember ? [headerParameter(PARAMETERS.AssociatedMember, true)] : []),
  ];
}

/** Returns the shared parameters by component name. */
export function parameterComponents(): Record<string, Parameter> {
  const headers = Object.entries(PARAMETERS).map(([key, header]) => [key, headerParameter(header)]);
  return { ...Object.fromEntries(headers), AsOf: AS_OF_PARAMETER } as Record<string, Parameter>;
}
