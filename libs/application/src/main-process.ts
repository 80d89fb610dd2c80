/** For a `main`: what has been started, or its reason on stderr and exit status 1. */
export async function startedOrExit<T>(starting: Promise<T>, otherwise: string): Promise<T> {
  try {
    return await starting;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : otherwise}\n`);
    process.exit(1);
  }
}

/** Ends the process cleanly on SIGTERM and SIGINT: exit status 0 once everything has stopped, 1 where that fails. */
export function stopOnSignals(stop: () => Promise<void>): void {
  const end = (): void => {
    void stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}
