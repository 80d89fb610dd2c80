import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

/** Runs until V8's behavior is stable. */
const WARM = 100;

/**
 * Whether objects created by the same code share a hidden class, as a hot path needs (docs/benchmarks.md). On Node 20 they
 * don't if their literal starts with a spread and adds properties that the spread object lacks.
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
