import 'reflect-metadata';

/** The lane of a line of an import, from the parameters of its path. */
export type LaneOf = (params: Readonly<Record<string, string | undefined>>) => string;

const LANE = Symbol('lane of imported lines');

/**
 * Lets the lines of an import that name this route be carried out side by side: those of one lane in their order, those of different
 * lanes in any. Whatever two of them may both touch or look at needs to be in the lane's name; what only other routes change
 * need not, for a route without this has its lines carried out alone.
 */
export function InLanes(lane: LaneOf): MethodDecorator {
  return (_prototype, _name, descriptor) => {
    Reflect.defineMetadata(LANE, lane, descriptor.value as object);
  };
}

/** See {@link InLanes}; undefined for a route without it. */
export function laneOf(handler: object): LaneOf | undefined {
  return Reflect.getMetadata(LANE, handler) as LaneOf | undefined;
}
