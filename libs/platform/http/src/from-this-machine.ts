import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Headers that programs and browsers send. Any other header may be a proxy's, which names the actual client. */
const DIRECT =
  /^(?:host|connection|keep-alive|te|user-agent|accept|accept-(?:encoding|language)|authorization|cache-control|pragma|cookie|dnt|priority|upgrade-insecure-requests|sec-.*|x-prometheus-scrape-timeout-seconds)$/;

/** Returns whether the host of a URL or a `Host` header, without its port, is this machine. */
export function isLoopbackHost(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) === 0) return host.toLowerCase() === 'localhost';
  return isLoopback(address);
}

/** Returns whether a request was made on this machine, as far as its headers show, and not forwarded by a proxy. */
export function isFromThisMachine({
  headers,
  socket,
}: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const host = headers.host?.replace(/:\d*$/, '') ?? '';
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    isLoopbackHost(host) &&
    Object.keys(headers).every((name) => DIRECT.test(name))
  );
}

/** Also accepts IPv4 addresses in IPv6 notation. */
function isLoopback(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && LOOPBACK.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
