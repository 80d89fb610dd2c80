import { RefusedException } from '#libs/platform/http';
import {
  businessNow,
  type Clock,
  type CommandMetadata,
  type Decider,
  type DomainEvent,
  isRefusal,
  type Problem,
  refuse,
} from '#libs/platform/kernel';
import { derivedIds } from '#libs/platform/runtime';

/**
 * What a command would leave, without doing anything: so that all its problems are told in one list.
 * @param elsewhere problems found elsewhere
 * @throws RefusedException when there is any problem
 */
export function dryRun<State, Command, E extends DomainEvent>(
  decider: Decider<State, Command, E>,
  state: State,
  command: Command,
  clock: Clock,
  { commandId, firmId }: Pick<CommandMetadata, 'commandId' | 'firmId'>,
  elsewhere: readonly Problem[] = [],
): readonly E[] {
  const now = businessNow(clock, firmId);
  const decision = decider.decide(command, state, { now, ids: derivedIds(commandId) });
  if (!isRefusal(decision)) {
    if (elsewhere.length === 0) return decision;
    throw new RefusedException(refuse(...elsewhere));
  }
  if (decision.kind !== 'invalid') throw new RefusedException(decision);
  throw new RefusedException(refuse(...decision.problems, ...elsewhere));
}
