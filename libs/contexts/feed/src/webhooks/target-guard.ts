import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { FieldCode, fieldProblem, NamedError, type Problem, mustBe } from '#libs/platform/kernel';
import type { HostLookup } from '#libs/platform/runtime';
import { webhookRules } from '../webhook.js';

/** Services of cloud providers at addresses outside the private ranges. */
const PROVIDER_ADDRESSES = ['168.63.129.16'];
const LOOKUP_TIMEOUT_MS = 2_000;
/** The allocated part of IPv6. The rest is unroutable or embeds an IPv4 address. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** A plainly written URL. URL parsers accept more than that, and not always what its author meant. */
const WELL_FORMED = /^https?:\/\/[^\s\\/?#@]+(?:[/?][^\s\\#]*)?$/i;

/** The address can't be reached from the internet. */
export class PrivateTargetError extends NamedError {
  constructor() {
    super('the target has a private address');
  }
}

/** Whether an address is on the internet: not private, loopback, link-local, shared, reserved or a provider's own. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_IPV6)) return false;
  return parsed.range() === 'unicast' && !PROVIDER_ADDRESSES.includes(parsed.toString());
}

/** The host of a URL, without the brackets of an IPv6 address or a trailing dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$|\.$/g, '');
}

/** Checks the URL of a webhook. A name that can't be resolved at the moment is accepted. */
export async function targetProblem(
  text: string,
  allowPrivate: boolean,
  lookup: HostLookup,
): Promise<Problem | undefined> {
  const url = WELL_FORMED.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  const schemes = allowPrivate ? ['https:', 'http:'] : ['https:'];
  if (!url || !schemes.includes(url.protocol) || url.port === '0') {
    return fieldProblem(
      'url',
      FieldCode.Value,
      mustBe('an https URL without credentials or fragment'),
    );
  }
  if (allowPrivate || (await addressesOf(hostOf(url), lookup)).every(isPublicAddress)) {
    return undefined;
  }
  const message =
    'The URL leads to a private address. A service for tests accepts it with WEBHOOK_ALLOW_PRIVATE=true.';
  return webhookRules.broken('webhook.url.private.rule', message, 'url');
}

async function addressesOf(host: string, lookup: HostLookup): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1'];
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve([]), LOOKUP_TIMEOUT_MS);
    lookup(host, { all: true }, (error, addresses) => {
      clearTimeout(timer);
      resolve(error === null ? listed(addresses).map(({ address }) => address) : []);
    });
  });
}

/**
 * Looks up a host for `net.connect` and fails if any of its addresses is private. The connection uses the addresses it returns,
 * so a name that changes between two lookups gains nothing.
 */
export function publicLookup(lookup: HostLookup): HostLookup {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      // on an error `found` is undefined
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
