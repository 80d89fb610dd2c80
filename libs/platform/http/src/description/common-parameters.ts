import { eitherOf } from '#libs/platform/kernel';
import { AS_OF } from '../as-of.js';
import { FAULT_HEADER, FAULTS } from '../sandbox-faults.js';
import type { Parameter, Reference } from './openapi.js';

const string = { type: 'string' };

interface HeaderParameter {
  readonly name: string;
  readonly description: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
  readonly example: string;
}

/** Headers a request may carry, by the name of their component. */
const PARAMETERS = {
  RequestId: {
    name: 'X-Request-Id',
    description: 'Comes back with the answer and stands in the log',
    example: '7f9c24e5-0d3b-4c46-9a1e-6f0f6b1f2c11',
  },
  ConsistencyToken: {
    name: 'X-Consistency-Token',
    description: 'Token of a write; the answer is not older than that write',
    example: 'AAAAAAAAASw',
  },
  AssociatedMember: {
    name: 'X-Associated-Member-Id',
    description: 'Login id of the client an advisor acts for',
    example: 'jane.doe',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    description: 'Entity tag the caller has; 304 when it still holds',
    example: '"3"',
  },
  IfMatch: {
    name: 'If-Match',
    description:
      'Entity tags of which the resource must still have one, or * where it must be there; 412 otherwise',
    example: '"3"',
  },
  IfAbsent: {
    name: 'If-None-Match',
    description: '* where the resource must not be there yet; 412 otherwise',
    pattern: '^\\*$',
    example: '*',
  },
  LastEventId: {
    name: 'Last-Event-ID',
    description:
      'Id of the last event that a live stream has shown: it goes on after that one. Counts before the query’s cursor',
    example: 'czI',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    description: 'The same key with the same request never acts twice: it answers the first result',
    pattern: '^[\\x21-\\x7e]{1,255}$',
    maxLength: 255,
    example: '0b9f6f0e-4a53-4a2c-8f0e-2f1c9a7d5e10',
  },
  DryRun: {
    name: 'Dry-Run',
    description:
      '`true`: decides the request and answers what would happen, as DryRun, or its errors. Keeps, reserves, sends and publishes nothing',
    enum: ['true', 'false'],
    example: 'true',
  },
  SandboxFault: {
    name: FAULT_HEADER,
    // no list of its values: whatever others send says nothing
    description: `In a sandbox, ${eitherOf(FAULTS)}: the request is answered with that error, or the connection ends after it was carried out. Elsewhere it says nothing`,
    example: '503',
  },
} as const satisfies Record<string, HeaderParameter>;

function headerParameter(parameter: HeaderParameter, required = false): Parameter {
  const { name, description, example, ...limits } = parameter;
  return { name, in: 'header', required, description, schema: { ...string, ...limits }, example };
}

/** The query parameter of every read that has a past. */
const AS_OF_PARAMETER: Parameter = {
  name: AS_OF,
  in: 'query',
  description:
    'A timestamp with offset, a date (its end in New York) or a consistency token: the response of that moment, with the rights and masking of now',
  schema: string,
  example: '2026-03-02T15:00:00.000+00:00',
};

/** What all parameters of an operation besides its own depend on. */
interface CommonParameters {
  /** The read can be asked with `asOf`. */
  readonly past: boolean;
  /** `X-Associated-Member-Id` must be sent. */
  readonly associatedMember: boolean;
  /** `Last-Event-ID` says where the answer goes on. */
  readonly resumable: boolean;
  /** A firm may call it, and so a sandbox. */
  readonly ofFirms: boolean;
}

/** Parameters a method takes besides its own: references, and in full what it can't do without. */
export function commonParameters(
  method: string,
  { past, associatedMember, resumable, ofFirms }: CommonParameters,
): (Parameter | Reference)[] {
  const names: (keyof typeof PARAMETERS | 'AsOf')[] = ['RequestId', 'ConsistencyToken'];
  if (!associatedMember) names.push('AssociatedMember');
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

/** The parameters that operations refer to, by the names of their components. */
export function parameterComponents(): Record<string, Parameter> {
  const headers = Object.entries(PARAMETERS).map(([key, parameter]): [string, Parameter] => [
    key,
    headerParameter(parameter),
  ]);
  return { ...Object.fromEntries(headers), AsOf: AS_OF_PARAMETER };
}
