import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { FieldCode, fieldProblem, type Problem, ruleProblem } from '#libs/platform/kernel';

/** Rule a URL breaks that leads inside (own). */
export const PRIVATE_TARGET = 'webhook.url.private.rule';

/** Addresses of cloud providers' own services that look like any other. */
const PROVIDER_ADDRESSES = ['168.63.129.16'];
const PATIENCE_MS = 2_000;

/** The address is not one that anybody on the internet may be reached at. */
export class PrivateTargetError extends Error {
  override readonly name = 'PrivateTargetError';
  constructor() {
    super('the target has a private address');
  }
}

/** Whether an address is on the internet: no private, loopback, link-local, shared, reserved or provider's own one. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && !PROVIDER_ADDRESSES.includes(parsed.toString());
}

/** The host of a URL without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** What is wrong with the URL of a webhook. A name that can't be resolved at present is nothing wrong. */
export async function targetProblem(
  text: string,
  allowPrivate: boolean,
): Promise<Problem | undefined> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const schemes = allowPrivate ? ['https:', 'http:'] : ['https:'];
  if (!url || !schemes.includes(url.protocol) || url.username + url.password + url.hash !== '') {
    return fieldProblem('url', FieldCode.Value, 'an https URL without credentials and fragment');
  }
  if (allowPrivate || (await addressesOf(hostOf(url))).every(isPublicAddress)) return undefined;
  return ruleProblem(PRIVATE_TARGET, 'The URL leads to a private address.', 'url');
}

async function addressesOf(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1'];
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<LookupAddress[]>((resolve) => {
    timer = setTimeout(() => resolve([]), PATIENCE_MS);
  });
  const found = await Promise.race([lookup(host, { all: true }).catch(() => []), patience]);
  clearTimeout(timer);
  return found.map(({ address }) => address);
}

type Callback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/**
 * Looks a host up as `net.connect` does, and refuses when any of its addresses is private: what it answers is what is
 * connected to, so a name that changes between two look-ups gains nothing.
 */
export function publicLookup(hostname: string, options: LookupOptions, callback: Callback): void {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
    // there are no addresses, not even none, when there is an error
    const [first] = error === null ? addresses : [];
    if (first === undefined) callback(error, []);
    else if (!addresses.every(({ address }) => isPublicAddress(address))) {
      callback(new PrivateTargetError(), []);
    } else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
}
