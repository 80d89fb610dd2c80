import type { GenerationTargets } from '../generations/generation-control.js';
import { type Generation, generationsAmong } from '../generations/generations.js';
import type { Projection } from '../projection.js';
import type { ProjectionShard } from './projection-shard.js';

/** Whether a shard ends when another of its projection goes live: because it is live, older or stopped. */
export function isSucceeded(shard: ProjectionShard, by: ProjectionShard): boolean {
  if (shard.projection !== by.projection || shard === by) return false;
  return shard.isForReaders || shard.stopped || shard.generation.number < by.generation.number;
}

/** Whether a generation that is not live yet should become so once it is complete. */
export function mayGoLive(
  { isForReaders, stopped, projection, collection }: ProjectionShard,
  targets: GenerationTargets,
): boolean {
  if (isForReaders || stopped) return false;
  const target = targets[projection.name] ?? collection;
  // A target of another version does not concern this one.
  return target === collection || generationsAmong([target], projection).length === 0;
}

/** Whether a generation that nobody chose has been replaced by a newer one. */
export function isSuperseded(
  { projection, generation, collection }: ProjectionShard,
  targets: GenerationTargets,
  collections: readonly string[],
): boolean {
  if (targets[projection.name] === collection) return false;
  const newest = generationsAmong(collections, projection).at(-1);
  return newest !== undefined && newest.number > generation.number;
}

/**
 * Generations of a projection that should be folded into but are not yet: the one that an operator chose, and the newest, unless one
 * newer than the live one is already being built.
 * @param shards of all projections
 */
export function unopenedAmong(
  collections: readonly string[],
  projection: Projection,
  shards: readonly ProjectionShard[],
  live: ProjectionShard | undefined,
  targets: GenerationTargets,
): readonly Generation[] {
  const open = shards.filter((shard) => shard.projection === projection);
  const after = (open.find(({ goingLive }) => goingLive) ?? live)?.generation.number ?? 0;
  const isBuilding = open.some((shard) => !shard.stopped && shard.generation.number > after);
  const known = generationsAmong(collections, projection);
  const newest = isBuilding ? undefined : known.findLast(({ number }) => number > after);
  const target = known.find(({ collection }) => collection === targets[projection.name]);
  return [...new Set([newest, target])]
    .filter((found) => found !== undefined)
    .filter(({ collection }) => !open.some((shard) => shard.collection === collection));
}
