import { hash } from 'node:crypto';

/** The parts of an event that its hash covers: everything stored. */
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
 * SHA-256 (base64url) of a stored event. Each event contains the hash of its predecessor, so that an exported stream proves its own
 * order and completeness.
 */
export function eventHash(event: HashedEvent): string {
  const { stream, revision, id, type, data, metadata } = event;
  return hash('sha256', JSON.stringify([stream, revision, id, type, data, metadata]), 'base64url');
}
