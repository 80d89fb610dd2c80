import {
  type Decider,
  type Decision,
  FieldCode,
  fieldProblem,
  type Problem,
  refuse,
  ruleProblem,
} from '#libs/platform/kernel';
import type { ProjectionOperationEvent } from './projection-operation.events.js';

/** A generation as it stands when a command is decided. */
export interface KnownGeneration {
  readonly collection: string;
  readonly version: number;
  readonly live: boolean;
  /** It is catching up with the log. */
  readonly building: boolean;
  /** Complete, it waits until somebody chooses it. */
  readonly held: boolean;
}

/** What operators can have done with a read model. `generations` are all it has, `version` is that of this build. */
export type ProjectionOperation = {
  readonly projection: string;
  readonly version: number;
  readonly generations: readonly KnownGeneration[];
} & (
  | { readonly kind: 'rebuild'; readonly hold: boolean }
  | { readonly kind: 'switch' | 'drop'; readonly collection: string | undefined }
);

/** Codes of the rules about generations (own). */
const GenerationRule = {
  /** The live generation can't be dropped. */
  Live: 'projection.live.generation.rule',
  /** A generation of another version can't go live under this build. */
  Version: 'projection.generation.version.rule',
} as const;

/** What is wrong with dropping the live generation. */
export function isLive(): Problem {
  return ruleProblem(GenerationRule.Live, 'The live generation can not be dropped.', 'collection');
}

function decide(command: ProjectionOperation): Decision<ProjectionOperationEvent> {
  const { projection, version, generations } = command;
  if (command.kind === 'rebuild') {
    const { hold } = command;
    const underWay = generations.find(({ building }) => building);
    if (!underWay) return [{ type: 'operations.RebuildRequested', data: { projection, hold } }];
    if (hold || !underWay.held) return [];
    const { collection } = underWay;
    return [{ type: 'operations.SwitchRequested', data: { projection, collection } }];
  }
  const { kind, collection } = command;
  if (collection === undefined) return refuse(fieldProblem('collection', FieldCode.Required));
  const found = generations.find((known) => known.collection === collection);
  if (!found) {
    const names = generations.map((known) => known.collection).join(', ');
    const message = `No such generation; there are ${names}.`;
    return refuse(fieldProblem('collection', FieldCode.Value, message));
  }
  if (kind === 'drop') {
    if (found.live) {
      return refuse(isLive());
    }
    return [{ type: 'operations.DropRequested', data: { projection, collection } }];
  }
  if (found.version !== version) {
    const message = `The service folds version ${version}.`;
    return refuse(ruleProblem(GenerationRule.Version, message, 'collection'));
  }
  return [{ type: 'operations.SwitchRequested', data: { projection, collection } }];
}

/**
 * What operators may do with read models: stream `operations-{projection}`. A rebuild that is under way is enough;
 * one that was to be kept back no longer is when it is asked for without that.
 */
export const projectionOperations: Decider<
  undefined,
  ProjectionOperation,
  ProjectionOperationEvent
> = { category: 'operations', initial: undefined, decide, evolve: () => undefined };
