import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

/** Times until V8 takes the way that it takes from then on. */
const WARM = 100;

/**
 * Whether objects that are made in the same way share a hidden class, as those of a hot path have to (docs/benchmarks.md). On
 * Node 20 they don't when their literal begins with a spread and goes on with properties that the spread did not have.
 */
export async function shareHiddenClass(make: () => object | Promise<object>): Promise<boolean> {
  setFlagsFromString('--allow-natives-syntax');
  const same = new Script('(one, other) => %HaveSameMap(one, other)').runInThisContext() as (
    one: object,
    other: object,
  ) => boolean;
  const made: object[] = [];
  while (made.length < WARM) made.push(await make());
  const [one = {}, other = {}] = made.slice(-2);
  return same(one, other);
}
