import {
  type Decider,
  type Decision,
  FieldCode,
  fieldProblem,
  mustBe,
  type Problem,
  refuse,
  requiredProblem,
  RuleBook,
} from '#libs/platform/kernel';
import type {
  EventSkipped,
  EventUnskipped,
  ProjectionOperationEvent,
} from './projection-operation.events.js';

/** The rules of operations on read models. */
export const projectionRules = new RuleBook({
  'projection.generation.version.rule':
    'The generation was built by another version of the read model',
  'projection.live.generation.rule': 'The generation is live',
  'projection.not.stopped.rule': 'The read model has not stopped',
  'projection.event.not.skipped.rule': 'The read model does not skip the event',
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
  | {
      readonly kind: 'skip';
      readonly position: bigint | undefined;
      readonly reason: string | undefined;
    }
  | { readonly kind: 'unskip'; readonly position: bigint; readonly reason: string };

export interface SkipFacts {
  /** Position a stopped generation has reached, and of the event it stopped at, if known. */
  readonly stopped: { readonly position: bigint; readonly at: bigint | undefined } | undefined;
  readonly head: bigint;
}

type Skip = Extract<RequestedOperation, { kind: 'skip' }> & SkipFacts;

type Unskip = Extract<RequestedOperation, { kind: 'unskip' }>;

/** Events that versions of the read model skip, oldest decision first. */
type Skips = readonly Pick<EventSkipped['data'], 'version' | 'position'>[];

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

function decide(command: ProjectionOperation, skips: Skips): Decision<ProjectionOperationEvent> {
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
  if (command.kind === 'unskip') return decideUnskip(command, skips);
  const { kind, collection } = command;
  if (collection === undefined)
    return refuse(requiredProblem('collection', `to ${kind} a generation`));
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
  const { projection, version, stopped, head, reason } = command;
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
    const message = mustBe(
      `a position after ${stopped.position}, which it has reached, up to ${head}`,
    );
    return refuse(fieldProblem('position', FieldCode.Value, message));
  }
  const data = { projection, version, position: at.toString() };
  return [{ type: 'operations.EventSkipped', data: { ...data, ...(reason && { reason }) } }];
}

function decideUnskip(
  command: ProjectionOperation & Unskip,
  skips: Skips,
): Decision<EventUnskipped> {
  const { projection, version, reason } = command;
  const position = command.position.toString();
  const known = skips.filter((skip) => skip.version === version).map((skip) => skip.position);
  if (!known.includes(position)) {
    const which = known.length === 0 ? 'nothing' : `the events at ${known.join(', ')}`;
    const message = `Version ${version} skips ${which}.`;
    return refuse(projectionRules.broken('projection.event.not.skipped.rule', message, 'position'));
  }
  return [{ type: 'operations.EventUnskipped', data: { projection, version, position, reason } }];
}

function evolve(skips: Skips, event: ProjectionOperationEvent): Skips {
  if (event.type !== 'operations.EventSkipped' && event.type !== 'operations.EventUnskipped') {
    return skips;
  }
  const { version, position } = event.data;
  const others = skips.filter((skip) => skip.version !== version || skip.position !== position);
  return event.type === 'operations.EventSkipped' ? [...others, { version, position }] : others;
}

/**
 * What operators may do with read models, stream `operations-{projection}`. A rebuild in progress isn't started again; if it was
 * held and the new request doesn't hold it, it goes live when complete.
 */
export const projectionOperations: Decider<Skips, ProjectionOperation, ProjectionOperationEvent> = {
  category: 'operations',
  initial: [],
  decide,
  evolve,
};
