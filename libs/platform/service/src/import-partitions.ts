import 'reflect-metadata';

/** The partition of a line of an import, from the parameters of its path. */
export type PartitionOf = (params: Readonly<Record<string, string | undefined>>) => string;

const PARTITION = Symbol('partition of imported lines');

/**
 * Lets the lines of an import that name this route be carried out side by side: those of one partition are decided in their order,
 * those of different partitions in any. The method carries out one command, and whatever two commands may both touch needs to be
 * in the partition's name. What the method looks at before, other lines of the partition must not change; what only routes without
 * this change need not concern it, for their lines are carried out alone.
 */
export function PartitionedBy(partition: PartitionOf): MethodDecorator {
  return (_prototype, _name, descriptor) => {
    Reflect.defineMetadata(PARTITION, partition, descriptor.value as object);
  };
}

/** See {@link PartitionedBy}; undefined for a route without it. */
export function partitionOf(handler: object): PartitionOf | undefined {
  return Reflect.getMetadata(PARTITION, handler) as PartitionOf | undefined;
}
