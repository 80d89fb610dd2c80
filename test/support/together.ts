/** Does work for each of some tasks, a number of them at once. Returns the results of all. */
export async function together<T, R>(
  atOnce: number,
  tasks: Iterable<T>,
  work: (task: T) => Promise<R>,
): Promise<R[]> {
  const waiting = [...tasks].values();
  const worker = async (): Promise<R[]> => {
    const results: R[] = [];
    for (const task of waiting) results.push(await work(task));
    return results;
  };
  return (await Promise.all(Array.from({ length: atOnce }, worker))).flat();
}
