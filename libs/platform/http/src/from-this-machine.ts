import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** What is asked with on the machine itself, by programs and browsers. Proxies tell by others for whom they ask, each by its own. */
const PLAIN =
  /^(?:host|connection|keep-alive|te|user-agent|accept|accept-(?:encoding|language)|authorization|cache-control|pragma|cookie|dnt|priority|upgrade-insecure-requests|sec-.*|x-prometheus-scrape-timeout-seconds)$/;

/** Whether the host of a URL or a `Host` header, without its port, is this machine. */
export function isLoopbackHost(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) === 0) return host.toLowerCase() === 'localhost';
  return isLoopback(address);
}

/** Whether a request was made on this machine, to it, and nobody has passed it on, as far as can be seen. */
export function isFromThisMachine({
  headers,
  socket,
}: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const host = headers.host?.replace(/:\d*$/, '') ?? '';
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    isLoopbackHost(host) &&
    Object.keys(headers).every((name) => PLAIN.test(name))
  );
}

/** Of IPv4 addresses in the notation of IPv6 too. */
function isLoopback(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && LOOPBACK.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
