import { hash } from 'node:crypto';

/** What the hash of an event covers: everything that is stored of it. */
export interface HashedEvent {
  readonly stream: string;
  /** 0-based number in its stream. */
  readonly revision: number;
  readonly id: string;
  /** Stored name with version. */
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
}

/**
 * SHA-256 (base64url) over what is stored of an event. Each event carries that of its predecessor, so that an exported
 * stream proves its own order and completeness without the service.
 */
export function eventHash(event: HashedEvent): string {
  const { stream, revision, id, type, data, metadata } = event;
  return hash('sha256', JSON.stringify([stream, revision, id, type, data, metadata]), 'base64url');
}
