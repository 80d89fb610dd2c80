import { type EventStreamBody, serverSentEvent } from '#libs/platform/http';
import type { SharedLook } from './shared-look.js';

/** What ends a watch besides its reader. */
export interface WatchLimits {
  readonly stopping: AbortSignal;
  /** Milliseconds until the credentials expire. */
  readonly expiresIn?: number | undefined;
  /** Milliseconds between two signs of life. */
  readonly heartbeat: number;
}

/**
 * Sends what is looked at as server-sent events named `projections`: at once, then whenever it has changed. The last event,
 * `end`, says why it ends: `stopping`, `credentials-expired`, `slow-consumer` or `unavailable`.
 */
export async function watch(
  look: Pick<SharedLook<unknown>, 'next'>,
  body: EventStreamBody,
  { stopping, expiresIn, heartbeat }: WatchLimits,
): Promise<void> {
  const over = AbortSignal.any([stopping, body.gone]);
  const left = new Promise<undefined>((resolve) => {
    over.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const started = performance.now();
  let before = '';
  let sentAt = started;
  for (;;) {
    const end = async (): Promise<string | undefined> => {
      if (stopping.aborted) return 'stopping';
      const now = performance.now();
      if (expiresIn !== undefined && now - started >= expiresIn) return 'credentials-expired';
      try {
        const data = (await Promise.race([look.next(), left]))?.json;
        if (data === undefined || (data === before && now - sentAt < heartbeat)) return undefined;
        const text = data === before ? ': \n\n' : serverSentEvent({ event: 'projections', data });
        [before, sentAt] = [data, now];
        if (!body.send(text)) await body.room();
        return undefined;
      } catch {
        return 'unavailable';
      }
    };
    const reason = await end();
    if (body.gone.aborted) return;
    if (reason !== undefined) {
      body.finish(reason);
      return;
    }
  }
}
