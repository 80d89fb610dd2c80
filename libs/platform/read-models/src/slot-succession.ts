import type { GenerationTargets } from './generation-targets.js';
import { generationsAmong } from './generations.js';
import type { ProjectionSlot } from './projection-slot.js';

/** Whether a slot ends when another of its projection goes live: the live one, and what is older or has stopped. */
export function isSucceeded(slot: ProjectionSlot, by: ProjectionSlot): boolean {
  if (slot.projection !== by.projection || slot === by) return false;
  return slot.live || slot.stopped || slot.generation.number < by.generation.number;
}

/** Whether a newer generation was asked for since: of those that nobody reads or chose, the newest is enough. */
export function isSuperseded(
  { projection, generation, collection }: ProjectionSlot,
  targets: GenerationTargets,
  collections: readonly string[],
): boolean {
  if (targets[projection.name] === collection) return false;
  const newest = generationsAmong(collections, projection).at(-1);
  return newest !== undefined && newest.number > generation.number;
}
