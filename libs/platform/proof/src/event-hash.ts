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
 * order and completeness. It covers the JSON text of an array of the stream, revision, id, type, data and metadata.
 * @param content data and metadata as JSON, separated by a comma, for callers that have the text already
 */
export function eventHash(
  { stream, revision, id, type, data, metadata }: HashedEvent,
  content = JSON.stringify([data, metadata]).slice(1, -1),
): string {
  const names = JSON.stringify([stream, revision, id, type]).slice(0, -1);
  return hash('sha256', `${names},${content}]`, 'base64url');
}
