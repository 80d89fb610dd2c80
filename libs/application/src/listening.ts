import { lookup } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Config, ConfigError } from '#libs/platform/runtime';

/** Where a process listens. */
export interface ListenAddress extends Pick<Config, 'host' | 'port'> {
  /** The environment variable that sets the port. */
  readonly variable: 'PORT' | 'PROJECTOR_PORT';
}

/**
 * Listens on an address.
 * @returns the actual port, which differs if 0 was requested
 * @throws ConfigError naming the setting at fault
 */
export async function listenOn(
  app: NestFastifyApplication,
  address: ListenAddress,
): Promise<number> {
  try {
    // Resolved to one address: for a name such as `localhost`, Fastify opens a server per address, and only tracks the first.
    const { address: host } = await lookup(address.host);
    // Not through Nest, which would log the failure before it is reported here.
    await app.getHttpAdapter().getInstance().listen({ port: address.port, host });
    return (app.getHttpServer().address() as AddressInfo).port;
  } catch (error) {
    throw asConfigError(error, address);
  }
}

/** An error of listening as one of the setting at fault; others as they are. */
export function asConfigError(error: unknown, { host, port, variable }: ListenAddress): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new ConfigError([`${variable} ${port} is in use on HOST ${host}`]);
  }
  if (code === 'EACCES') return new ConfigError([`${variable} ${port} requires more privileges`]);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new ConfigError([`HOST ${host} must be an address of this machine`]);
  }
  return error;
}
