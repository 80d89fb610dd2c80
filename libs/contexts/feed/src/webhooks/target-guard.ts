import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { FieldCode, fieldProblem, NamedError, type Problem } from '#libs/platform/kernel';
import type { HostLookup } from '#libs/platform/runtime';
import { webhookRules } from '../domain/webhook.js';

/** Addresses of cloud providers' own services that look like any other. */
const PROVIDER_ADDRESSES = ['168.63.129.16'];
const PATIENCE_MS = 2_000;
/** The part of IPv6 that is given out; what else is no special range leads nowhere, or to an IPv4 address in disguise. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** A URL as it should be written: parsers make more of other texts than those who wrote them. */
const WELL_FORMED = /^https?:\/\/[^\s\\/?#@]+(?:[/?][^\s\\#]*)?$/i;

/** The address is not one that anybody on the internet may be reached at. */
export class PrivateTargetError extends NamedError {
  constructor() {
    super('the target has a private address');
  }
}

/** Whether an address is on the internet: no private, loopback, link-local, shared, reserved or provider's own one. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_IPV6)) return false;
  return parsed.range() === 'unicast' && !PROVIDER_ADDRESSES.includes(parsed.toString());
}

/** The host of a URL without the brackets of an IPv6 address and the dot that may end a name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$|\.$/g, '');
}

/** What is wrong with the URL of a webhook. A name that can't be resolved at present is nothing wrong. */
export async function targetProblem(
  text: string,
  allowPrivate: boolean,
  lookup: HostLookup,
): Promise<Problem | undefined> {
  const url = WELL_FORMED.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  const schemes = allowPrivate ? ['https:', 'http:'] : ['https:'];
  if (!url || !schemes.includes(url.protocol) || url.port === '0') {
    return fieldProblem('url', FieldCode.Value, 'an https URL without credentials and fragment');
  }
  if (allowPrivate || (await addressesOf(hostOf(url), lookup)).every(isPublicAddress)) {
    return undefined;
  }
  const message = 'The URL leads to a private address.';
  return webhookRules.broken('webhook.url.private.rule', message, 'url');
}

async function addressesOf(host: string, lookup: HostLookup): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1'];
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve([]), PATIENCE_MS);
    lookup(host, { all: true }, (error, addresses) => {
      clearTimeout(timer);
      resolve(error === null ? listed(addresses).map(({ address }) => address) : []);
    });
  });
}

/**
 * Looks a host up as `net.connect` does, and refuses when any of its addresses is private: what it answers is what is
 * connected to, so a name that changes between two look-ups gains nothing.
 */
export function publicLookup(lookup: HostLookup): HostLookup {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      // there are no addresses, not even none, when there is an error
      const addresses = error === null ? listed(found) : [];
      const [first] = addresses;
      if (first === undefined) callback(error, []);
      else if (!addresses.every(({ address }) => isPublicAddress(address))) {
        callback(new PrivateTargetError(), []);
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function listed(addresses: string | LookupAddress[]): LookupAddress[] {
  return typeof addresses === 'string' ? [] : addresses;
}
