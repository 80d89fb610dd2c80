import {
  businessNow,
  type Clock,
  type CommandMetadata,
  type Decider,
  type DomainEvent,
  isRefusal,
  type Problem,
  type Refusal,
  refuse,
} from '#libs/platform/kernel';
import { derivedIds } from '#libs/platform/runtime';

/** What a command would be answered, without doing anything: so that all its problems are told in one list. */
export function dryRun<State, Command, E extends DomainEvent>(
  decider: Decider<State, Command, E>,
  state: State,
  command: Command,
  clock: Clock,
  { commandId, firmId }: Pick<CommandMetadata, 'commandId' | 'firmId'>,
): readonly E[] | Refusal {
  const now = businessNow(clock, firmId);
  return decider.decide(command, state, { now, ids: derivedIds(commandId) });
}

/** The refusal of a decision together with problems found elsewhere; undefined when there is nothing to refuse. */
export function refusalOf(
  decision: unknown,
  elsewhere: readonly Problem[] = [],
): Refusal | undefined {
  if (isRefusal(decision) && decision.kind !== 'invalid') return decision;
  const problems = [...(isRefusal(decision) ? decision.problems : []), ...elsewhere];
  return problems.length > 0 ? refuse(...problems) : undefined;
}
