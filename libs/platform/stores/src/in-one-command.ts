import DataLoader from 'dataloader';

/** Most items of one command. */
const MOST = 100;

/**
 * Joins the calls of one turn of the event loop, as of requests that arrived together, into one command: it costs a server and its
 * driver more than the items in it.
 * @param carryOut returns one result per item, in their order
 */
export function inOneCommand<Item, Result>(
  carryOut: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const loader = new DataLoader<Item, Result>(carryOut, {
    cache: false,
    maxBatchSize: MOST,
    batchScheduleFn: setImmediate,
  });
  return (item) => loader.load(item);
}
