import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { hash, randomBytes } from 'node:crypto';
import { v4, validate } from 'uuid';
import { type Clock, type IdSequence, type Ids, OID_DIGITS } from '#libs/platform/kernel';

export class SystemClock implements Clock {
  now(): number {
    return Date.now();
  }
}

/** Resolves a host name, with the signature `net.connect` expects. */
export type HostLookup = LookupFunction;

/** Resolves names as the system does: hosts file and name servers. */
export const systemLookup: HostLookup = lookup;

/** Random ids from the operating system. */
export class RandomIds implements Ids {
  uuid(): string {
    return v4();
  }

  bytes(size: number): Uint8Array {
    return randomBytes(size);
  }
}

/** Namespace for names that are not UUIDs. */
const ROOT = '6d0f4dfc-64d0-5c1e-9a57-0f1f8b7d6a52';

/** Returns the version 5 UUID of a name in a namespace: a UUID, such as a command id, or any other text. */
export function deriveUuid(namespace: string, name: string): string {
  return named(name, validate(namespace) ? namespace : named(namespace, ROOT));
}

/** RFC 9562, version 5. Every event needs one: the package `uuid` takes 5 µs, this takes 2. */
function named(name: string, namespace: string): string {
  const digits = hash(
    'sha1',
    Buffer.concat([Buffer.from(namespace.replaceAll('-', ''), 'hex'), Buffer.from(name)]),
  );
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-5${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

const DIGITS = '0123456789';
const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Ids for one command, deterministic in its id, so that deciding a command again produces the same events. The characters come from
 * SHA-256 in counter mode and are evenly distributed.
 */
export function derivedIds(commandId: string): IdSequence {
  let block: Buffer = Buffer.alloc(0);
  let used = 0;
  let blocks = 0;

  const nextByte = (): number => {
    if (used === block.length) {
      block = hash('sha256', `${blocks++}\0${commandId}`, 'buffer');
      used = 0;
    }
    return block[used++] ?? 0;
  };
  /** Skips bytes that would favour the first characters of the alphabet. */
  const nextOf = (alphabet: string): string => {
    const limit = 256 - (256 % alphabet.length);
    let byte = nextByte();
    while (byte >= limit) byte = nextByte();
    return alphabet.charAt(byte % alphabet.length);
  };
  const text = (length: number, alphabet: string, first = alphabet): string => {
    if (!Number.isInteger(length) || length < 0) throw new RangeError('invalid length');
    let result = '';
    while (result.length < length) result += nextOf(result === '' ? first : alphabet);
    return result;
  };

  return {
    digits: (length) => text(length, DIGITS, DIGITS.slice(1)),
    alphanumeric: (length) => text(length, ALPHANUMERIC),
  };
}

/**
 * Derives the id of a resource from another id, so that a repeated command finds what it created.
 * @param name distinguishes resources derived from the same id
 */
export function derivedOid(from: string, name: string): string {
  return derivedIds(deriveUuid(from, name)).digits(OID_DIGITS);
}
