/** The only source of time. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

/** The only source of randomness. */
export interface Ids {
  /** A random UUID. */
  uuid(): string;
  /** `size` random bytes. */
  bytes(size: number): Uint8Array;
}
