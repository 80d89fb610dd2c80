import {
  type Decider,
  type Decision,
  FieldCode,
  fieldProblem,
  type Problem,
  refuse,
  RuleBook,
} from '#libs/platform/kernel';
import type { EventSkipped, ProjectionOperationEvent } from './projection-operation.events.js';

/** The rules of operations on read models. */
export const projectionRules = new RuleBook({
  'projection.generation.version.rule':
    'The generation was built by another version of the read model',
  'projection.live.generation.rule': 'The generation is live',
  'projection.not.stopped.rule': 'The read model has not stopped',
});

/** A generation at the time of a decision. */
export interface KnownGeneration {
  readonly collection: string;
  readonly version: number;
  readonly live: boolean;
  /** It is catching up with the log. */
  readonly building: boolean;
  /** It doesn't go live until an operator chooses it. */
  readonly held: boolean;
}

/** What operators can request. */
export type RequestedOperation =
  | { readonly kind: 'rebuild'; readonly hold: boolean }
  | { readonly kind: 'switch' | 'drop'; readonly collection: string | undefined }
  /** `position` is that of the event; default: the one the read model stopped at. */
  | { readonly kind: 'skip'; readonly position: bigint | undefined };

/** The facts that a skip needs. */
export interface SkipFacts {
  /** Position a stopped generation has reached, and of the event it stopped at, if known. */
  readonly stopped: { readonly position: bigint; readonly at: bigint | undefined } | undefined;
  readonly head: bigint;
}

type Skip = Extract<RequestedOperation, { kind: 'skip' }> & SkipFacts;

/** An operation with its facts: all generations of the read model, and the `version` of this build. */
export type ProjectionOperation = (Exclude<RequestedOperation, { kind: 'skip' }> | Skip) & {
  readonly projection: string;
  readonly version: number;
  readonly generations: readonly KnownGeneration[];
};

/** The problem of an operation that isn't possible with the live generation. */
export function isLive(done: string): Problem {
  return projectionRules.broken(
    'projection.live.generation.rule',
    `The live generation can’t be ${done}.`,
    'collection',
  );
}

function decide(command: ProjectionOperation): Decision<ProjectionOperationEvent> {
  const { projection, version, generations } = command;
  if (command.kind === 'rebuild') {
    const { hold } = command;
    const current = generations.find(({ building }) => building);
    if (!current) return [{ type: 'operations.RebuildRequested', data: { projection, hold } }];
    if (hold || !current.held) return [];
    const { collection } = current;
    return [{ type: 'operations.SwitchRequested', data: { projection, collection } }];
  }
  if (command.kind === 'skip') return decideSkip(command);
  const { kind, collection } = command;
  if (collection === undefined) return refuse(fieldProblem('collection', FieldCode.Required));
  const found = generations.find((known) => known.collection === collection);
  if (!found) {
    const names = generations.map((known) => known.collection).join(', ');
    const message = `No such generation; there are ${names}.`;
    return refuse(fieldProblem('collection', FieldCode.Value, message));
  }
  if (kind === 'drop') {
    if (found.live) return refuse(isLive('dropped'));
    return [{ type: 'operations.DropRequested', data: { projection, collection } }];
  }
  if (found.version !== version) {
    const rule = 'projection.generation.version.rule';
    const message = `The service folds version ${version}.`;
    return refuse(projectionRules.broken(rule, message, 'collection'));
  }
  return [{ type: 'operations.SwitchRequested', data: { projection, collection } }];
}

function decideSkip(command: ProjectionOperation & Skip): Decision<EventSkipped> {
  const { projection, version, stopped, head } = command;
  if (!stopped) {
    const message = 'The read model has not stopped.';
    return refuse(projectionRules.broken('projection.not.stopped.rule', message));
  }
  const at = command.position ?? stopped.at;
  if (at === undefined) {
    const message = 'It is unknown which event it stopped at.';
    return refuse(fieldProblem('position', FieldCode.Required, message));
  }
  if (at <= stopped.position || at > head) {
    const message = `a position after ${stopped.position}, which it has reached, up to ${head}`;
    return refuse(fieldProblem('position', FieldCode.Value, message));
  }
  const data = { projection, version, position: at.toString() };
  return [{ type: 'operations.EventSkipped', data }];
}

/**
 * What operators may do with read models, stream `operations-{projection}`. A rebuild in progress isn't started again; if it was
 * held and the new request doesn't hold it, it goes live when complete.
 */
export const projectionOperations: Decider<
  undefined,
  ProjectionOperation,
  ProjectionOperationEvent
> = { category: 'operations', initial: undefined, decide, evolve: () => undefined };
